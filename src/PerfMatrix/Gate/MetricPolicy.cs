namespace PerfMatrix.Gate;

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
/// <param name="Metric">Name of the metric.</param>
/// <param name="Rule">The rule.</param>
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

/// <summary>A threshold for some scenarios.</summary>
/// <param name="Scenario">Name of the scenario; <c>*</c> stands for any text.</param>
/// <param name="Metric">Name of the metric; null for every metric.</param>
/// <param name="ThresholdPercent">Smallest effect, in percent, that fails a pull request.</param>
public sealed record ScenarioThreshold(string Scenario, string? Metric, double ThresholdPercent)
{
    internal bool Covers(Subject subject) => (Metric is null || Metric == subject.Metric) && Wildcard.Matches(Scenario, subject.Scenario);
}
