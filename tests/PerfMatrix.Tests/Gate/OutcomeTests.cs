using PerfMatrix.Gate;
using static PerfMatrix.Tests.Gate.GateSamples;

namespace PerfMatrix.Tests.Gate;

public sealed class OutcomeTests
{
    [Theory]
    [InlineData("same same better", Outcome.Pass, 0)]
    [InlineData("same worse same", Outcome.Regressed, 1)]
    [InlineData("same acknowledged-worse same", Outcome.Pass, 0)]
    [InlineData("same acknowledged-undecided same", Outcome.Pass, 0)]
    [InlineData("same same missing", Outcome.Incomplete, 3)]
    [InlineData("worse same missing", Outcome.Regressed, 1)] // A known regression is worse than a gap,
    [InlineData("undecided same missing", Outcome.Incomplete, 3)] // and a gap worse than a suspicion.
    [InlineData("same same same same same same same same same same same undecided", Outcome.Undecided, 3)] // One is enough, whatever the others say.
    [InlineData("same unknown", Outcome.Pass, 0)] // Nothing is suspected; the verdict says what would have been seen.
    [InlineData("same identical", Outcome.Pass, 0)]
    [InlineData("same reported-worse", Outcome.Pass, 0)]
    [InlineData("same reported-missing", Outcome.Pass, 0)]
    [InlineData("", Outcome.Incomplete, 3)]
    public void Verdicts_add_up(string verdicts, Outcome expected, int exitCode)
    {
        var outcome = Outcomes.Of([.. verdicts.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(VerdictOf)]);
        Assert.Equal((expected, exitCode), (outcome, outcome.ExitCode(UndecidedRule.Fail)));
        Assert.Equal(expected == Outcome.Undecided ? 0 : exitCode, outcome.ExitCode(UndecidedRule.Warn));
    }

    private static SubjectVerdict VerdictOf(string word) => new(Subject(), Stage.Screen)
    {
        Verdict = word.Split('-')[^1] switch
        {
            "same" or "identical" => Verdict.Same,
            "better" => Verdict.Better,
            "worse" => Verdict.Worse,
            "undecided" => Verdict.Undecided,
            _ => Verdict.Unknown,
        },
        Acknowledged = word.StartsWith("acknowledged", StringComparison.Ordinal) ? "known" : null,
        NotMeasured = word.EndsWith("missing", StringComparison.Ordinal),
        Identical = word == "identical",
        Gates = !word.StartsWith("reported", StringComparison.Ordinal),
    };
}
