using PerfMatrix.Gate;
using PerfMatrix.GitHub;
using PerfMatrix.GitHub.Verdicts;
using PerfMatrix.Reporting.Verdicts;
using static PerfMatrix.Tests.GitHub.WrittenVerdicts;

namespace PerfMatrix.Tests.GitHub.Verdicts;

public sealed class VerdictAnnotationsTests
{
    [Fact]
    public void What_would_end_or_forge_a_command_is_escaped() => Assert.Equal(
        "::error title=a%3A b%2C 5 %25::first%0D%0A::set-output name=x::100 %25",
            WorkflowCommand.Error("a: b, 5 %", "first\r\n::set-output name=x::100 %"));

    [Fact]
    public void A_pass_has_no_annotation() => Assert.Empty(VerdictAnnotations.Of(Of(Cell("a", Verdict.Same), Cell("b", Verdict.Better))));

    [Fact]
    public void What_is_acknowledged_or_does_not_gate_is_no_error() =>
        Assert.Empty(VerdictAnnotations.Of(Of(Cell("a", Verdict.Worse) with
        {
            Acknowledged = "known",
        }, Cell("b", Verdict.Worse) with { Gates = false })));

    [Fact]
    public void Of_many_regressions_the_largest_are_shown_and_the_rest_is_counted()
    {
        var lines = VerdictAnnotations.Of(Of([.. Enumerable.Range(1, 25).Select(i => Cell($"c{i}", Verdict.Worse) with
        {
            EffectPercent = i,
        })])).TrimEnd('\n').Split('\n');
        Assert.Equal(10, lines.Length);
        Assert.StartsWith("::error title=c25%3A Throughput is worse::Throughput of c25 is worse by +25.0 %25, 5 rounds on the "
            + "second of 2 machines: confirmed.", lines[0], StringComparison.Ordinal);
        Assert.StartsWith("::error title=16 more regressions::", lines[^1], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(UndecidedRule.Fail, GateMode.Enforce, 10, 1, "7 more may be worse")]
    [InlineData(UndecidedRule.Warn, GateMode.Enforce, 8, 9, "c8%3A Throughput may be worse")]
    [InlineData(UndecidedRule.Fail, GateMode.Advise, 0, 10, "8 more may be worse")]
    public void A_step_has_no_more_of_a_level_than_github_shows_and_what_is_said_once_is_among_it(
        UndecidedRule undecided, GateMode mode, int errors, int warnings, string last)
    {
        var verdict = Of([.. Enumerable.Range(1, 16).Select(i => Cell($"c{i}", i > 8 ? Verdict.Worse : Verdict.Undecided))]) with
        {
            Policy = new() { Undecided = undecided, Mode = mode },
        };

        var lines = VerdictAnnotations.Of(verdict).TrimEnd('\n').Split('\n');

        Assert.Equal((errors, warnings), (lines.Count(line => line.StartsWith("::error", StringComparison.Ordinal)),
            lines.Count(line => line.StartsWith("::warning", StringComparison.Ordinal))));
        Assert.StartsWith("::warning title=Unknown verdicts::", lines[^1], StringComparison.Ordinal);
        Assert.Contains($" title={last}::", lines[^2], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(UndecidedRule.Fail, GateMode.Enforce, "error")]
    [InlineData(UndecidedRule.Warn, GateMode.Enforce, "warning")]
    [InlineData(UndecidedRule.Fail, GateMode.Advise, "warning")]
    public void An_undecided_verdict_is_named_as_an_error_where_it_fails(UndecidedRule undecided, GateMode mode, string level)
    {
        var verdict = Of(Cell("a", Verdict.Undecided) with { LowPercent = -0.5, HighPercent = 12 }, Cell("b", Verdict.Same),
            Cell("c", Verdict.Undecided) with { Acknowledged = "known" }) with
        {
            Outcome = Outcome.Undecided,
            Policy = new() { Undecided = undecided, Mode = mode },
        };

        Assert.StartsWith($"::{level} title=a%3A Throughput may be worse::Throughput of a may be worse by +6.0 %25 [-0.5 +12.0], 5 rounds on the "
            + "second of 2 machines: confirmed.\n", VerdictAnnotations.Of(verdict), StringComparison.Ordinal);
        Assert.DoesNotContain("of c", VerdictAnnotations.Of(verdict), StringComparison.Ordinal);
        Assert.Equal(level == "warning", VerdictWords.Headline(verdict).EndsWith(", so this fails nothing.", StringComparison.Ordinal));
    }

    [Fact]
    public void Of_a_pull_request_undecided_verdicts_are_named_behind_scenarios_that_are_worse()
    {
        var plan = JobArtifacts.PlanOf([JobArtifacts.Minimal]);
        var cell = plan.Cells().Single().Id;
        var verdict = Of(Cell(cell, Verdict.Worse), Cell(cell, Verdict.Undecided) with { Metric = "cpuPerRequest" });

        var lines = VerdictAnnotations.ByScenario(verdict, plan, [], []).Split('\n');

        Assert.StartsWith("::error title=hello-minimal is worse::", lines[0], StringComparison.Ordinal);
        Assert.StartsWith($"::error title={cell}%3A CPU/req may be worse::", lines[1], StringComparison.Ordinal);
    }

    [Fact]
    public void Unknown_verdicts_are_one_warning() => Assert.Equal(
        "::warning title=Unknown verdicts::2 of 3 verdicts are undecided or unknown. Not measured: b.\n",
        VerdictAnnotations.Of(Of(Cell("a", Verdict.Unknown), Cell("b", Verdict.Unknown) with { Rounds = 0, NotMeasured = true },
            Cell("c", Verdict.Same))));
}
