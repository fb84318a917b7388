namespace PerfMatrix.Gate;

/// <summary>The rule of metrics that vary: exact statistics of the pairs so far, at the levels of the looks that they reach. Under no change the four
/// processes of a round can be exchanged, so the signs of both pairs of a round are fair coins, and the signed-rank test is exact.</summary>
internal static class PairedRule
{
    /// <summary>Level of the signs of a change that no look has confirmed.</summary>
    public const double SuspectLevel = 0.05;

    /// <param name="verdict">The verdict as long as nothing is known.</param>
    /// <param name="logRatios">NaN where a pair tells nothing; infinite where one process alone kept up with the rate, so that it is worse or better
    /// than all others.</param>
    /// <param name="limitsAt">The limits where there are so many pairs.</param>
    public static SubjectVerdict Judge(SubjectVerdict verdict, IReadOnlyList<double> logRatios, Func<int, Limits> limitsAt, DecisionLooks looks)
    {
        double[] usable = [.. logRatios.Where(ratio => !double.IsNaN(ratio))];
        if (2 * usable.Length < logRatios.Count) return verdict with { Reason = Lacking(usable.Length, logRatios.Count) };
        return looks.Judge(verdict, usable.Length, look =>
        {
            var limits = limitsAt(look.Pairs);
            var pairs = Bounded(usable[..look.Pairs], limits);
            var evidence = Evidence.Of(pairs, look, limits);
            var judged = Decide(verdict with
            {
                NotMeasured = false,
                Estimate = evidence.Estimate,
                DetectablePercent = LogRatio.ToPercent(evidence.Detectable(limits)),
                ClearsPercent = evidence.Clears(limits) ? limits.DetectPercent : null,
                IsSmall = evidence.Location < limits.Threshold,
                SizePercent = limits.Detect > limits.Promised ? limits.DetectPercent : null,
            }, pairs, evidence, look, limits);
            // Where most pairs are infinite, nobody knows how large the change is.
            var infinite = usable.Take(look.Pairs).Count(double.IsInfinity);
            var why = $"{judged.Reason}; in {infinite} of {look.Pairs} pairs one process alone kept up with the rate";
            return 2 * infinite <= look.Pairs ? judged : judged with { Estimate = null, Reason = why };
        });
    }

    // Ranks ask for no more than the largest of all; with twice the size the estimate is the size where a third of the pairs are infinite.
    private static double[] Bounded(double[] pairs, Limits limits)
    {
        var most = pairs.Where(double.IsFinite).Select(Math.Abs).Append(2 * limits.Detect).Max();
        return [.. pairs.Select(pair => Math.Clamp(pair, -most, most))];
    }

    /// <summary>Why pairs are too few of those that were measured.</summary>
    public static string Lacking(int usable, int pairs) =>
        $"{pairs - usable} of {pairs} pairs have no usable sample of both sides; run.json has the samples, and its warnings tell what failed";

    private static SubjectVerdict Decide(SubjectVerdict verdict, double[] pairs, Evidence evidence, DecisionLook look, Limits limits)
    {
        var sign = Math.Sign(evidence.Location);
        var word = sign > 0 ? "worse" : "better";
        double[] turned = sign < 0 ? [.. pairs.Select(pair => -pair)] : pairs;
        // A look at too few pairs leaves its level unspent, so all looks together spend less.
        var mayDecide = Math.Abs(evidence.Location) >= limits.Threshold && pairs.Length >= limits.LeastPairs;
        if (mayDecide && SignedRank.Test(turned, limits.Margin).Greater is var p && p <= look.Change * limits.LevelShare)
            return verdict with
            {
                Verdict = sign > 0 ? Verdict.Worse : Verdict.Better,
                Reason = $"{word} than the margin of {LogRatio.ToPercent(limits.Margin):0.0} %, p {(p < 0.0001 ? "< 0.0001" : $"= {p:0.0000}")}",
            };
        if (evidence.IsSame(limits))
            return verdict with { Verdict = Verdict.Same, Reason = $"any change is smaller than {limits.DetectPercent:0.#} %" };
        var isSuspect = Math.Abs(evidence.Location) >= limits.SuspectThreshold
            && SignedRank.Test(turned).Greater <= SuspectLevel * limits.LevelShare;
        return verdict with
        {
            Verdict = isSuspect && sign > 0 ? Verdict.Undecided : Verdict.Unknown,
            Suspicion = isSuspect ? sign > 0 ? Suspicion.Worse : Suspicion.Better : Suspicion.None,
            // Where many subjects share the error rate, a few pairs show no change of any size.
            DetectablePercent = Math.ScaleB(1, -pairs.Length) > SuspectLevel * limits.LevelShare ? null : verdict.DetectablePercent,
            Reason = !isSuspect ? Open(evidence, limits)
                : $"looks {word}, {(pairs.Length < limits.LeastPairs ? Few(evidence, limits) : "neither confirmed nor excluded")}",
        };
    }

    /// <summary>What is lacking to call something the same that shows no sign of a change.</summary>
    private static string Open(Evidence evidence, Limits limits)
    {
        var size = $"{limits.DetectPercent:0.#} %";
        if (!evidence.Excludes(limits)) return $"no sign of a change, but one of {size} is not excluded";
        return evidence.Pairs < limits.LeastPairs ? $"no sign of a change, {Few(evidence, limits)}"
            : $"no sign of a change, and one of {size} is excluded, but the estimate is too close to half of "
                + $"{LogRatio.ToPercent(limits.Promised):0.#} %";
    }

    private static string Few(Evidence evidence, Limits limits) =>
        $"but {limits.LeastPairs} pairs are needed where the size has grown, here to {limits.DetectPercent:0.#} %, and these are {evidence.Pairs}";
}

/// <summary>What pairs say of a subject, with the doubt that the machine adds.</summary>
/// <param name="Estimate">Effect and shown 95 % interval, widened by the machine's bias.</param>
/// <param name="Sameness">The interval of the two one-sided tests of sameness, widened likewise; null with too few pairs.</param>
/// <param name="Noise">Standard error of the effect, the machine's bias left out.</param>
internal sealed record Evidence(Estimate Estimate, Interval? Sameness, double Noise, int Pairs)
{
    private const double Confidence = 0.95;

    // By simulation 95 of 100 changes of the size told show. More than the 1.645 of a single test, because a decision is tried at several looks; and
    // a few pairs know their spread badly and are suspected in coarse steps.
    private const double Score = 1.75;
    private const double OfFewPairs = 12.5;

    public double Location => Estimate.Location;

    public static Evidence Of(ReadOnlySpan<double> pairs, DecisionLook look, Limits limits)
    {
        var estimate = Estimate.Of(pairs);
        var sameness = SignedRank.Interval(pairs, 1 - (2 * look.Same));
        // The estimate's efficiency against the mean's is 3 / pi (E. Lehmann 1975, "Nonparametrics: Statistical Methods Based on Ranks", appendix).
        var noise = Spread.StandardDeviation(pairs) * Math.Sqrt(Math.PI / 3 / pairs.Length);
        return new(
            estimate with { Interval = Widen(estimate.Interval, estimate.Location, NormalDistribution.Quantile((1 + Confidence) / 2) * limits.Bias) },
            Widen(sameness, estimate.Location, NormalDistribution.Quantile(1 - look.Same) * limits.Bias),
            noise,
            pairs.Length);
    }

    /// <summary>Whether the subject is unchanged: two one-sided tests exclude every change of the size that is to be found (D. Schuirmann 1987, "A
    /// comparison of the two one-sided tests procedure and the power approach for assessing the equivalence of average bioavailability", J.
    /// Pharmacokin. Biopharm. 15), and the estimate itself is well below the threshold of a failure.</summary>
    public bool IsSame(Limits limits) => Pairs >= limits.LeastPairs && Excludes(limits) && Math.Abs(Location) < limits.SameThreshold;

    /// <summary>Whether a worsening by the size would have shown in 95 of 100 cases, or is excluded as for what is the same.</summary>
    public bool Clears(Limits limits) => Pairs >= limits.LeastPairs && (Detectable(limits) <= limits.Detect
        || (Sameness is { } interval && interval.High <= limits.Detect && Location < limits.SameThreshold));

    /// <summary>Whether the two tests of sameness alone exclude every change of the size.</summary>
    public bool Excludes(Limits limits) => Sameness is { } interval && interval.IsWithin(limits.Detect);

    /// <summary>The smallest change that these pairs would have shown in 95 of 100 cases, as a log ratio: it would have been worse or undecided, not
    /// passed over. What passes is below the threshold, or too little beside the noise to be suspected.</summary>
    public double Detectable(Limits limits) => Detectable(limits, Noise, Pairs);

    /// <summary>The same of so many pairs whose effect has an error, a log ratio.</summary>
    public static double Detectable(Limits limits, double noise, int pairs)
    {
        var suspect = NormalDistribution.Quantile(1 - (PairedRule.SuspectLevel * limits.LevelShare));
        return Math.Max(limits.SuspectThreshold, Doubt(suspect)) + Doubt(Score);

        double Doubt(double score) => Norm((score + (OfFewPairs / Math.Pow(pairs - 1, 1.5))) * noise, score * limits.Bias);
    }

    /// <summary>Rounds after which pairs that show <paramref name="detectable"/> now would show a change of the policy's size, by the same function;
    /// null when so many as <paramref name="most"/> would not.</summary>
    public static int? RoundsFor(Limits limits, double detectable, int rounds, int most)
    {
        var (low, high) = (0.0, detectable);
        for (var i = 0; i < 60; i++)
            (low, high) = Detectable(limits, (low + high) / 2, 2 * rounds) < detectable ? ((low + high) / 2, high) : (low, (low + high) / 2);
        for (var more = rounds; more <= most; more++)
        {
            if (Detectable(limits, high * Math.Sqrt((double)rounds / more), 2 * more) <= limits.Promised) return more;
        }
        return null;
    }

    /// <summary>Adds the uncertainty of the machine, which no number of rounds reduces: independent errors add in squares.</summary>
    private static Interval? Widen(Interval? interval, double location, double bias) => interval is { } rounds
        ? new(location - Norm(location - rounds.Low, bias), location + Norm(rounds.High - location, bias))
        : null;

    private static double Norm(double a, double b) => Math.Sqrt((a * a) + (b * b));
}
