namespace PerfMatrix.Gate;

/// <summary>The rule of metrics that hardly vary, such as allocated bytes per request: a change counts when nine of ten pairs show more than an
/// amount, and more than identical programs differ by.</summary>
internal static class CountedRule
{
    private const double Most = 0.9;

    // Beyond so many median absolute deviations identical programs do not differ in one direction nine times of ten.
    private const double Deviations = 5;

    // What half of the pairs show is seen, so it is the error of a median that counts: 2.06 for 95 of 100, if a few pairs knew their spread. By
    // simulation 97 to 99 of 100 changes of the size told are seen; where pairs vary by far more than the amount 90 at six of them, 97 at twenty.
    private const double Score = 3;

    /// <param name="verdict">The verdict as long as nothing is known.</param>
    public static SubjectVerdict Judge(SubjectVerdict verdict, PairedRounds rounds, MetricPolicy metric)
    {
        double[] differences = [.. (rounds.Differences ?? []).Where(difference => !double.IsNaN(difference))];
        if (2 * differences.Length < rounds.LogRatios.Count || differences.Length == 0)
            return verdict with { Reason = PairedRule.Lacking(differences.Length, rounds.LogRatios.Count) };
        var judged = DecisionLooks.InForce.Judge(verdict, differences.Length, look =>
        {
            var amount = Math.Max(metric.Amount, Noise(rounds.TwinDifferences.Take(rounds.RoundsOf(look.Pairs))));
            var seen = differences[..look.Pairs];
            return Decide(verdict with
            {
                NotMeasured = false,
                DetectablePercent = rounds.Base is > 0 and var old ? 100 * (amount + Beyond(seen, metric.Amount)) / old : null,
            }, seen, amount, $"{amount:0.#} {Metric.Find(metric.Metric)?.Unit}".TrimEnd());
        });
        return judged.NotMeasured ? judged : judged with { Estimate = EstimateOf(rounds) };
    }

    /// <summary>1 where nine of ten differences are above an amount, -1 where they are below its opposite, else 0.</summary>
    public static int Differs(double[] differences, double amount) => Array.Find<int>([1, -1], sign =>
        differences.Count(difference => sign * difference > amount) is > 0 and var beyond && beyond >= Most * differences.Length);

    private static SubjectVerdict Decide(SubjectVerdict verdict, double[] differences, double amount, string named)
    {
        var (worse, better) = (differences.Count(difference => difference > amount), differences.Count(difference => difference < -amount));
        if (Differs(differences, amount) is not 0 and var sign)
            return verdict with
            {
                Verdict = sign > 0 ? Verdict.Worse : Verdict.Better,
                Reason = $"more than {named} {(sign > 0 ? "worse" : "better")} in {Rounds(Math.Max(worse, better))}",
            };
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

    // A change of the amount itself is not more than it, so where nothing varies one of twice as much is the next.
    private static double Beyond(double[] differences, double amount) =>
        Math.Max(amount, Score * Spread.Robust(differences) / Math.Sqrt(differences.Length));

    private static double Noise(IEnumerable<double> twins)
    {
        double[] known = [.. twins.Where(double.IsFinite)];
        return known.Length == 0 ? 0 : Deviations * OrderStatistics.Median([.. known.Select(Math.Abs)]);
    }

    private static Estimate? EstimateOf(PairedRounds rounds) =>
        rounds.LogRatios.Any(double.IsInfinity) ? null : Estimate.Of([.. rounds.LogRatios.Where(double.IsFinite)]);
}
