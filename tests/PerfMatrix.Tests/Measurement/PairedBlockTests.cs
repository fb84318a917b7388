using PerfMatrix.Measurement;

namespace PerfMatrix.Tests.Measurement;

public sealed class PairedBlockTests
{
    [Fact]
    public void Base_and_head_and_a_copy_of_both_share_a_block_that_is_never_too_large()
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
    public void Base_and_its_copy_set_the_pace_of_all_processes_of_their_pair()
    {
        var block = PairedBlock.Pack(Pairs(2)).Single();

        Assert.All(block.Pairs, pair => Assert.All(
            pair.Processes, process => Assert.Equal([pair.Base.Id, $"{pair.Base.Id}#1"], block.Block.PacedBy(process))));
        Assert.Empty(new Block("b", "s", 1, block.Block.Variants).PacedBy(block.Block.Anchor));
    }

    [Fact]
    public void Scenarios_and_core_counts_have_blocks_of_their_own()
    {
        var blocks = PairedBlock.Pack([Pair("a", 1), Pair("b", 1), Pair("a", 2)]);

        Assert.Equal(["a--1c", "b--1c", "a--2c"], blocks.Select(block => block.Block.Id));
    }

    /// <summary>Its name tells a job which pair it is to measure, whatever else the selection has.</summary>
    [Fact]
    public void A_pair_alone_is_a_block_of_the_name_of_its_cell()
    {
        var pairs = Pairs(3);

        var blocks = pairs.Select(PairedBlock.Alone).ToList();

        Assert.All(blocks, AssertSound);
        Assert.Equal(pairs, blocks.Select(block => Assert.Single(block.Pairs)));
        Assert.Equal(["s--net10.0--mode-0--2c", "s--net10.0--mode-1--2c", "s--net10.0--mode-2--2c"], blocks.Select(block => block.Block.Id));
    }

    [Fact]
    public void A_part_of_a_block_has_its_name_and_the_processes_of_its_own_pairs()
    {
        var block = PairedBlock.Pack(Pairs(2)).Single();

        var part = block.Only(pair => pair == block.Pairs[1])!;

        AssertSound(part);
        Assert.Equal((block.Block.Id, block.Pairs[1]), (part.Block.Id, Assert.Single(part.Pairs)));
        Assert.Equal(["s/net10.0/mode-1/2c@base", "s/net10.0/mode-1/2c", "s/net10.0/mode-1/2c@base#1", "s/net10.0/mode-1/2c#1"],
            part.Block.Variants.Select(variant => variant.Id));
        Assert.Null(block.Only(_ => false));
        Assert.Same(block, block.Only(_ => true));
    }

    private static void AssertSound(PairedBlock block)
    {
        var variants = block.Block.Variants;
        Assert.InRange(variants.Count, 4, BlockPacking.MostVariants);
        Assert.Equal(variants.Count, variants.Distinct().Count());
        var sides = block.Pairs.SelectMany(pair => new[] { pair.Base, pair.Head }).ToHashSet();
        Assert.Equal(sides, variants.Where(variant => variant.Twin == 0).ToHashSet());
        Assert.Equal(sides, variants.Where(variant => variant.Twin == 1).Select(copy => copy with { Twin = 0 }).ToHashSet());
        Assert.Equal(2 * sides.Count, variants.Count);
    }

    private static List<CellPair> Pairs(int count) =>
        [.. Enumerable.Range(0, count).Select(mode => CellPair.OfSides(new Cell("s", "net10.0", $"mode-{mode}", 2)))];

    private static CellPair Pair(string scenario, int cores) => CellPair.OfSides(new Cell(scenario, "net10.0", "server", cores));
}
