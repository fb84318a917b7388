namespace PerfMatrix.Gate;

/// <summary>The rule of metrics that hardly vary, such as allocated bytes per request: a change counts when nine of ten pairs show more than an
/// amount, and more than identical programs differ by.</summary>
internal static class CountedRule
{
    private const double Most = 0.9;

    // Beyond so many median absolute deviations identical programs do not differ in one direction nine times of ten.
    private const double Deviations = 5;

    // Fewer have no median worth the name.
    private const int LeastTwins = 3;

    /// <param name="verdict">The verdict as long as nothing is known.</param>
    public static SubjectVerdict Judge(SubjectVerdict verdict, PairedRounds rounds, MetricPolicy metric, DecisionLooks looks)
    {
        double[] differences = [.. (rounds.Differences ?? []).Where(difference => !double.IsNaN(difference))];
        if (2 * differences.Length < rounds.LogRatios.Count || differences.Length == 0)
            return verdict with { Reason = PairedRule.Lacking(differences.Length, rounds.LogRatios.Count) };
        var judged = looks.Judge(verdict, differences.Length, look =>
        {
            var amount = Math.Max(metric.Amount, Noise(rounds.TwinDifferences.Take(rounds.RoundsOf(look.Pairs))));
            return Decide(verdict with
            {
                NotMeasured = false,
                DetectablePercent = rounds.Base is > 0 and var old ? 100 * amount / old : null,
            }, differences[..look.Pairs], amount, $"{amount:0.#} {Metric.Find(metric.Metric)?.Unit}".TrimEnd());
        });
        return judged.NotMeasured ? judged : judged with { Estimate = EstimateOf(rounds) };
    }

    private static SubjectVerdict Decide(SubjectVerdict verdict, double[] differences, double amount, string named)
    {
        var worse = differences.Count(difference => difference > amount);
        var better = differences.Count(difference => difference < -amount);
        if (worse >= Most * differences.Length)
            return verdict with { Verdict = Verdict.Worse, Reason = $"more than {named} worse in {Rounds(worse)}" };
        if (better >= Most * differences.Length)
            return verdict with { Verdict = Verdict.Better, Reason = $"more than {named} better in {Rounds(better)}" };
        if (2 * (worse + better) < differences.Length)
            return verdict with { Verdict = Verdict.Same, Reason = $"within {named} in {Rounds(differences.Length - worse - better)}" };
        return verdict with
        {
            Verdict = worse > better ? Verdict.Undecided : Verdict.Unknown,
            Suspicion = worse > better ? Suspicion.Worse : Suspicion.Better,
            Reason = $"beyond {named} in {worse + better} of {differences.Length} pairs only",
        };

        string Rounds(int of) => of == differences.Length ? "every pair" : $"{of} of {differences.Length} pairs";
    }

    private static double Noise(IEnumerable<double> twins)
    {
        double[] known = [.. twins.Where(double.IsFinite)];
        return known.Length < LeastTwins ? 0 : Deviations * OrderStatistics.Median([.. known.Select(Math.Abs)]);
    }

    private static Estimate? EstimateOf(PairedRounds rounds) =>
        rounds.LogRatios.Any(double.IsInfinity) ? null : Estimate.Of([.. rounds.LogRatios.Where(double.IsFinite)]);
}
