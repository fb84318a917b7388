using System.Text;
using System.Text.RegularExpressions;
using PerfMatrix.Shared;
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
        Assert.Equal(Supported(inTheLastDays: 365), smoke.Runtimes.Select(runtime => runtime.ToString()));
        Assert.Equal(["workstation", "server", "datas"], smoke.GcModes.Select(mode => mode.Name));
        Assert.Equal([CoreCount.All], smoke.Cores);
    }

    [Fact]
    public void A_pull_request_measures_six_cells_for_each_supported_runtime()
    {
        var cells = MatrixExpansion.Expand(Definitions.Checkout, Resolve("pr"), new(Cores: 4), _ => null);

        Assert.Equal(6 * Supported().Count, cells.Count(cell => cell.Status == CellStatus.Planned));
    }

    [Fact]
    public void A_comparison_measures_the_newest_runtime_with_long_term_support() => Assert.Equal(
        new RuntimeCalendar(Definitions.Checkout.Runtimes, DateOnly.FromDateTime(DateTime.UtcNow)).Named(["lts"]),
        Resolve("compare").Runtimes.Select(runtime => runtime.ToString()));

    private static List<string> Supported(int inTheLastDays = 0) => [.. Definitions.Checkout.Runtimes
        .Where(runtime => runtime.EndOfSupport >= DateOnly.FromDateTime(DateTime.UtcNow).AddDays(-inTheLastDays))
            .Select(runtime => runtime.Framework)];

    [Fact]
    public void An_axis_that_a_subset_leaves_out_has_all_values_but_those_on_request()
    {
        var full = Resolve("full");

        Assert.Equal(Definitions.Checkout.Runtimes.Select(runtime => runtime.Framework),
            full.Runtimes.Select(runtime => runtime.Framework));
        Assert.DoesNotContain(full.Scenarios, scenario => scenario.OnRequest);
        Assert.Equal(Definitions.Checkout.Cores, full.Cores);
    }

    [Fact]
    public void Options_replace_the_values_of_their_axis_and_leave_the_others()
    {
        var selection = Resolve("smoke", new(runtime: ["net8.0"]));

        Assert.Equal(["net8.0"], selection.Runtimes.Select(runtime => runtime.ToString()));
        Assert.Equal(3, selection.GcModes.Count);
    }

    [Fact]
    public void Main_is_run_by_the_applications_of_the_newest_framework() =>
        Assert.Equal($"{Definitions.Checkout.Frameworks[^1]}@main", Assert.Single(Resolve("smoke", new(runtime: ["main"])).Runtimes).ToString());

    [Fact]
    public void The_order_is_that_of_the_axes_whatever_the_order_of_the_options()
    {
        var selection = Resolve("smoke", new(
            ["values", "hello-minimal"],
            ["net10.0", "net10.0@10.0.12", "net10.0@10.0.9", "net8.0", "net10.0", "net11.0@11.0.0-rc.1"],
            ["server-heaps-16", "datas", "server-heaps-2", "workstation"],
            ["all", "2"]));

        Assert.Equal(["hello-minimal", "values"], selection.Scenarios.Select(scenario => scenario.Name));
        Assert.Equal(["net8.0", "net10.0@10.0.9", "net10.0@10.0.12", "net10.0", "net11.0@11.0.0-rc.1"],
            selection.Runtimes.Select(runtime => runtime.ToString()));
        Assert.Equal(["workstation", "datas", "server-heaps-2", "server-heaps-16"], selection.GcModes.Select(mode => mode.Name));
        Assert.Equal(["2", "all"], selection.Cores.Select(cores => cores.ToString()));
    }

    [Fact]
    public void Unknown_names_get_a_suggestion_and_the_valid_ones()
    {
        (string Subset, AxisChoice Options)[] cases =
        [
            ("smok", new()),
            ("smoke", new(scenario: ["helo-minimal"])),
            ("smoke", new(runtime: ["net99.0"])),
            ("smoke", new(runtime: ["net10.0@9.0.12"])),
            ("smoke", new(runtime: ["net10.0@10.0"])),
            ("smoke", new(runtime: ["net10.0@"])),
            ("smoke", new(gc: ["sever"])),
            ("smoke", new(gc: ["server-heaps-0"])),
            ("smoke", new(gc: ["server-heaps-02"])),
            ("smoke", new(gc: ["zeros"])),
            ("smoke", new(cores: ["3"])),
        ];
        var text = new StringBuilder();
        foreach (var (subset, options) in cases) text.Append(Assert.Throws<UsageException>(() => Resolve(subset, options)).Message).Append('\n');

        Approval.Verify(WithoutLists(text.ToString()), "unknown");
    }

    // The first name tells which list it is; a new entry of the matrix changes no approved text.
    private static string WithoutLists(string text) => Regex.Replace(text, @"(?<=valid are: [^,\n]+), [^)\n]+", ", ...");

    [Fact]
    public void A_selection_without_a_cell_that_can_be_measured_says_what_removed_them()
    {
        var request = new PlanRequest("smoke", new(runtime: ["net8.0", "net11.0"], gc: ["regions-standalone", "workstation"]), new());

        var error = Assert.Throws<UsageException>(
            () => MatrixPlan.Of(Definitions.Checkout, request, new(Cores: 2), runtime => $"the feed has no {runtime.Framework}"));

        Approval.Verify(error.Message + "\n", "empty");
    }

    [Fact]
    public void A_scenario_on_request_takes_part_only_where_it_is_named()
    {
        var matrix = Definitions.Of(Definitions.Small);

        Assert.DoesNotContain(Selection.Resolve(matrix, "everything", new()).Scenarios, scenario => scenario.Name == "slow");
        Assert.Equal("slow", Assert.Single(Selection.Resolve(matrix, "everything", new(["slow"])).Scenarios).Name);
    }

    [Fact]
    public void A_subset_of_parts_is_their_union()
    {
        var matrix = Definitions.Of(Definitions.Small);
        var cells = MatrixExpansion.Expand(matrix, Selection.Resolve(matrix, "mixed", new()), new(Cores: 4), _ => null);

        Assert.Equal(
            [
                "a/net10.0/workstation/2c",
                "slow/net8.0/workstation/2c", "slow/net8.0/zero/2c", "slow/net10.0/workstation/2c", "slow/net10.0/zero/2c",
                "counted/net8.0/workstation/2c", "counted/net8.0/zero/2c", "counted/net10.0/workstation/2c", "counted/net10.0/zero/2c",
            ],
            cells.Select(cell => cell.Cell.Id));
    }

    [Fact]
    public void Options_choose_among_the_parts_and_replace_their_values()
    {
        var matrix = Definitions.Of(Definitions.Small);

        var cells = MatrixExpansion.Expand(matrix, Selection.Resolve(matrix, "mixed", new(["slow"], gc: ["workstation"])), new(Cores: 4), _ => null);
        Assert.Equal(["slow/net8.0/workstation/2c", "slow/net10.0/workstation/2c"], cells.Select(cell => cell.Cell.Id));

        var error = Assert.Throws<UsageException>(() => Selection.Resolve(matrix, "mixed", new(["b"])));
        Assert.Contains("no part of the subset 'mixed' has b; it has a, slow, counted", error.Message);
    }

    [Fact]
    public void A_scenario_says_itself_how_it_is_measured_and_options_win()
    {
        var matrix = Definitions.Of(Definitions.Small);
        var plan = MatrixPlan.Of(matrix, new("mixed", new(), new()), new(Cores: 4), _ => null);
        var asked = MatrixPlan.Of(matrix, new("mixed", new(), new() { Rounds = 3 }), new(Cores: 4), _ => null);

        var slow = plan.Plan.Blocks.First(block => block.Scenario == "slow");
        Assert.Single(slow.Variants);
        Assert.Equal((1, TimeSpan.FromSeconds(60), TimeSpan.FromSeconds(2)),
            (plan.MeasureOf(slow).Rounds, plan.MeasureOf(slow).Duration, plan.MeasureOf(slow).Timeline));
        Assert.Equal((7, TimeSpan.Zero), (plan.MeasureOf(plan.Plan.Blocks[0]).Rounds, plan.MeasureOf(plan.Plan.Blocks[0]).Timeline));
        Assert.Equal(3, asked.MeasureOf(slow).Rounds);
        Assert.True(plan.EstimateOf(slow) > TimeSpan.FromSeconds(60));
    }
}
