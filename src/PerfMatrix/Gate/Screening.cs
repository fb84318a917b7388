using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>What stage 1 suspects of a subject.</summary>
public enum Suspicion
{
    /// <summary>Nothing; the verdict stands.</summary>
    None,

    /// <summary>It may be worse.</summary>
    Worse,

    /// <summary>It may be better.</summary>
    Better,
}

/// <summary>The outcome of stage 1 for a subject: a verdict, or a suspicion that stage 2 has to look into.</summary>
/// <param name="Suspicion">What it is suspected of.</param>
/// <param name="Verdict">The verdict as far as stage 1 knows; unknown for a suspect that is to be confirmed.</param>
public sealed record ScreenFinding(Suspicion Suspicion, SubjectVerdict Verdict)
{
    /// <summary>The cell and metric.</summary>
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
            return new(Suspicion.None, Unknown(rounds, reason, metric) with { MoreRounds = unfit is null ? Math.Max(1, scales.Policy.Screen.Looks[0] - pairs.Length) : null });
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
            return new(suspicion, verdict with { Reason = $"suspected to be {suspicion.ToString().ToLowerInvariant()}, not confirmed", MoreRounds = scales.Policy.Confirm.Looks[0] });
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
