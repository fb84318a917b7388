using PerfMatrix.Gate;

namespace PerfMatrix.Tests.Gate.Deciding;

/// <summary>Runs on machines in which something went wrong.</summary>
public sealed class FaultyRunTests
{
    private static readonly GateRules s_rules = new(new());

    [Fact]
    public void A_clock_that_jumps_changes_no_verdict()
    {
        var run = GateRuns.Run("a", 8, GateRuns.Slower, GateRuns.Unchanged);
        var jumped = run with
        {
            FinishedAt = run.StartedAt.AddHours(-1),
            Blocks = [.. run.Blocks.Select(block => block with
            {
                Rounds = [.. block.Rounds.Select((round, number) => round with { StartedAt = run.StartedAt.AddMinutes(-10 * number) })],
            })],
        };

        Assert.Equal(Text(run), Text(jumped));

        static string Text(RunDocument document) =>
            VerdictDocument.File.Format(GateDecision.Of([GateRuns.Comparison(document)], s_rules).Verdict);
    }

    [Fact]
    public void A_clock_that_was_put_back_before_a_comparison_went_on_changes_no_verdict()
    {
        var (first, later) = (GateRuns.Run("b", 5, GateRuns.Unchanged), GateRuns.Run("z", 4, GateRuns.Slower with { Runtime = "net9.0" }));
        Assert.Equal(Text(later), Text(later with { Id = "a" }));

        string Text(RunDocument more) => VerdictDocument.File.Format(
            GateDecision.Of([RunComparison.Continue(GateRuns.Comparison(first), GateRuns.Comparison(more))], s_rules).Verdict);
    }

    [Fact]
    public void A_copy_that_fails_in_every_round_makes_its_block_unmeasured_and_not_a_pass()
    {
        var run = GateRuns.Run("a", 8, GateRuns.Unchanged)
            .WithSamples(sample => sample.Variant.Contains('#', StringComparison.Ordinal) ? null : sample);

        var verdict = GateDecision.Of([GateRuns.Comparison(run)], s_rules).Verdict;

        Assert.Equal(Outcome.Incomplete, verdict.Outcome);
        Assert.Contains(verdict.Cells, cell => cell.NotMeasured
            && cell.Reason.StartsWith("the identical copies of block block have no", StringComparison.Ordinal));
    }
}
