namespace PerfMatrix.Tests.Matrix;

public sealed class BlockPackingTests
{
    private static readonly MatrixDefinition s_small = Definitions.Of(Definitions.Small);

    /// <summary>Cells of random statuses, in axis order.</summary>
    private static List<PlannedCell> Random(Random random)
    {
        var cells = new List<PlannedCell>();
        foreach (var scenario in s_small.Scenarios.Where(_ => random.Next(4) > 0))
        {
            foreach (var cores in Enumerable.Range(1, random.Next(1, 4)))
            {
                var modes = random.Next(1, 40);
                cells.AddRange(Enumerable.Range(0, modes).Select(mode => new PlannedCell(
                    new(scenario.Name, "net10.0", $"mode-{mode}", cores), (CellStatus)(random.Next(5) % 3), null)));
            }
        }

        return cells;
    }

    [Fact]
    public void Blocks_hold_every_planned_cell_once_besides_the_anchors()
    {
        for (var seed = 0; seed < 500; seed++)
        {
            var cells = Random(new(seed));
            var planned = cells.Where(cell => cell.Status == CellStatus.Planned).Select(cell => cell.Cell).ToList();

            var blocks = BlockPacking.Pack(s_small, cells);

            var places = blocks.SelectMany(block => block.Variants.Select(variant => variant.Cell)).CountBy(cell => cell).ToDictionary();
            var anchors = blocks.Select(block => block.Anchor.Cell).ToHashSet();
            Assert.Equal(planned.ToHashSet(), places.Keys.ToHashSet());
            Assert.All(places.Where(place => !anchors.Contains(place.Key)), place => Assert.Equal(1, place.Value));
        }
    }

    [Fact]
    public void Blocks_are_small_balanced_and_share_their_anchor()
    {
        for (var seed = 0; seed < 500; seed++)
        {
            var blocks = BlockPacking.Pack(s_small, Random(new(seed)));

            Assert.Equal(blocks.Count, blocks.Select(block => block.Id).Distinct().Count());
            foreach (var group in blocks.GroupBy(block => (block.Scenario, block.Cores)))
            {
                Assert.All(group, block => Assert.InRange(block.Variants.Count, 1, BlockPacking.MostVariants));
                Assert.All(
                    group.SelectMany(block => block.Variants), variant => Assert.Equal(group.Key, (variant.Cell.Scenario, variant.Cell.Cores)));
                if (group.Key.Scenario is "timeline" or "slow" or "counted") Assert.All(group, block => Assert.Single(block.Variants));
                else AssertSharedAndBalanced(group);
            }
        }
    }

    private static void AssertSharedAndBalanced(IEnumerable<Block> blocks)
    {
        Assert.Single(blocks.Select(block => block.Anchor).Distinct());
        Assert.InRange(blocks.Max(block => block.Variants.Count) - blocks.Min(block => block.Variants.Count), 0, 1);
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(10, 1)]
    [InlineData(11, 2)]
    [InlineData(19, 2)]
    [InlineData(20, 3)]
    public void There_are_no_more_blocks_than_needed(int cells, int blocks)
    {
        var planned = Enumerable.Range(0, cells).Select(mode => new PlannedCell(new("a", "net10.0", $"mode-{mode}", 2), CellStatus.Planned, null));

        Assert.Equal(blocks, BlockPacking.Pack(s_small, [.. planned]).Count);
    }

    [Theory]
    [InlineData(9, 1, 1)]
    [InlineData(10, 1, 2)]
    [InlineData(8, 2, 1)]
    [InlineData(9, 2, 2)]
    [InlineData(17, 1, 2)]
    [InlineData(18, 1, 3)]
    public void Every_block_ends_with_its_anchor_at_the_references_and_holds_at_most_ten_variants(int cells, int references, int blocks)
    {
        var planned = Enumerable.Range(0, cells).Select(mode => new PlannedCell(new("a", "net10.0", $"mode-{mode}", 2), CellStatus.Planned, null));

        var packed = BlockPacking.Pack(s_small, [.. planned], references);

        Assert.Equal(blocks, packed.Count);
        Side[] expected = references == 1 ? [Side.Reference] : [Side.OlderReference, Side.Reference];
        Assert.All(packed, block => Assert.Equal(expected.Select(side => new Variant(block.Anchor.Cell, side)), block.Variants.TakeLast(references)));
        Assert.All(packed, block => Assert.InRange(block.Variants.Count, 2, BlockPacking.MostVariants));
        Assert.All(packed, block => Assert.Equal(block.Variants.Count, block.Variants.Select(variant => variant.Id)
            .Concat(block.Variants.Select(variant => variant.Slug)).Distinct().Count() / 2));
        Assert.Equal(cells, packed.SelectMany(block => block.Variants).Where(variant => variant.Side == Side.Head).Distinct().Count());
    }

    [Theory]
    [InlineData("timeline")]
    [InlineData("counted")]
    [InlineData("slow")]
    public void A_variant_that_is_measured_alone_has_no_reference(string scenario)
    {
        var planned = new PlannedCell(new(scenario, "net10.0", "workstation", 2), CellStatus.Planned, null);

        Assert.Equal([new Variant(planned.Cell)], Assert.Single(BlockPacking.Pack(s_small, [planned], references: 2)).Variants);
    }

    [Fact]
    public void Every_case_of_BenchmarkDotNet_has_a_reference()
    {
        var cells = Definitions.Expand(Definitions.Checkout, new(["async-tasks-short"], ["net8.0", "net10.0"], ["workstation"], ["all"]), cores: 2);

        var packed = BlockPacking.Pack(Definitions.Checkout, cells, references: 1);

        Assert.Equal(7, packed.Count);
        Assert.All(packed, block => Assert.Equal([Side.Head, Side.Head, Side.Reference], block.Variants.Select(variant => variant.Side)));
    }

    [Theory]
    [InlineData(null, null, "net8.0/server")]
    [InlineData("net10.0", "workstation", "net10.0/workstation")]
    [InlineData("net10.0", null, "net10.0/server")]
    [InlineData(null, "workstation", "net8.0/workstation")]
    [InlineData("net11.0", "zero", "net8.0/server")]
    public void The_anchor_is_the_preferred_variant_or_the_first(string? runtime, string? gc, string anchor)
    {
        Cell[] cells = [.. from framework in new[] { "net8.0", "net10.0" } from mode in new[] { "server", "workstation" }
            select new Cell("a", framework, mode, 2)];

        var chosen = cells[new AnchorRule(runtime, gc).IndexIn(cells)];

        Assert.Equal(anchor, $"{chosen.Runtime}/{chosen.Gc}");
    }
}
