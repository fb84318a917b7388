using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>What stage 1 suspects of a subject.</summary>
public enum Suspicion
{
    /// <summary>Nothing; the verdict stands.</summary>
    None,
    Worse,
    Better,
}

/// <summary>The outcome of stage 1 for a subject: a verdict, or a suspicion that stage 2 has to look into.</summary>
/// <param name="Verdict">The verdict as far as stage 1 knows; unknown for a suspect that is to be confirmed.</param>
internal sealed record ScreenFinding(Suspicion Suspicion, SubjectVerdict Verdict)
{
    public Subject Subject => Verdict.Subject;
}

/// <summary>Stage 1: finds the few subjects worth measuring again, cheaply and one subject at a time.</summary>
internal static class Screening
{
    public static ScreenFinding Judge(PairedRounds rounds, string? unfit, double? storedSpread, PolicyScales scales)
    {
        var metric = scales.Policy.Of(rounds.Subject.Metric);
        if (metric.Rule == MetricRule.Tight && unfit is null)
            return new(Suspicion.None, TightRule.Judge(rounds, metric, scales));
        double[] pairs = [.. rounds.LogRatios];
        if (Unusable(pairs, unfit, scales) is { } reason)
            return new(Suspicion.None, Unknown(rounds, reason, metric) with
            {
                MoreRounds = unfit is null ? Math.Max(1, scales.Policy.Screen.Looks[0] - pairs.Length) : null,
            });
        var spread = storedSpread ?? Spread.Robust(pairs);
        var evidence = Evidence.Of(pairs, 1, scales);
        var verdict = Unknown(rounds, "", metric) with { Estimate = evidence.Estimate };
        return ReportedOnly(metric, spread) is { } reported
            ? new(Suspicion.None, verdict with { Reason = reported, Gates = false })
            : Suspect(pairs, verdict, evidence, spread, scales);
    }

    private static ScreenFinding Suspect(double[] pairs, SubjectVerdict verdict, Evidence evidence, double spread, PolicyScales scales)
    {
        var suspicion = SuspicionOf(pairs, evidence.Estimate.Location, scales);
        if (suspicion != Suspicion.None)
            return new(suspicion, verdict with
            {
                Reason = $"suspected to be {suspicion.ToString().ToLowerInvariant()}, not confirmed",
                MoreRounds = scales.Policy.Confirm.Looks[0],
            });
        var limits = scales.LimitsOf(verdict.Subject);
        return new(suspicion, evidence.IsSame(limits)
            ? verdict with { Verdict = Verdict.Same, Reason = Reasons.Same(limits) }
            : verdict with { Reason = Reasons.Wide(limits), MoreRounds = RoundsToDecide.More(evidence, spread, limits, scales) });
    }

    private static Suspicion SuspicionOf(double[] pairs, double location, PolicyScales scales)
    {
        if (Math.Abs(location) < scales.SuspectEffect)
            return Suspicion.None;
        var test = SignedRank.Test(pairs);
        return location > 0
            ? test.Greater <= scales.Policy.Screen.Level ? Suspicion.Worse : Suspicion.None
            : test.Less <= scales.Policy.Screen.Level ? Suspicion.Better : Suspicion.None;
    }

    private static string? Unusable(double[] pairs, string? unfit, PolicyScales scales)
    {
        if (unfit is not null)
            return unfit;
        if (Array.FindIndex(pairs, p => !double.IsFinite(p)) is >= 0 and var bad)
            return $"round {bad + 1} has no usable sample of both sides";
        return pairs.Length < scales.Policy.Screen.Looks[0] ? $"{pairs.Length} of {scales.Policy.Screen.Looks[0]} rounds" : null;
    }

    private static SubjectVerdict Unknown(PairedRounds rounds, string reason, MetricPolicy metric) => new()
    {
        Subject = rounds.Subject,
        Verdict = Verdict.Unknown,
        Reason = reason,
        Stage = Stage.Screen,
        Rounds = rounds.LogRatios.Count,
        Machines = 1,
        Gates = metric.Rule != MetricRule.Report,
    };

    private static string? ReportedOnly(MetricPolicy metric, double spread) =>
        metric.Rule == MetricRule.Report ? "reported only" : SpreadRule.TooWide(metric, spread);
}

/// <summary>
/// The rule of metrics that gate only where they are calm, such as tail latencies: beyond a spread of their pairs they are shown and fail nothing.
/// Both stages apply it, each to its own rounds: a few rounds of a screen look calm by chance more often than those of a confirmation.
/// </summary>
internal static class SpreadRule
{
    /// <summary>Why the metric is shown only; null when it gates.</summary>
    /// <param name="spread">Standard deviation of a pair, a log ratio.</param>
    public static string? TooWide(MetricPolicy metric, double spread) =>
        metric.SpreadLimitPercent is { } limit && spread > LogRatio.FromPercent(limit)
        ? $"reported only: pairs spread {LogRatio.ToPercent(spread):0.0} %, at most {limit} % gates"
        : null;
}

/// <summary>What pairs say of a subject, with the doubt that the machines add.</summary>
/// <param name="Estimate">Effect and shown interval, widened by the machine bias.</param>
/// <param name="Sameness">The interval of the two one-sided tests of sameness, widened likewise; null with too few pairs.</param>
internal sealed record Evidence(Estimate Estimate, Interval? Sameness, int Machines)
{
    public static Evidence Of(ReadOnlySpan<double> pairs, int machines, PolicyScales scales)
    {
        var estimate = Estimate.Of(pairs, scales.Confidence);
        var sameness = SignedRank.Interval(pairs, scales.SameConfidence);
        return new(
            estimate with { Interval = Widen(estimate.Interval, estimate.Location, scales.BiasOfInterval, machines) },
            Widen(sameness, estimate.Location, scales.BiasOfSame, machines),
            machines);
    }

    /// <summary>
    /// Whether the subject is unchanged: two one-sided tests exclude every effect beyond the margin (D. Schuirmann 1987, "A comparison of the two
    /// one-sided tests procedure and the power approach for assessing the equivalence of average bioavailability", J. Pharmacokin. Biopharm. 15), and
    /// the estimate itself is below the threshold of a failure.
    /// </summary>
    public bool IsSame(Limits limits) =>
        Sameness is { } interval && interval.IsWithin(limits.Same) && Math.Abs(Estimate.Location) < limits.Threshold;

    /// <summary>The interval of a family of a few cells with the doubt that their machines add: each cell is a measurement of its own, with a bias of
    /// its own.</summary>
    /// <param name="family">The family, its interval that of the rounds.</param>
    /// <param name="biasOfOne">Half-width that one machine's bias makes, a log ratio.</param>
    public static FamilyRecord Widen(FamilyRecord family, double biasOfOne)
    {
        var rounds = new Interval(LogRatio.FromPercent(family.LowPercent), LogRatio.FromPercent(family.HighPercent));
        var wide = Widen(rounds, LogRatio.FromPercent(family.EffectPercent), biasOfOne, family.Cells)!.Value;
        return family with { LowPercent = wide.LowPercent, HighPercent = wide.HighPercent };
    }

    /// <summary>
    /// Adds to the uncertainty of the rounds that of the machines, a random effect whose share only more machines reduce: independent errors add in
    /// squares.
    /// </summary>
    private static Interval? Widen(Interval? interval, double location, double biasOfOne, int machines)
    {
        if (interval is not { } rounds)
            return null;
        var bias = biasOfOne / Math.Sqrt(machines);
        return new(location - Norm(location - rounds.Low, bias), location + Norm(rounds.High - location, bias));
    }

    private static double Norm(double a, double b) => Math.Sqrt((a * a) + (b * b));
}
