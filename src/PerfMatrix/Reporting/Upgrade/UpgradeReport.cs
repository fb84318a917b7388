namespace PerfMatrix.Reporting;

/// <summary>What changes when one value of an axis is exchanged for another, free of layout: every renderer shows the same content.</summary>
public sealed record UpgradeReport
{
    /// <summary>Id of the run.</summary>
    public required string Run { get; init; }

    /// <summary>One line: machine, code, time.</summary>
    public required string Context { get; init; }

    /// <summary>What is exchanged: <c>runtime</c> or <c>gc</c>.</summary>
    public required string Axis { get; init; }

    /// <summary>The value before.</summary>
    public required string From { get; init; }

    /// <summary>The value after.</summary>
    public required string To { get; init; }

    /// <summary>Three sentences for a reader who looks at nothing else: speed, cost, and how far this can be trusted.</summary>
    public required IReadOnlyList<string> Summary { get; init; }

    /// <summary>One entry for each scenario, core count and value of the other axis that has both.</summary>
    public required IReadOnlyList<UpgradeCase> Cases { get; init; }

    /// <summary>What could not be compared, and why.</summary>
    public required IReadOnlyList<UpgradeGap> Gaps { get; init; }

    /// <summary>How to read the tables.</summary>
    public required IReadOnlyList<string> Legend { get; init; }

    /// <summary>What a reader must know: warnings of the run, too few rounds.</summary>
    public required IReadOnlyList<string> Notes { get; init; }
}

/// <summary>One place where the exchange was measured.</summary>
/// <param name="Scenario">Scenario.</param>
/// <param name="Cores">CPUs of the application.</param>
/// <param name="Other">The value of the axis that stays: a GC mode, or a runtime when the GC is exchanged.</param>
/// <param name="Metrics">What changes, in the order of tables; a metric without pairs is absent.</param>
public sealed record UpgradeCase(string Scenario, int Cores, string Other, IReadOnlyList<UpgradeChange> Metrics);

/// <summary>Something that could not be compared.</summary>
/// <param name="Scenario">Scenario.</param>
/// <param name="Cores">CPUs of the application.</param>
/// <param name="Other">The value of the axis that stays.</param>
/// <param name="Reason">Why, with the reason of the failed or unavailable cell.</param>
public sealed record UpgradeGap(string Scenario, int Cores, string Other, string Reason);

/// <summary>What one metric does.</summary>
public sealed record UpgradeChange
{
    /// <summary>Name of the metric.</summary>
    public required string Metric { get; init; }

    /// <summary>Median before, in the unit of the metric.</summary>
    public required double From { get; init; }

    /// <summary>Median after.</summary>
    public required double To { get; init; }

    /// <summary>What it means, after correction for all comparisons of the report.</summary>
    public required Difference Difference { get; init; }

    /// <summary>Estimated change in the natural direction of the metric; null unless significant.</summary>
    public double? Percent { get; init; }

    /// <summary>Lower end of the 95 % interval; null with too few rounds.</summary>
    public double? LowPercent { get; init; }

    /// <summary>Upper end of it.</summary>
    public double? HighPercent { get; init; }

    /// <summary>p value after correction (Benjamini-Hochberg); null for a metric that is judged without statistics.</summary>
    public double? AdjustedP { get; init; }

    /// <summary>Rounds that both have.</summary>
    public required int Rounds { get; init; }

    /// <summary>Whether more rounds are needed: there is no interval, or it excludes no change by itself, yet not after correction. Never to be read as "the same".</summary>
    public bool IsUndecided => Difference == Difference.TooFewRounds || (Difference == Difference.None && AdjustedP is not null && LowPercent * HighPercent > 0);
}
