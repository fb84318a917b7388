using PerfMatrix.Gate;
using PerfMatrix.Tests.Results;
using static PerfMatrix.Tests.Gate.GateRuns;

namespace PerfMatrix.Tests.Gate;

public sealed class DecisionSchemaTests
{
    private static readonly GateDecision s_decision = GateDecision.Of([Comparison(Run("r", 10, Unchanged, Slower), Stage.Screen)], new(new()));

    [Fact]
    public void The_suspects_are_what_their_schema_says()
    {
        Assert.NotEmpty(s_decision.Suspects.Suspects);
        SchemaCheck.AssertFits("suspects", SuspectsDocument.File.Format(s_decision.Suspects));
    }

    [Fact]
    public void The_verdict_is_what_its_schema_says()
    {
        var judged = GateDecision.Of([Comparison(Run("r", 10, Slower), Stage.Screen), Confirmation(10, Slower)], new(new())).Verdict;

        SchemaCheck.AssertFits("verdict", VerdictDocument.File.Format(judged));
        SchemaCheck.AssertFits("verdict", VerdictDocument.File.Format(judged with
        {
            PullRequest = new(7, "0123", null),
            OwnDetectPercent = 7.5,
            PolicyChanges = ["crank/gate.yml"],
            Reproduce = "scripts/perfmatrix compare main",
            Families = [new("gc server", "throughput", 3, 1, 5, 4, 3)],
        }));
    }
}
