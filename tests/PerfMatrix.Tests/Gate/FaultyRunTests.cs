using PerfMatrix.Gate;
using PerfMatrix.Metrics;

namespace PerfMatrix.Tests.Gate;

/// <summary>Runs on machines in which something went wrong.</summary>
public sealed class FaultyRunTests
{
    private const string Next = "the warnings of run.json say how it failed, mend that and measure again";

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
    public void A_copy_that_fails_in_every_round_makes_its_block_unmeasured_and_not_a_pass_and_costs_no_more_rounds()
    {
        var run = GateRuns.Run("a", 8, GateRuns.Unchanged)
            .WithSamples(sample => sample.Variant.Contains('#', StringComparison.Ordinal) ? null : sample);

        var decision = GateDecision.Of([GateRuns.Comparison(run)], s_rules);
        var verdict = decision.Verdict;

        Assert.Equal((Outcome.Incomplete, 0), (verdict.Outcome, decision.Wanted.Count));
        Assert.Contains(verdict.Cells, cell => cell.NotMeasured
            && cell.Reason.StartsWith("the identical copies of block block have no", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(5, Outcome.Pass)]
    [InlineData(6, Outcome.Incomplete)]
    public void A_head_that_fails_in_many_rounds_is_not_judged_by_the_others(int failed, Outcome expected)
    {
        var verdict = Judge(GateRuns.Comparison(Failing("a", 20, failed)));

        Assert.Equal(expected, verdict.Outcome);
        Assert.Equal(expected == Outcome.Incomplete, verdict.Cells.All(cell => cell.NotMeasured && cell.Reason
            == $"head failed in {failed} of 20 processes, base in 0: the rounds that are left do not speak for it; {Next}"));
    }

    [Fact]
    public void Failures_of_a_comparison_that_is_continued_count_together()
    {
        var (first, later) = (GateRuns.Comparison(Failing("a", 10, 3)), GateRuns.Comparison(Failing("b", 10, 3)));

        Assert.Equal(Outcome.Pass, Judge(first).Outcome);
        Assert.Equal(Outcome.Incomplete, Judge(RunComparison.Continue(first, later)).Outcome);
    }

    [Fact]
    public void A_second_machine_on_which_head_fails_clears_no_suspicion()
    {
        var screen = GateRuns.Comparison(GateRuns.Run("screen", 10, GateRuns.Slower), Stage.Screen);
        var fresh = GateRuns.Run("fresh", 16, GateRuns.Slower with { EffectPercent = 0 }).On("fresh-1");

        Assert.Equal(Outcome.Pass, Judge(screen, GateRuns.Comparison(fresh, Stage.Confirm)).Outcome);
        var verdict = Judge(screen, GateRuns.Comparison(Failing(fresh, 6), Stage.Confirm));
        Assert.Equal(Outcome.Incomplete, verdict.Outcome);
        Assert.StartsWith("suspected to be worse, not measured on a second machine: head failed in 6 of 16 processes",
            verdict.Cells.Single(cell => cell.Metric == "throughput").Reason, StringComparison.Ordinal);
    }

    // Each place is a round: whether base, its copy, head and its copy were measured in it.
    [Theory]
    [InlineData("++++++", "++++++", "---+++", "---+++", "6 of 12 processes, base in 0")] // Both copies count.
    [InlineData("++++++", "++++++", "---+++", "--++++", null)]
    [InlineData("++++++", "++++++", "------", "++++++", "6 of 12 processes, base in 0")] // A copy speaks for its original,
    [InlineData("++++++", "++++++", "++++++", "------", null)] // and one that never was there is none.
    [InlineData("++++++", "------", "++++++", "++++++", null)]
    [InlineData("+++++++++-", "++++++++++", "-----+++++", "---+++++++", "8 of 20 processes, base in 1")]
    [InlineData("+++++++++-", "++++++++++", "-----+++++", "--++++++++", null)] // Those of base allow head two more each.
    [InlineData("-----+++++", "---+++++++", "++++++++++", "++++++++++", null)]
    [InlineData("---++++", "---++++", "---++++", "---++++", null)] // Rounds that nobody was measured in are of other cells.
    public void Processes_of_head_that_failed_are_held_against_those_of_base(string old, string oldCopy, string now, string nowCopy, string? expected)
    {
        var reason = HeadFailures.Of([Series((old, now), (oldCopy, nowCopy))], [Series((old, oldCopy), (now, nowCopy))]);
        Assert.Equal(expected is null ? null : $"head failed in {expected}: the rounds that are left do not speak for it; {Next}", reason);
    }

    private static PairSeries Series(params (string A, string B)[] copies) => new("cell", "startup", "run", "block",
        [.. from copy in copies.Index()
            from round in Enumerable.Range(0, copy.Item.A.Length)
            where copy.Item.A[round] == '+' && copy.Item.B[round] == '+'
            select new PairRound(round + 1, 1, 1, 0) { Copy = copy.Index }]);

    private static RunDocument Failing(string id, int rounds, int failed) => Failing(GateRuns.Run(id, rounds, GateRuns.Unchanged), failed);

    // The last rounds of head.
    private static RunDocument Failing(RunDocument run, int failed) => run.WithSamples(sample =>
        sample.Round > run.Blocks[0].Rounds.Count - failed && !VariantIds.IsBase(sample.Variant) ? null : sample);

    private static VerdictDocument Judge(params ComparisonDocument[] documents) => GateDecision.Of(documents, s_rules).Verdict;
}
