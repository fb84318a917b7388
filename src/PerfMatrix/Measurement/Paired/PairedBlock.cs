using PerfMatrix.Matrix;

namespace PerfMatrix.Measurement;

/// <summary>A block that compares: pairs measured together, with a canary (the base of the first pair and an identical copy of it).</summary>
/// <param name="Block">The block; its anchor is the base of the first pair, followed by the copy.</param>
/// <param name="Pairs">The pairs.</param>
public sealed record PairedBlock(Block Block, IReadOnlyList<CellPair> Pairs)
{
    /// <summary>Most pairs of a block, so that with the canary there are at most <see cref="BlockPacking.MostVariants"/> variants.</summary>
    public const int MostPairs = (BlockPacking.MostVariants - 1) / 2;

    private Variant Canary => Pairs[0].Base with { Twin = 1 };

    /// <summary>Packs pairs of one scenario and core count together, spread evenly where they are more than <see cref="MostPairs"/>.</summary>
    public static IReadOnlyList<PairedBlock> Pack(IEnumerable<CellPair> pairs) =>
        [.. pairs.GroupBy(pair => (pair.Scenario, pair.Cores)).SelectMany(group => Spread([.. group]))];

    /// <summary>The block with some of its pairs, null without any. The canary stays: the first base and its copy.</summary>
    /// <param name="cells">Ids of the pairs; null keeps all.</param>
    public Block? Of(IReadOnlyCollection<string>? cells)
    {
        if (cells is null)
            return Block;
        var kept = Pairs.Where(pair => cells.Contains(pair.Id)).ToList();
        return kept.Count == 0 ? null : Block with { Variants = VariantsOf(kept) };
    }

    private static IEnumerable<PairedBlock> Spread(List<CellPair> pairs)
    {
        var blocks = (pairs.Count + MostPairs - 1) / MostPairs;
        for (var block = 0; block < blocks; block++)
        {
            var share = pairs[(pairs.Count * block / blocks)..(pairs.Count * (block + 1) / blocks)];
            yield return Of($"{Cell.FileNameOf(share[0].Scenario)}--{share[0].Cores}c{(blocks == 1 ? "" : $"--{block + 1}")}", share);
        }
    }

    private static PairedBlock Of(string id, List<CellPair> pairs)
    {
        var empty = new PairedBlock(new Block(id, pairs[0].Scenario, pairs[0].Cores, []), pairs);
        return empty with { Block = empty.Block with { Variants = empty.VariantsOf(pairs) } };
    }

    private IReadOnlyList<Variant> VariantsOf(IEnumerable<CellPair> pairs) =>
        [.. new[] { Pairs[0].Base, Canary }.Concat(pairs.SelectMany(pair => new[] { pair.Base, pair.Head })).Distinct()];
}
