namespace PerfMatrix.Gate;

/// <summary>The rule of metrics that hardly vary, such as allocated bytes per request: a change counts when nine of ten pairs show more than an
/// amount, and more than identical programs differ by.</summary>
internal static class CountedRule
{
    private const double Most = 0.9;

    // Beyond so many median absolute deviations identical programs do not differ in one direction nine times of ten.
    private const double Deviations = 5;

    /// <param name="verdict">The verdict as long as nothing is known.</param>
    /// <param name="twins">Differences of identical programs in the same rounds, in the unit of the metric.</param>
    public static SubjectVerdict Judge(
        SubjectVerdict verdict, PairedRounds rounds, MetricPolicy metric, IReadOnlyList<double> twins, DecisionLooks looks)
    {
        if (rounds.Differences is not { Count: > 0 } differences || differences.Count != rounds.LogRatios.Count || differences.Any(double.IsNaN))
            return verdict with { Reason = "a round lacks the value of a side" };
        if (differences.Count < looks.First)
            return verdict with { Reason = $"{differences.Count} of {looks.First} pairs", MorePairs = looks.First - differences.Count };
        var amount = Math.Max(metric.Amount, twins.Count < looks.First ? 0 : Noise(twins));
        return Decide(verdict with
        {
            IsMeasured = true,
            Estimate = EstimateOf(rounds),
            DetectablePercent = rounds.Base is > 0 and var old ? 100 * amount / old : null,
        }, differences, amount, looks, $"{amount:0.#} {Metric.Find(metric.Metric)?.Unit}".TrimEnd());
    }

    private static SubjectVerdict Decide(SubjectVerdict verdict, IReadOnlyList<double> differences, double amount, DecisionLooks looks, string named)
    {
        var worse = differences.Count(difference => difference > amount);
        var better = differences.Count(difference => difference < -amount);
        if (worse >= Most * differences.Count)
            return verdict with { Verdict = Verdict.Worse, Reason = $"more than {named} worse in {Rounds(worse)}" };
        if (better >= Most * differences.Count)
            return verdict with { Verdict = Verdict.Better, Reason = $"more than {named} better in {Rounds(better)}" };
        if (2 * (worse + better) < differences.Count)
            return verdict with { Verdict = Verdict.Same, Reason = $"within {named} in {Rounds(differences.Count - worse - better)}" };
        return verdict with
        {
            Verdict = worse > better ? Verdict.Undecided : Verdict.Unknown,
            Suspicion = worse > better ? Suspicion.Worse : Suspicion.Better,
            Reason = $"beyond {named} in {worse + better} of {differences.Count} pairs only",
            MorePairs = looks.Next(differences.Count) - differences.Count,
        };

        string Rounds(int of) => of == differences.Count ? "every pair" : $"{of} of {differences.Count} pairs";
    }

    private static double Noise(IReadOnlyList<double> twins)
    {
        double[] known = [.. twins.Where(double.IsFinite)];
        return known.Length == 0 ? 0 : Deviations * OrderStatistics.Median([.. known.Select(Math.Abs)]);
    }

    private static Estimate? EstimateOf(PairedRounds rounds) =>
        rounds.LogRatios.All(double.IsFinite) ? Estimate.Of([.. rounds.LogRatios]) : null;
}
