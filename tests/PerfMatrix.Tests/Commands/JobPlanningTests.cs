using PerfMatrix.Commands;
using PerfMatrix.Commands.GitHub;
using PerfMatrix.Gate;
using PerfMatrix.GitHub.Plans;
using PerfMatrix.Measurement;
using PerfMatrix.Tests.Matrix;

namespace PerfMatrix.Tests.Commands;

public sealed class JobPlanningTests
{
    private static readonly MatrixPlan s_plan = MatrixPlan.Of(
        Definitions.Checkout, new PlanRequest("pr", new AxisChoice(runtime: ["net10.0"]), new()), new(Cores: 4), _ => null);

    private static readonly Block s_block = PairedBlock.Pack(s_plan.Plan.Cells.Select(cell => CellPair.OfSides(cell.Cell)))[0].Block;

    [Theory]
    [InlineData("Tail", 20, 5)] // Sixteen pairs are eight rounds; the first look has three of them.
    [InlineData("Tail", 5, 2)]
    [InlineData("Tail", 3, 0)]
    [InlineData("Paired", 20, 0)]
    [InlineData("Report", 20, 0)]
    public void Where_start_up_gates_as_a_tail_its_own_rounds_are_planned_too(string rule, int mostRounds, int rounds)
    {
        var policy = new GatePolicy { Metrics = [new("startup", Enum.Parse<MetricRule>(rule))], MostRounds = mostRounds };

        Assert.Equal(
            rounds == 0 ? TimeSpan.Zero : TimeEstimate.Of(s_block, s_plan.MeasureOf(s_block) with { StartsOnly = true, Rounds = rounds }),
            JobPlanning.StartsOf(s_plan, s_block, policy, MeasuredTimes.None));
    }

    [Theory]
    [InlineData(true, "measured without a reference", "reference.yml")]
    [InlineData(false, "write a commit into crank/reference.yml", "BenchmarkDotNet")]
    public void A_plan_of_benchmarks_alone_says_that_they_have_no_reference_and_not_how_to_pin_one(bool isOfCases, string expected, string wrong)
    {
        var plan = new JobPlan
        {
            Selection = "--subset pr",
            Subset = "pr",
            Cores = 4,
            References = [],
            IsOfCases = isOfCases,
            Groups = [new(1, "g01", 4, 4, [new("b", 4, 4, 2, [])])],
            LeftOut = [],
            PolicyChanges = [],
        };

        var text = JobPlanText.Markdown(plan, WallTime.Of(plan, new()));

        Assert.Contains(expected, text, StringComparison.Ordinal);
        Assert.DoesNotContain(wrong, text, StringComparison.Ordinal);
        Assert.DoesNotContain("cases", JobPlan.File.Format(plan), StringComparison.OrdinalIgnoreCase);
    }
}
