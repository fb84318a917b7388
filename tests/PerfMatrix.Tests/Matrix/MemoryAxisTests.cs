using PerfMatrix.Shared;

namespace PerfMatrix.Tests.Matrix;

public sealed class MemoryAxisTests
{
    private static readonly Bytes s_half = new(512 << 20);
    private static readonly MatrixDefinition s_limits = Definitions.Of(
        Definitions.Small.Replace("cores: [1, 2, all]", "cores: [1, 2, all]\n  memory: [none, 512MiB, 1GiB]"));
    private static readonly AxisChoice s_two = new AxisChoice(["a"], ["net10.0"], ["workstation"], ["2"]).With(
        Axis.Memory, ["1GiB", "none", "512MiB"]);

    [Theory]
    [InlineData("512MiB", 512L << 20, "512MiB")]
    [InlineData("1024MiB", 1L << 30, "1GiB")]
    [InlineData("1536MiB", 1536L << 20, "1536MiB")]
    [InlineData("64KiB", 64L << 10, "64KiB")]
    public void A_size_has_one_text_in_the_largest_unit_it_is_a_multiple_of(string text, long bytes, string written)
    {
        Assert.True(MemorySize.TryParse(text, out var size));
        Assert.Equal((bytes, written), (size.Count, MemorySize.Format(size)));
    }

    [Theory]
    [InlineData("512")]
    [InlineData("512MB")]
    [InlineData("0MiB")]
    [InlineData("-1MiB")]
    [InlineData("1.5GiB")]
    [InlineData("99999999999GiB")]
    [InlineData("MiB")]
    [InlineData("")]
    public void What_is_no_size_is_refused(string text) => Assert.False(MemorySize.TryParse(text, out _));

    [Fact]
    public void Only_a_cell_with_a_limit_has_one_in_its_id()
    {
        var cell = new Cell("a", "net10.0@10.0.12", "server", 2);

        Assert.Equal(("a/net10.0@10.0.12/server/2c", "a--net10.0-10.0.12--server--2c"), (cell.Id, cell.Slug));
        cell = cell with { Memory = s_half };
        Assert.Equal(("a/net10.0@10.0.12/server/2c/512MiB", "a--net10.0-10.0.12--server--2c--512MiB"), (cell.Id, cell.Slug));
    }

    [Fact]
    public void Limits_of_a_selection_are_measured_in_one_block_whose_anchor_has_none()
    {
        var cells = Expand(s_two, new MachineLimits(2));
        var block = Assert.Single(BlockPacking.Pack(s_limits, cells));

        Assert.Equal("a--2c", block.Id);
        Assert.Equal(["a/net10.0/workstation/2c", "a/net10.0/workstation/2c/512MiB", "a/net10.0/workstation/2c/1GiB"],
            block.Variants.Select(variant => variant.Id));
    }

    [Fact]
    public void Nobody_gets_a_limit_without_asking_for_it()
    {
        Assert.Equal(["none"], Selection.Resolve(s_limits, "everything", new()).Limits["memory"]);
        Assert.Equal(["none"], Definitions.Of(Definitions.Small).LimitsOf(Axis.Memory));
        Assert.All(Definitions.Expand(Definitions.Checkout, new(), cores: 2), cell => Assert.Null(cell.Cell.Memory));
    }

    [Fact]
    public void A_subset_may_name_limits_and_its_parts_may_differ_in_them()
    {
        var matrix = Definitions.Of(Definitions.Small
            .Replace("cores: [1, 2, all]", "cores: [1, 2, all]\n  memory: [512MiB]")
            .Replace("gc: [workstation], measure: { rounds: 7 }", "gc: [workstation], memory: [none, 512MiB], measure: { rounds: 7 }"));

        var cells = MatrixExpansion.Expand(matrix, Selection.Resolve(matrix, "mixed", new()), new(2), _ => null);

        Assert.Equal(["a/net10.0/workstation/2c", "a/net10.0/workstation/2c/512MiB"], cells.Where(cell => cell.Cell.Scenario == "a")
            .Select(cell => cell.Cell.Id));
        Assert.All(cells.Where(cell => cell.Cell.Scenario != "a"), cell => Assert.Null(cell.Cell.Memory));
    }

    [Theory]
    [InlineData("2GiB", "--memory: unknown memory '2GiB'; did you mean '1GiB'? (valid are: none, 512MiB, 1GiB)")]
    [InlineData("lots", "--memory: unknown memory 'lots'")]
    public void A_limit_that_the_axis_does_not_have_is_an_error(string name, string message) =>
        Assert.StartsWith(
        message, Assert.Throws<UsageException>(() => Selection.Resolve(s_limits, "smoke", new AxisChoice().With(Axis.Memory, [name]))).Message);

    [Fact]
    public void A_limit_may_be_written_in_another_unit() =>
        Assert.Equal(["1GiB"], Selection.Resolve(s_limits, "smoke", new AxisChoice().With(Axis.Memory, ["1024MiB"])).Limits["memory"]);

    [Fact]
    public void An_axis_of_something_else_is_reported_with_its_place()
    {
        var error = Assert.Throws<UsageException>(
            () => Definitions.Of(Definitions.Small.Replace("cores: [1, 2, all]", "cores: [1, 2, all]\n  memory: [512MB]")));

        Assert.Equal("matrix.yml:12:12: axes.memory[0]: found text '512MB', expected none, or a whole number with KiB, MiB or GiB, such as 512MiB",
            error.Message);
    }

    [Fact]
    public void A_machine_that_cannot_limit_measures_the_cells_without_a_limit_and_says_why_not_the_others()
    {
        var cells = Expand(s_two, new MachineLimits(2)
        {
            LimitProblems = new Dictionary<string, string> { ["memory"] = "control groups are not mounted" },
        });

        Assert.Equal([CellStatus.Planned, CellStatus.Unavailable, CellStatus.Unavailable], cells.Select(cell => cell.Status));
        Assert.Equal("needs a control group with a memory limit: control groups are not mounted", cells[1].Reason);
    }

    [Fact]
    public void A_limit_above_the_memory_of_the_machine_limits_nothing()
    {
        var cells = Expand(s_two, new MachineLimits(2) { Memory = new Bytes(600 << 20) });

        Assert.Equal([CellStatus.Planned, CellStatus.Planned, CellStatus.Unavailable], cells.Select(cell => cell.Status));
        Assert.Equal("needs 1GiB of memory, this machine has 600MiB", cells[2].Reason);
    }

    [Fact]
    public void What_this_machine_lacks_says_nothing_of_those_of_agents()
    {
        var poor = new MachineLimits(2)
        {
            Memory = new Bytes(1),
            LimitProblems = new Dictionary<string, string> { ["memory"] = "control groups are not mounted" },
        };

        var plan = MatrixPlan.Of(s_limits, new PlanRequest("smoke", s_two, new()) { IsElsewhere = true }, poor, _ => null);

        Assert.All(plan.Plan.Cells, cell => Assert.Equal(CellStatus.Planned, cell.Status));
    }

    [Fact]
    public void Cases_of_benchmarks_have_no_limit()
    {
        var cells = Definitions.Expand(
            Definitions.Checkout, new AxisChoice(["async-tasks-short"], ["net10.0"], ["server"], ["2"]).With(Axis.Memory, ["512MiB"]), cores: 2);

        Assert.All(cells, cell => Assert.Equal(CellStatus.NotApplicable, cell.Status));
    }

    private static IReadOnlyList<PlannedCell> Expand(AxisChoice axes, MachineLimits machine) =>
        MatrixExpansion.Expand(s_limits, Selection.Resolve(s_limits, "smoke", axes), machine, _ => null);
}
