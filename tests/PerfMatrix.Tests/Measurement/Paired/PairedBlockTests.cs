using PerfMatrix.Matrix;
using PerfMatrix.Measurement;

namespace PerfMatrix.Tests.Measurement.Paired;

public sealed class PairedBlockTests
{
    [Fact]
    public void Base_and_head_share_a_block_that_begins_with_a_canary_and_is_never_too_large()
    {
        for (var count = 1; count < 60; count++)
        {
            var pairs = Pairs(count);

            var blocks = PairedBlock.Pack(pairs);

            Assert.Equal(pairs, blocks.SelectMany(block => block.Pairs));
            Assert.All(blocks, AssertSound);
            Assert.Equal(blocks.Count, blocks.Select(block => block.Block.Id).Distinct().Count());
            Assert.True(blocks.Max(block => block.Pairs.Count) - blocks.Min(block => block.Pairs.Count) <= 1, "unevenly spread");
        }
    }

    [Fact]
    public void Scenarios_and_core_counts_have_blocks_of_their_own()
    {
        var blocks = PairedBlock.Pack([Pair("a", 1), Pair("b", 1), Pair("a", 2)]);

        Assert.Equal(["a--1c", "b--1c", "a--2c"], blocks.Select(block => block.Block.Id));
    }

    [Fact]
    public void A_part_of_a_block_keeps_its_canary_even_without_the_pair_that_it_comes_from()
    {
        var block = PairedBlock.Pack(Pairs(3)).Single();

        var part = block.Of([block.Pairs[2].Id])!;

        Assert.Equal(block.Block.Id, part.Id);
        Assert.Equal(["s/net10.0/leg-0/2c@base", "s/net10.0/leg-0/2c@base#1", "s/net10.0/leg-2/2c@base", "s/net10.0/leg-2/2c"],
            part.Variants.Select(variant => variant.Id));
        Assert.Null(block.Of(["another"]));
        Assert.Same(block.Block, block.Of(null));
    }

    private static void AssertSound(PairedBlock block)
    {
        var variants = block.Block.Variants;
        Assert.InRange(variants.Count, 3, BlockPacking.MostVariants);
        Assert.Equal(variants.Count, variants.Distinct().Count());
        Assert.Equal(variants[0] with { Twin = 1 }, variants[1]);
        Assert.All(block.Pairs, pair => Assert.True(variants.Contains(pair.Base) && variants.Contains(pair.Head)));
    }

    private static List<CellPair> Pairs(int count) =>
        [.. Enumerable.Range(0, count).Select(leg => CellPair.OfSides(new Cell("s", "net10.0", $"leg-{leg}", 2)))];

    private static CellPair Pair(string scenario, int cores) => CellPair.OfSides(new Cell(scenario, "net10.0", "server", cores));
}
