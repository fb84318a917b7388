namespace PerfMatrix.Gate;

/// <summary>What the gate promises, <c>crank/gate.yml</c>: one size per metric. Everything else follows from it, see <see cref="Limits"/> and
/// <see cref="DecisionLooks"/>.</summary>
internal sealed record GatePolicy
{
    /// <summary>Changes of this size, in percent, and larger ones are found, where neither metric nor scenario says otherwise.</summary>
    public double DetectPercent { get; init; } = 5;

    /// <summary>What follows when a suspected change stays undecided.</summary>
    public UndecidedRule Undecided { get; init; } = UndecidedRule.Fail;

    /// <summary>Whether a verdict fails anything.</summary>
    public GateMode Mode { get; init; } = GateMode.Enforce;

    /// <summary>What each metric is allowed to do; a metric that is not listed has no verdict.</summary>
    public IReadOnlyList<MetricPolicy> Metrics { get; init; } = GatePolicyFile.MetricsOfTool;

    /// <summary>Sizes of scenarios; the last entry that matches wins over the metric's own.</summary>
    public IReadOnlyList<ScenarioSize> Scenarios { get; init; } = [];

    /// <summary>Standard deviation, in percent, of what differs between base and head on one machine for reasons of that machine and stays the same
    /// in every round there, instead of what is known of the machine; of throughput, CPU time and mean time alone.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? MachineBiasPercent { get; init; }

    /// <summary>Whether rounds are spent on improvements, too; otherwise they stay unknown unless they show by the way.</summary>
    public bool Improvements { get; init; } = true;

    /// <summary>Rounds of a cell on one machine after which it is given up, twice as many for a start-up; a comparison that is continued gets as many
    /// again.</summary>
    public int MostRounds { get; init; } = DecisionLooks.MostRounds;

    /// <summary>The same of a metric. Start-up varies most, and rounds of nothing else need no load.</summary>
    public int MostRoundsOf(string metric) => metric == Metric.Startup.Name ? 2 * MostRounds : MostRounds;

    /// <summary>The policy of a metric; one that only reports when it is not listed.</summary>
    public MetricPolicy Of(string metric) => Metrics.FirstOrDefault(policy => policy.Metric == metric) ?? new(metric, MetricRule.Report);

    /// <summary>The size of a subject in percent: that of the last entry that covers it, else the metric's own, else the policy's. An entry without
    /// a metric does not cover one that has a size of its own.</summary>
    public double DetectPercentOf(Subject subject)
    {
        var own = Of(subject.Metric).DetectPercent;
        var entry = Scenarios.LastOrDefault(size => size.Covers(subject) && (own is null || size.Metric is not null));
        return entry?.DetectPercent ?? own ?? DetectPercent;
    }
}

public enum UndecidedRule
{
    /// <summary>It fails the change, as an incomplete measurement does.</summary>
    Fail,

    /// <summary>It is said, and fails nothing.</summary>
    Warn,
}

public enum GateMode
{
    /// <summary>What is worse, undecided or incomplete fails.</summary>
    Enforce,

    /// <summary>Everything is said, and nothing fails.</summary>
    Advise,
}

/// <summary>How a metric is judged.</summary>
internal enum MetricRule
{
    /// <summary>Shown, never failing anything.</summary>
    Report,

    /// <summary>By log ratios of pairs.</summary>
    Paired,

    /// <summary>Likewise; where pairs of identical programs spread too much for its size, the size grows with them.</summary>
    Tail,

    /// <summary>Nearly deterministic, as counted bytes are: nine of ten rounds must exceed an amount.</summary>
    Counted,
}

internal sealed record MetricPolicy(string Metric, MetricRule Rule)
{
    /// <summary>Smallest change, in percent, that is found; null for the policy's.</summary>
    public double? DetectPercent { get; init; }

    /// <summary>Rule counted: smallest change, in the unit of the metric (bytes per request for allocations), that counts.</summary>
    public double Amount { get; init; } = 8;

    /// <summary>Whether statistics of pairs decide, so that size and bias mean something.</summary>
    [JsonIgnore]
    public bool IsPaired => Rule is MetricRule.Paired or MetricRule.Tail;
}

/// <param name="Scenario">Name of the scenario; <c>*</c> stands for any text.</param>
/// <param name="Metric">Name of the metric; null for every metric that has no size of its own.</param>
/// <param name="DetectPercent">Smallest change, in percent, that is found.</param>
internal sealed record ScenarioSize(string Scenario, string? Metric, double DetectPercent)
{
    internal bool Covers(Subject subject) => (Metric is null || Metric == subject.Metric) && Wildcard.Matches(Scenario, subject.Scenario);
}
