using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>
/// The rule of metrics that hardly vary, such as allocated bytes per request: a change counts when every round shows more than a small share and more
/// than a small amount. No statistics, so no error rates; the noise of such a metric is not random.
/// </summary>
internal static class TightRule
{
    public static SubjectVerdict Judge(PairedRounds rounds, MetricPolicy metric, PolicyScales scales)
    {
        var needed = scales.Policy.Screen.Looks[0];
        var undecided = new SubjectVerdict
        {
            Subject = rounds.Subject,
            Verdict = Verdict.Unknown,
            Reason = "",
            Stage = Stage.Tight,
            Rounds = rounds.LogRatios.Count,
            Machines = 1,
            Estimate = EstimateOf(rounds),
        };
        if (rounds.Differences is null || rounds.Differences.Count != rounds.LogRatios.Count || rounds.LogRatios.Any(double.IsNaN))
            return undecided with { Reason = "a round lacks the value of a side" };
        if (rounds.LogRatios.Count < needed)
            return undecided with { Reason = $"{rounds.LogRatios.Count} of {needed} rounds", MoreRounds = needed - rounds.LogRatios.Count };
        return Decide(undecided, rounds, metric);
    }

    private static SubjectVerdict Decide(SubjectVerdict verdict, PairedRounds rounds, MetricPolicy metric)
    {
        var percent = LogRatio.FromPercent(metric.TightPercent);
        var changes = rounds.LogRatios.Zip(rounds.Differences!, (ratio, amount) => Change(ratio, amount, percent, metric.TightAmount)).ToList();
        var limit = $"{metric.TightPercent} % and {metric.TightAmount}";
        if (changes.TrueForAll(c => c > 0))
            return verdict with { Verdict = Verdict.Worse, Reason = $"more than {limit} worse in every round" };
        if (changes.TrueForAll(c => c < 0))
            return verdict with { Verdict = Verdict.Better, Reason = $"more than {limit} better in every round" };
        return 2 * changes.Count(c => c == 0) > changes.Count
            ? verdict with { Verdict = Verdict.Same, Reason = $"within {limit} in most rounds" }
            : verdict with { Reason = $"beyond {limit} in {changes.Count(c => c != 0)} of {changes.Count} rounds only" };
    }

    private static int Change(double logRatio, double amount, double percent, double least) =>
        Math.Abs(logRatio) > percent && Math.Abs(amount) > least ? Math.Sign(amount) : 0;

    private static Estimate? EstimateOf(PairedRounds rounds) =>
        rounds.LogRatios.Count > 0 && rounds.LogRatios.All(double.IsFinite) ? Estimate.Of([.. rounds.LogRatios]) : null;
}
