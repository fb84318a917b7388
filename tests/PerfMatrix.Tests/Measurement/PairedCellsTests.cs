using PerfMatrix.Gate;
using PerfMatrix.Measurement;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Matrix;

namespace PerfMatrix.Tests.Measurement;

public sealed class PairedCellsTests
{
    private static readonly MatrixDefinition s_small = Definitions.Of(Definitions.Small);

    [Fact]
    public void Two_sides_of_every_planned_cell_are_a_pair()
    {
        var pairs = Of(null, scenarios: ["a"]).Pairs;

        Assert.Equal(["a/net8.0/workstation/2c", "a/net10.0/workstation/2c"], pairs.Select(pair => pair.Id));
        Assert.Equal(["a/net8.0/workstation/2c@base", "a/net10.0/workstation/2c@base"], pairs.Select(pair => pair.Base.Id));
        Assert.Equal(pairs.Select(pair => pair.Id), pairs.Select(pair => pair.Head.Id));
    }

    [Fact]
    public void A_range_makes_a_pair_of_two_cells_for_each_value_of_the_other_axes()
    {
        var pairs = Of(new AxisValuePair(Axis.Runtime, "net10.0", "net8.0"), scenarios: ["a", "b"]).Pairs;

        Assert.Equal(["a/net10.0..net8.0/workstation/2c", "b/net10.0..net8.0/workstation/2c"], pairs.Select(pair => pair.Id));
        Assert.Equal(("a/net10.0/workstation/2c", "a/net8.0/workstation/2c"), (pairs[0].Base.Id, pairs[0].Head.Id));
    }

    [Fact]
    public void Cells_with_different_limits_of_memory_are_no_pair()
    {
        PlannedCell[] cells = [.. Cells(["a"]).SelectMany(cell => new[] { cell, cell with { Cell = cell.Cell with { Memory = new(512 << 20) } } })];

        var pairs = PairedCells.Of(s_small.Scenarios, cells, new AxisValuePair(Axis.Runtime, "net8.0", "net10.0"), _ => null).Pairs;

        Assert.Equal(["a/net8.0..net10.0/workstation/2c", "a/net8.0..net10.0/workstation/2c/512MiB"], pairs.Select(pair => pair.Id));
        Assert.Equal(("a/net8.0/workstation/2c/512MiB", "a/net10.0/workstation/2c/512MiB"), (pairs[1].Base.Id, pairs[1].Head.Id));
    }

    [Fact]
    public void A_pair_needs_both_of_its_cells()
    {
        var paired = PairedCells.Of(
            s_small.Scenarios, Cells(["a", "b"], runtime => runtime.Framework == "net8.0" ? "not in the feed" : null), null, _ => null);

        Assert.Equal(2, paired.Pairs.Count);
        var problem = Assert.Throws<UsageException>(() =>
            PairedCells.Of(s_small.Scenarios, Cells(["a"], runtime => runtime.Framework == "net8.0" ? "not in the feed" : null),
                new AxisValuePair(Axis.Runtime, "net8.0", "net10.0"), _ => null));
        Assert.Contains("a/net8.0/workstation/2c: unavailable: not in the feed", problem.Message);
    }

    [Fact]
    public void What_base_does_not_have_and_what_is_measured_alone_is_not_applicable_with_its_reason()
    {
        var paired = Of(null, scenarios: ["a", "b", "timeline"],
            missing: scenario => scenario == "b" ? Obstacle.New("base has no B.csproj") : null);

        Assert.All(paired.Pairs, pair => Assert.Equal("a", pair.Scenario));
        Assert.Equal(["Only at head: 2 cells, not compared: b/net8.0/workstation/2c, b/net10.0/workstation/2c."],
            Obstacle.OnlyAtHead(paired.Cells.Select(cell => (cell.Cell.Id, cell.Reason))));
        Assert.Equal(
            ["new: base has no B.csproj", "is measured in a block of its own, so it cannot be compared side by side"],
            paired.Cells.Where(cell => cell.Cell.Gc == "workstation").Select(cell => cell.Reason).OfType<string>().Distinct());
    }

    [Fact]
    public void What_is_measured_alone_makes_pairs_where_they_are_only_traced()
    {
        var range = new AxisValuePair(Axis.Runtime, "net8.0", "net10.0");

        Assert.Throws<UsageException>(() => Of(range, scenarios: ["timeline"]));
        var paired = PairedCells.Of(s_small.Scenarios, Cells(["timeline"]), range, _ => null, takesAlone: true);

        Assert.Equal(["timeline/net8.0..net10.0/workstation/2c"], paired.Pairs.Select(pair => pair.Id));
    }

    [Fact]
    public void Of_many_cells_that_head_alone_has_the_first_are_named_and_without_one_nothing_is_said()
    {
        Assert.Equal(["Only at head: 7 cells, not compared: 1, 2, 3, 4, 5 and 2 more."],
            Obstacle.OnlyAtHead(Enumerable.Range(1, 7).Select(number => ($"{number}", (string?)Obstacle.New("base has it not").Reason))));
        Assert.Empty(Obstacle.OnlyAtHead([("a", null), ("b", "zero GC needs a fixed number of requests")]));
    }

    [Fact]
    public void What_head_lacks_and_base_measures_stays_with_its_reason_even_when_nothing_else_is_left()
    {
        var paired = Of(null, scenarios: ["a"], missing: _ => new(CellStatus.Dropped, "head has no A.csproj"));

        Assert.Empty(paired.Pairs);
        Assert.Equal([(CellStatus.Dropped, "head has no A.csproj"), (CellStatus.Dropped, "head has no A.csproj")],
            paired.Cells.Where(cell => cell.Cell.Gc == "workstation").Select(cell => (cell.Status, cell.Reason)));
    }

    private static PairedCells Of(AxisValuePair? range, string[] scenarios, Func<string, Obstacle?>? missing = null) =>
        PairedCells.Of(s_small.Scenarios, Cells(scenarios), range, missing ?? (_ => null));

    private static IReadOnlyList<PlannedCell> Cells(string[] scenarios, Func<RuntimeSelector, string?>? unavailable = null) =>
        Definitions.Expand(s_small, new AxisChoice(scenarios, cores: ["2"]), cores: 2, unavailable);
}
