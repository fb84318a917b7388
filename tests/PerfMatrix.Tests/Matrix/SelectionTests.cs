using System.Text;
using PerfMatrix.Matrix;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Matrix;

public sealed class SelectionTests
{
    private static Selection Resolve(string subset, AxisChoice? options = null) => Selection.Resolve(Definitions.Checkout, subset, options ?? new());

    [Fact]
    public void Smoke_is_what_a_plain_run_measures()
    {
        var smoke = Resolve(MatrixDefinition.DefaultSubset);

        Assert.Equal(["hello-minimal", "hello-controllers"], smoke.Scenarios.Select(scenario => scenario.Name));
        Assert.Equal(["net8.0", "net9.0", "net10.0"], smoke.Runtimes.Select(runtime => runtime.ToString()));
        Assert.Equal(["workstation", "server", "datas"], smoke.GcLegs.Select(leg => leg.Name));
        Assert.Equal([CoreCount.All], smoke.Cores);
    }

    [Fact]
    public void A_pull_request_measures_twelve_cells()
    {
        var cells = MatrixExpansion.Expand(Definitions.Checkout, Resolve("pr"), new(Cores: 4), _ => null);

        Assert.Equal(12, cells.Count(cell => cell.Status == CellStatus.Planned));
    }

    [Fact]
    public void An_axis_that_a_subset_leaves_out_has_all_values_but_those_on_request()
    {
        var full = Resolve("full");

        Assert.Equal(["net8.0", "net9.0", "net10.0", "net11.0"], full.Runtimes.Select(runtime => runtime.Framework));
        Assert.Equal(Definitions.Checkout.Scenarios, full.Scenarios);
        Assert.Equal(5, full.Cores.Count);
    }

    [Fact]
    public void Options_replace_the_values_of_their_axis_and_leave_the_others()
    {
        var selection = Resolve("smoke", new(Runtime: ["net6.0"]));

        Assert.Equal(["net6.0"], selection.Runtimes.Select(runtime => runtime.ToString()));
        Assert.Equal(3, selection.GcLegs.Count);
    }

    [Fact]
    public void The_order_is_that_of_the_axes_whatever_the_order_of_the_options()
    {
        var selection = Resolve("smoke", new(
            ["values", "hello-minimal"],
            ["net10.0", "net10.0@10.0.12", "net10.0@10.0.9", "net8.0", "net10.0", "net11.0@11.0.0-rc.1"],
            ["server-heaps-16", "datas", "server-heaps-2", "workstation"],
            ["all", "2"]));

        Assert.Equal(["hello-minimal", "values"], selection.Scenarios.Select(scenario => scenario.Name));
        Assert.Equal(["net8.0", "net10.0@10.0.9", "net10.0@10.0.12", "net10.0", "net11.0@11.0.0-rc.1"], selection.Runtimes.Select(runtime => runtime.ToString()));
        Assert.Equal(["workstation", "datas", "server-heaps-2", "server-heaps-16"], selection.GcLegs.Select(leg => leg.Name));
        Assert.Equal(["2", "all"], selection.Cores.Select(cores => cores.ToString()));
    }

    [Fact]
    public void Unknown_names_get_a_suggestion_and_the_valid_ones()
    {
        (string Subset, AxisChoice Options)[] cases =
        [
            ("smok", new()),
            ("smoke", new(Scenario: ["helo-minimal"])),
            ("smoke", new(Runtime: ["net12.0"])),
            ("smoke", new(Runtime: ["net10.0@9.0.12"])),
            ("smoke", new(Runtime: ["net10.0@10.0"])),
            ("smoke", new(Runtime: ["net10.0@"])),
            ("smoke", new(Gc: ["sever"])),
            ("smoke", new(Gc: ["server-heaps-0"])),
            ("smoke", new(Gc: ["server-heaps-02"])),
            ("smoke", new(Gc: ["zeros"])),
            ("smoke", new(Cores: ["3"])),
        ];
        var text = new StringBuilder();
        foreach (var (subset, options) in cases) text.Append(Assert.Throws<UsageException>(() => Resolve(subset, options)).Message).Append('\n');

        Approval.Verify(text.ToString(), "unknown");
    }

    [Fact]
    public void A_selection_without_a_cell_that_can_be_measured_says_what_removed_them()
    {
        var request = new PlanRequest("smoke", new(Runtime: ["net7.0", "net11.0"], Gc: ["datas", "workstation"]), new());

        var error = Assert.Throws<UsageException>(
            () => MatrixPlan.Of(Definitions.Checkout, request, new(Cores: 2), runtime => $"the feed has no {runtime.Framework}"));

        Approval.Verify(error.Message + "\n", "empty");
    }
}
