using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>A policy on the log scale, with the normal scores of its confidences; computed once.</summary>
internal sealed class PolicyScales(GatePolicy policy)
{
    public GatePolicy Policy { get; } = policy;

    /// <summary>Smallest effect of a suspect, a log ratio.</summary>
    public double SuspectEffect { get; } = LogRatio.FromPercent(policy.Screen.EffectPercent);

    /// <summary>Confidence of the shown interval, from 0 to 1.</summary>
    public double Confidence { get; } = policy.ConfidencePercent / 100;

    /// <summary>Confidence of the interval that equals two one-sided tests of sameness.</summary>
    public double SameConfidence { get; } = 1 - (2 * (1 - (policy.Same.ConfidencePercent / 100)));

    /// <summary>Half-width of the shown interval that one machine's bias alone makes, a log ratio.</summary>
    public double BiasOfInterval { get; } = HalfWidth(policy, policy.ConfidencePercent / 100);

    /// <summary>Half-width of the interval of sameness that one machine's bias alone makes, a log ratio.</summary>
    public double BiasOfSame { get; } = HalfWidth(policy, 1 - (2 * (1 - (policy.Same.ConfidencePercent / 100))));

    /// <summary>Limits of a subject.</summary>
    public Limits LimitsOf(Subject subject)
    {
        var threshold = Policy.ThresholdPercentOf(subject);
        return new(LogRatio.FromPercent(threshold), LogRatio.FromPercent(Policy.Same.WithinThresholds * threshold), Policy.Same.WithinThresholds * threshold);
    }

    /// <summary>The effect, a log ratio, that a confirmation on so many machines must exceed.</summary>
    public double NullOf(int machines) =>
        LogRatio.FromPercent(Policy.Confirm.NullPercent) * Math.Sqrt(Math.Max(1, (double)Policy.Confirm.Machines / Math.Max(1, machines)));

    private static double HalfWidth(GatePolicy policy, double confidence) =>
        NormalDistribution.Quantile(1 - ((1 - confidence) / 2)) * LogRatio.FromPercent(policy.MachineBiasPercent);
}

/// <summary>What counts for one subject.</summary>
/// <param name="Threshold">Smallest effect that fails a pull request, a log ratio.</param>
/// <param name="Same">Largest effect that still is the same, a log ratio.</param>
/// <param name="SamePercent">The same in percent.</param>
internal readonly record struct Limits(double Threshold, double Same, double SamePercent);
