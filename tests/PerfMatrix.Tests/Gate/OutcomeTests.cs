using PerfMatrix.Gate;
using static PerfMatrix.Tests.Gate.GateSamples;

namespace PerfMatrix.Tests.Gate;

public sealed class OutcomeTests
{
    [Theory]
    [InlineData("same same better", Outcome.Pass, 0)]
    [InlineData("same worse same", Outcome.Regressed, 1)]
    [InlineData("same acknowledged same", Outcome.Pass, 0)]
    [InlineData("same same missing", Outcome.Incomplete, 3)]
    [InlineData("worse same missing", Outcome.Regressed, 1)] // A known regression is worse than a gap.
    [InlineData("same same same same same same same same same unknown", Outcome.Pass, 0)] // Exactly 10 %.
    [InlineData("same same same same same same same same unknown", Outcome.Incomplete, 3)]
    [InlineData("same reported-worse", Outcome.Pass, 0)]
    [InlineData("same reported-missing", Outcome.Pass, 0)]
    [InlineData("", Outcome.Incomplete, 3)]
    public void Verdicts_add_up(string verdicts, Outcome expected, int exitCode)
    {
        var outcome = Outcomes.Of([.. verdicts.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(VerdictOf)], new());
        Assert.Equal((expected, exitCode), (outcome, outcome.ExitCode()));
    }

    private static SubjectVerdict VerdictOf(string word) => new()
    {
        Subject = Subject(),
        Reason = "",
        Stage = Stage.Screen,
        Verdict = word.Split('-')[^1] switch
        {
            "same" => Verdict.Same,
            "better" => Verdict.Better,
            "worse" or "acknowledged" => Verdict.Worse,
            _ => Verdict.Unknown,
        },
        Acknowledged = word == "acknowledged" ? "known" : null,
        Rounds = word.EndsWith("missing", StringComparison.Ordinal) ? 0 : 7,
        Gates = !word.StartsWith("reported", StringComparison.Ordinal),
    };
}
