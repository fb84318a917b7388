using PerfMatrix.Metrics;

namespace PerfMatrix.Gate;

/// <summary>
/// The rules of the gate, <c>crank/gate.yml</c>. Defaults are those whose error rates are published; a changed policy has other error rates, which
/// <c>selftest simulate</c> shows.
/// </summary>
public sealed record GatePolicy
{
    /// <summary>Stage 1: a few rounds of every cell.</summary>
    public ScreenPolicy Screen { get; init; } = new();

    /// <summary>Stage 2: fresh rounds of the suspects.</summary>
    public ConfirmPolicy Confirm { get; init; } = new();

    /// <summary>When a machine is not fit to judge on.</summary>
    public CanaryPolicy Canary { get; init; } = new();
    public SamePolicy Same { get; init; } = new();

    /// <summary>Confidence of the intervals that are shown, in percent.</summary>
    public double ConfidencePercent { get; init; } = 95;

    /// <summary>
    /// Standard deviation, in percent, of what differs between base and head on one machine for reasons of that machine and stays the same in every
    /// round there. Intervals are widened by it, because no number of rounds on one machine averages it out. From the A/A history.
    /// </summary>
    public double MachineBiasPercent { get; init; } = 1;

    /// <summary>Share of unknown subjects, in percent, above which the outcome is incomplete.</summary>
    public double UnknownLimitPercent { get; init; } = 10;

    /// <summary>Smallest effect, in percent, that fails a pull request, where neither metric nor scenario says otherwise.</summary>
    public double ThresholdPercent { get; init; } = 2.5;

    /// <summary>What each metric is allowed to do; a metric that is not listed is reported and does not gate.</summary>
    public IReadOnlyList<MetricPolicy> Metrics { get; init; } = DefaultMetrics;

    /// <summary>Thresholds of scenarios; the last entry that matches wins over the metric's own threshold.</summary>
    public IReadOnlyList<ScenarioThreshold> Scenarios { get; init; } = [];

    /// <summary>The metrics that gate unless the policy says otherwise.</summary>
    public static IReadOnlyList<MetricPolicy> DefaultMetrics { get; } =
    [
        new(Metric.Throughput.Name, MetricRule.Paired),
        new(Metric.CpuPerRequest.Name, MetricRule.Paired),
        new(Metric.LatencyP50.Name, MetricRule.Paired),
        new(Metric.LatencyP90.Name, MetricRule.Paired) { SpreadLimitPercent = 5 },
        new(Metric.LatencyP99.Name, MetricRule.Paired) { SpreadLimitPercent = 5 },
        new(Metric.LatencyP999.Name, MetricRule.Paired) { SpreadLimitPercent = 5 },
        new(Metric.AllocatedPerRequest.Name, MetricRule.Tight),
        new(Metric.AllocatedPerOperation.Name, MetricRule.Tight),
    ];

    /// <summary>The policy of a metric; one that only reports when it is not listed.</summary>
    public MetricPolicy Of(string metric)
    {
        foreach (var policy in Metrics)
        {
            if (policy.Metric == metric)
                return policy;
        }
        return new(metric, MetricRule.Report);
    }

    /// <summary>The threshold of a subject in percent: that of the last matching scenario entry, else the metric's, else the policy's.</summary>
    public double ThresholdPercentOf(Subject subject)
    {
        for (var i = Scenarios.Count - 1; i >= 0; i--)
        {
            if (Scenarios[i].Covers(subject))
                return Scenarios[i].ThresholdPercent;
        }
        return Of(subject.Metric).ThresholdPercent ?? ThresholdPercent;
    }
}

/// <summary>Stage 1.</summary>
public sealed record ScreenPolicy
{
    /// <summary>
    /// Rounds on one machine after which a cell is judged. Every cell gets the first number; only cells that are neither suspect nor the same by then
    /// get the next. Looking again costs nothing but false suspects, because stage 2 judges them on fresh data.
    /// </summary>
    public IReadOnlyList<int> Looks { get; init; } = [7, 10, 13, 18];
    public double Level { get; init; } = 0.05;

    /// <summary>Smallest estimated effect of a suspect, in percent.</summary>
    public double EffectPercent { get; init; } = 2;
}

/// <summary>Stage 2.</summary>
public sealed record ConfirmPolicy
{
    public int Machines { get; init; } = 3;

    /// <summary>Total rounds, over all machines, at which a decision is tried; each look spends its equal part of the false discovery rate.</summary>
    public IReadOnlyList<int> Looks { get; init; } = [18, 30];
    public double FalseDiscoveryRate { get; init; } = 0.05;

    /// <summary>
    /// The effect, in percent, that the test must exceed; keeps what machines do to one side out of the verdicts. On fewer machines than planned it
    /// grows with the square root of the shortage, as the error of their mean does.
    /// </summary>
    public double NullPercent { get; init; } = 1.5;

    /// <summary>Whether suspected improvements are confirmed, too; otherwise they stay unknown.</summary>
    public bool Improvements { get; init; } = true;
}

/// <summary>The canary, base against base.</summary>
public sealed record CanaryPolicy
{
    /// <summary>Largest estimated effect, in percent, of nothing; smaller ones never make a machine unfit.</summary>
    public double LimitPercent { get; init; } = 2;

    /// <summary>An effect beyond the limit counts only when it is also this many standard errors, machine bias included, from nothing.</summary>
    public double StandardErrors { get; init; } = 3.5;

    /// <summary>Largest spread, as a multiple of the spread in the A/A history.</summary>
    public double SpreadFactor { get; init; } = 3;
}

/// <summary>When a subject counts as unchanged.</summary>
public sealed record SamePolicy
{
    /// <summary>Largest effect that the interval may still hold, as a multiple of the threshold: 2 times 2.5 % is the 5 % that the gate promises to
    /// find.</summary>
    public double WithinThresholds { get; init; } = 2;

    /// <summary>Confidence of the two one-sided tests, in percent: 95 is the 90 % interval.</summary>
    public double ConfidencePercent { get; init; } = 95;
}

/// <summary>How a metric is judged.</summary>
public enum MetricRule
{
    /// <summary>Shown, never failing anything.</summary>
    Report,

    /// <summary>Screen and confirm on log ratios of pairs.</summary>
    Paired,

    /// <summary>Nearly deterministic: every round must exceed a small share and a small amount.</summary>
    Tight,
}

/// <summary>How one metric is judged.</summary>
public sealed record MetricPolicy(string Metric, MetricRule Rule)
{
    /// <summary>Smallest effect, in percent, that fails a pull request; null for the policy's.</summary>
    public double? ThresholdPercent { get; init; }

    /// <summary>Gates only where the spread of a pair is at most this, in percent; null for no limit.</summary>
    public double? SpreadLimitPercent { get; init; }

    /// <summary>Tight rule: smallest change, in percent, that counts.</summary>
    public double TightPercent { get; init; } = 1;

    /// <summary>Tight rule: smallest change, in the unit of the metric (bytes per request for allocations), that counts.</summary>
    public double TightAmount { get; init; } = 8;
}

/// <param name="Scenario">Name of the scenario; <c>*</c> stands for any text.</param>
/// <param name="Metric">Name of the metric; null for every metric.</param>
/// <param name="ThresholdPercent">Smallest effect, in percent, that fails a pull request.</param>
public sealed record ScenarioThreshold(string Scenario, string? Metric, double ThresholdPercent)
{
    internal bool Covers(Subject subject) => (Metric is null || Metric == subject.Metric) && Wildcard.Matches(Scenario, subject.Scenario);
}
