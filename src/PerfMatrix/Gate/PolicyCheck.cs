using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>What is wrong with a policy.</summary>
/// <param name="Key">Keys of <c>crank/gate.yml</c> from the root, e.g. <c>confirm.looks[1]</c>.</param>
/// <param name="Complaint">The rest of the sentence: what was found and what was expected.</param>
internal sealed record PolicyProblem(string Key, string Complaint);

/// <summary>Refuses a policy that cannot work, naming the key of <c>crank/gate.yml</c>, what was found and what was expected.</summary>
internal static class PolicyCheck
{
    /// <summary>All complaints; none for a policy that works.</summary>
    public static IReadOnlyList<PolicyProblem> Problems(GatePolicy policy) =>
    [
        .. Numbers(policy),
        .. Looks("screen.looks", policy.Screen.Looks, policy.Screen.Level),
        .. Looks("confirm.looks", policy.Confirm.Looks, policy.Confirm.FalseDiscoveryRate / Math.Max(1, policy.Confirm.Looks.Count)),
    ];

    private static IEnumerable<PolicyProblem> Numbers(GatePolicy policy)
    {
        var numbers = new List<(string Key, double Value, double Low, double High)>
        {
            ("screen.level", policy.Screen.Level, 0.0001, 0.5),
            ("screen.effectPercent", policy.Screen.EffectPercent, 0, 50),
            ("confirm.machines", policy.Confirm.Machines, 1, 20),
            ("confirm.falseDiscoveryRate", policy.Confirm.FalseDiscoveryRate, 0.0001, 0.5),
            ("confirm.nullPercent", policy.Confirm.NullPercent, 0, 50),
            ("canary.limitPercent", policy.Canary.LimitPercent, 0.1, 50),
            ("canary.standardErrors", policy.Canary.StandardErrors, 0, 10),
            ("canary.spreadFactor", policy.Canary.SpreadFactor, 1, 100),
            ("same.withinThresholds", policy.Same.WithinThresholds, 1, 10),
            ("same.confidencePercent", policy.Same.ConfidencePercent, 80, 99.9),
            ("confidencePercent", policy.ConfidencePercent, 50, 99.9),
            ("machineBiasPercent", policy.MachineBiasPercent, 0, 20),
            ("unknownLimitPercent", policy.UnknownLimitPercent, 0, 100),
            ("thresholdPercent", policy.ThresholdPercent, 0.1, 1000),
        };
        foreach (var metric in policy.Metrics)
        {
            numbers.Add(($"metrics.{metric.Metric}.thresholdPercent", metric.ThresholdPercent ?? 1, 0.1, 1000));
            numbers.Add(($"metrics.{metric.Metric}.spreadLimitPercent", metric.SpreadLimitPercent ?? 1, 0.1, 100));
            numbers.Add(($"metrics.{metric.Metric}.tightPercent", metric.TightPercent, 0, 100));
            numbers.Add(($"metrics.{metric.Metric}.tightAmount", metric.TightAmount, 0, double.MaxValue));
        }
        numbers.AddRange(policy.Scenarios.Select((s, i) => ($"scenarios[{i}].thresholdPercent", s.ThresholdPercent, 0.1, 1000.0)));
        return from number in numbers
               where !(number.Value >= number.Low && number.Value <= number.High)
               select new PolicyProblem(number.Key, $"is {number.Value}, a number from {number.Low} to {number.High} was expected");
    }

    private static IEnumerable<PolicyProblem> Looks(string key, IReadOnlyList<int> looks, double level)
    {
        var needed = level is > 0 and < 1 ? SignedRank.PairsNeededOneSided(level) : 1;
        if (looks.Count == 0)
            yield return new(key, "is empty, at least one number of rounds was expected, e.g. [18, 30]");
        for (var i = 0; i < looks.Count; i++)
        {
            if (looks[i] <= (i == 0 ? 0 : looks[i - 1]))
                yield return new($"{key}[{i}]", $"is {looks[i]}, more rounds than at the look before were expected");
            else if (looks[i] < needed)
                yield return new($"{key}[{i}]", $"is {looks[i]}, but a p value of {level} needs at least {needed} rounds");
        }
    }
}

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

    public Limits LimitsOf(Subject subject)
    {
        var threshold = Policy.ThresholdPercentOf(subject);
        return new(LogRatio.FromPercent(threshold), LogRatio.FromPercent(Policy.Same.WithinThresholds * threshold),
            Policy.Same.WithinThresholds * threshold);
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
internal readonly record struct Limits(double Threshold, double Same, double SamePercent);
