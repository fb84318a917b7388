namespace PerfMatrix.Tests.Matrix;

/// <summary>Each row of the table of GC modes in the design (measurement-axes.md), on each runtime and core count where it matters.</summary>
public sealed class MatrixExpansionTests
{
    private const CellStatus Planned = CellStatus.Planned;
    private const CellStatus NotApplicable = CellStatus.NotApplicable;
    private const CellStatus Unavailable = CellStatus.Unavailable;

    [Theory]
    [InlineData("workstation", "net8.0", 1, Planned)]
    [InlineData("workstation", "net11.0", 8, Planned)]
    [InlineData("workstation-nonconcurrent", "net8.0", 1, Planned)]
    [InlineData("server", "net8.0", 2, Planned)]
    [InlineData("default", "net8.0", 1, Planned)]
    [InlineData("server", "net10.0", 1, NotApplicable)]
    [InlineData("server-nonconcurrent", "net8.0", 2, Planned)]
    [InlineData("server-nonconcurrent", "net8.0", 1, NotApplicable)]
    [InlineData("datas", "net8.0", 2, Planned)]
    [InlineData("datas", "net8.0", 1, NotApplicable)]
    [InlineData("server-conserve", "net8.0", 2, Planned)]
    [InlineData("server-conserve", "net8.0", 1, NotApplicable)]
    [InlineData("server-heaps-1", "net8.0", 1, NotApplicable)]
    [InlineData("server-heaps-1", "net8.0", 2, Planned)]
    [InlineData("server-heaps-4", "net8.0", 2, NotApplicable)]
    [InlineData("server-heaps-4", "net8.0", 4, Planned)]
    [InlineData("server-heaps-4", "net8.0", 8, Planned)]
    [InlineData("segments", "net8.0", 1, Planned)]
    [InlineData("regions-standalone", "net8.0", 1, NotApplicable)]
    [InlineData("regions-standalone", "net9.0", 1, Planned)]
    [InlineData("zero", "net8.0", 1, NotApplicable)]
    public void Rules_of_the_gc_axis(string gc, string runtime, int cores, CellStatus status)
    {
        var cell = Assert.Single(Definitions.Expand(Definitions.Checkout, new(["values"], [runtime], [gc], [cores.ToString()]), cores: 8));

        Assert.Equal(status, cell.Status);
        Assert.Equal(status == Planned, cell.Reason is null);
    }

    [Theory]
    [InlineData("net8.0")]
    [InlineData("net10.0")]
    public void The_zero_gc_runs_bounded_scenarios(string runtime)
    {
        var cell = Assert.Single(Definitions.Expand(Definitions.Checkout, new(["values-zero"], [runtime], ["zero"], ["1"]), cores: 1));

        Assert.Equal(Planned, cell.Status);
    }

    [Theory]
    [InlineData("server", "1", "falls back to workstation GC on one core")]
    [InlineData("server-heaps-8", "4", "a heap count above the cores is cut to the cores, so 8 heaps need 8 cores")]
    [InlineData("workstation", "8", "needs 8 cores, this machine has 4")]
    public void Reasons_say_why(string gc, string cores, string reason)
    {
        var cell = Assert.Single(Definitions.Expand(Definitions.Checkout, new(["values"], ["net10.0"], [gc], [cores]), cores: 4));

        Assert.Equal(reason, cell.Reason);
    }

    [Fact]
    public void More_cores_than_the_machine_has_are_unavailable_unless_the_cell_has_no_meaning_anyway()
    {
        var cells = Definitions.Expand(Definitions.Checkout, new(["values"], ["net8.0"], ["workstation", "regions-standalone"], ["8"]), cores: 2);

        Assert.Equal([Unavailable, NotApplicable], cells.Select(cell => cell.Status));
    }

    [Fact]
    public void A_runtime_the_feed_lacks_is_unavailable_with_the_answer_of_the_feed()
    {
        var cells = Definitions.Expand(
            Definitions.Checkout, new(["values"], ["net10.0", "net11.0"], ["workstation"], ["1"]), cores: 1,
                runtime => runtime.Framework == "net11.0" ? "no packs" : null);

        Assert.Equal([(Planned, null), (Unavailable, "no packs")], cells.Select(cell => (cell.Status, cell.Reason)));
    }

    [Theory]
    [InlineData(1, "1")]
    [InlineData(2, "1 2")]
    [InlineData(3, "1 2 3")]
    public void All_is_the_machines_cores_and_collapses_with_an_equal_count(int machine, string expected)
    {
        var cells = Definitions.Expand(Definitions.Of(Definitions.Small), new(["a"], ["net8.0"], ["workstation"], ["1", "2", "all"]), machine);

        Assert.Equal(expected, string.Join(' ', cells.Where(cell => cell.Status == Planned).Select(cell => cell.Cell.Cores)));
        Assert.Equal(cells.Count, cells.Select(cell => cell.Cell.Id).Distinct().Count());
    }

    [Fact]
    public void A_mode_for_bounded_runs_has_a_meaning_in_bounded_scenarios_only()
    {
        var cells = Definitions.Expand(Definitions.Of(Definitions.Small), new(["a", "counted"], ["net8.0"], ["zero"], ["1"]), cores: 1);

        Assert.Equal([(NotApplicable, "never collects"), (Planned, null)], cells.Select(cell => (cell.Status, cell.Reason)));
    }

    [Fact]
    public void Every_cell_has_an_id_and_a_file_name_of_its_own()
    {
        var names = new AxisChoice(
            gc: ["workstation", "server-heaps-2", "server-heaps-16"], runtime: ["net8.0", "net10.0@10.0.11", "net10.0@10.0.12", "net10.0"]);
        var cells = Definitions.Expand(Definitions.Checkout, names, cores: 16);

        Assert.Equal(cells.Count, cells.Select(cell => cell.Cell.Id).Distinct().Count());
        Assert.Equal(cells.Count, cells.Select(cell => cell.Cell.Slug).Distinct().Count());
    }
}
