using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Matrix;

public sealed class CpuLimitAxisTests
{
    private static readonly MachineLimits s_two = new(2);

    [Fact]
    public void Every_amount_has_one_text_that_reads_as_itself()
    {
        for (var millicores = CpuAmount.Least; millicores <= 256_000; millicores++)
        {
            var amount = new CpuAmount(millicores);
            Assert.True(CpuAmount.TryParse($"{amount}", out var read) && CpuAmount.TryParse($"{millicores}m", out var same) && read == same);
            Assert.Equal(amount, read);
        }
    }

    [Theory]
    [InlineData("500m", 500, "500m", 1)]
    [InlineData("1000m", 1000, "1", 1)]
    [InlineData("1001m", 1001, "1001m", 2)]
    [InlineData("2", 2000, "2", 2)]
    public void An_amount_is_written_in_cores_if_it_is_whole_and_the_runtime_rounds_it_up(string text, int millicores, string written, int processors)
    {
        Assert.True(CpuAmount.TryParse(text, out var amount));
        Assert.Equal((millicores, written, processors), (amount.Millicores, $"{amount}", amount.Processors));
    }

    [Theory]
    [InlineData("")]
    [InlineData("m")]
    [InlineData("9m")]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("0.5")]
    [InlineData("500M")]
    [InlineData(" 1")]
    [InlineData("99999999999")]
    [InlineData("9999999")]
    public void What_is_no_amount_is_refused(string text) => Assert.False(CpuAmount.TryParse(text, out _));

    [Fact]
    public void Only_a_cell_with_a_limit_has_one_in_its_id()
    {
        var cell = new Cell("a", "net10.0", "server", 2);

        Assert.Equal("a/net10.0/server/2c", cell.Id);
        cell = cell with { CpuLimit = new(500) };
        Assert.Equal(("a/net10.0/server/2c/cpu-500m", "a--net10.0--server--2c--cpu-500m"), (cell.Id, cell.Slug));
        Assert.Equal("a/net10.0/server/2c/256MiB/cpu-500m", (cell with { Memory = new(256 << 20) }).Id);
        Assert.Equal("server 256MiB cpu-500m", (cell with { Memory = new(256 << 20) }).GcWithLimits);
    }

    [Fact]
    public void Nobody_gets_a_limit_without_asking_for_it() =>
        Assert.All(Definitions.Expand(Definitions.Checkout, new(), cores: 2), cell => Assert.Null(cell.Cell.CpuLimit));

    [Fact]
    public void Within_half_a_core_there_is_no_server_gc_and_the_reason_is_said()
    {
        var cells = Expand("server", "500m", "1500m");

        Assert.Equal([CellStatus.NotApplicable, CellStatus.Planned], cells.Select(cell => cell.Status));
        Assert.Equal(
            "falls back to workstation GC on one core; within its CPU limit of 500m the runtime counts 1 of 2", cells[0].Reason);
        Assert.Equal(2, cells[1].Cell.Processors);
    }

    [Fact]
    public void A_limit_above_the_cores_of_the_cell_limits_nothing()
    {
        var cell = Assert.Single(Plan(new AxisChoice(["hello-minimal"], ["net10.0"], ["workstation"], ["1"]), "500m", "1500m").Plan.Cells,
            cell => cell.Status == CellStatus.Unavailable);

        Assert.Equal("a CPU limit of 1500m needs more than the 1 cores of the cell", cell.Reason);
    }

    [Fact]
    public void Slices_are_long_enough_for_a_limit_and_take_the_same_time_together()
    {
        var usual = Plan(Choice("workstation"), "none").Measure;
        var limited = Plan(Choice("workstation"), "none", "500m").Measure;

        Assert.Equal((TimeSpan.FromMilliseconds(5), 200), (usual.Slice, usual.Slices));
        Assert.Equal((TimeSpan.FromSeconds(1), 1), (limited.Slice, limited.Slices));
    }

    [Fact]
    public void A_machine_that_cannot_limit_says_so_of_the_cells_with_a_limit()
    {
        var machine = s_two with { LimitProblems = new Dictionary<string, string> { ["cpuLimit"] = "control groups are not mounted" } };
        var cells = MatrixPlan.Of(Definitions.Checkout, Request(Choice("workstation"), "none", "500m"), machine, _ => null).Plan.Cells;

        Assert.Equal([CellStatus.Planned, CellStatus.Unavailable], cells.Select(cell => cell.Status));
        Assert.Equal("needs a control group with a CPU limit: control groups are not mounted", cells[1].Reason);
    }

    private static AxisChoice Choice(string gc) => new(["hello-minimal"], ["net10.0"], [gc], ["2"]);

    private static PlanRequest Request(AxisChoice choice, params string[] limits) => new("smoke", choice.With(Axis.CpuLimit, limits), new());

    private static MatrixPlan Plan(AxisChoice choice, params string[] limits) =>
        MatrixPlan.Of(Definitions.Checkout, Request(choice, limits), s_two, _ => null);

    private static IReadOnlyList<PlannedCell> Expand(string gc, params string[] limits) => Plan(Choice(gc), limits).Plan.Cells;
}
