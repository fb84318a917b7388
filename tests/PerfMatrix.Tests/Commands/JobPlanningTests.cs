using PerfMatrix.Commands;
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

    [Fact]
    public void A_case_of_BenchmarkDotNet_takes_as_much_longer_as_its_reference_and_has_no_cell_more()
    {
        var (alone, beside) = (Case(references: 0), Case(references: 1));

        Assert.Equal("words/LookUp/net10.0/workstation/2c", Assert.Single(beside.Cells).Id);
        Assert.Equal(alone.Cells, beside.Cells);
        Assert.InRange(beside.Minutes / alone.Minutes, 1.5, 2);

        static PlannedBlock Case(int references)
        {
            var request = new PlanRequest("smoke", new AxisChoice(["words"], ["net10.0"], ["workstation"], ["2"]), new()) { References = references };
            var plan = MatrixPlan.Of(Definitions.Checkout, request, new(Cores: 2), _ => null);
            return JobPlanning.Planned(plan, Assert.Single(plan.Plan.Blocks), MeasuredTimes.None);
        }
    }
}
