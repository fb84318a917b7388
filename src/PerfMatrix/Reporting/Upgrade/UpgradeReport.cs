namespace PerfMatrix.Reporting.Upgrade;

/// <summary>What changes when one value of an axis is exchanged for another, free of layout: every renderer shows the same content.</summary>
internal sealed record UpgradeReport
{
    public required string Run { get; init; }

    /// <summary>One line: machine, code, time.</summary>
    public required string Context { get; init; }

    /// <summary>What is exchanged: <c>runtime</c> or <c>gc</c>.</summary>
    public required string Axis { get; init; }
    public required string From { get; init; }
    public required string To { get; init; }

    /// <summary>Three sentences for a reader who looks at nothing else: speed, cost, and how far this can be trusted.</summary>
    public required IReadOnlyList<string> Summary { get; init; }

    /// <summary>One entry for each scenario, core count and value of the other axis that has both.</summary>
    public required IReadOnlyList<UpgradeCase> Cases { get; init; }
    public required IReadOnlyList<UpgradeGap> Gaps { get; init; }
    public required IReadOnlyList<string> Legend { get; init; }

    /// <summary>What a reader must know: warnings of the run, too few rounds.</summary>
    public required IReadOnlyList<string> Notes { get; init; }
}

/// <summary>One place where the exchange was measured.</summary>
/// <param name="Other">The value of the axis that stays: a GC mode, or a runtime when the GC is exchanged.</param>
/// <param name="Metrics">What changes, in the order of tables; a metric without pairs is absent.</param>
internal sealed record UpgradeCase(string Scenario, int Cores, string Other, IReadOnlyList<UpgradeChange> Metrics);

/// <param name="Reason">Why, with the reason of the failed or unavailable cell.</param>
internal sealed record UpgradeGap(string Scenario, int Cores, string Other, string Reason);

internal sealed record UpgradeChange
{
    public required string Metric { get; init; }

    /// <summary>Median before, in the unit of the metric.</summary>
    public required double From { get; init; }
    public required double To { get; init; }

    /// <summary>What it means, after correction for all comparisons of the report.</summary>
    public required Difference Difference { get; init; }

    /// <summary>Estimated change in the natural direction of the metric; null unless significant.</summary>
    public double? Percent { get; init; }

    /// <summary>Lower end of the 95 % interval; null with too few rounds.</summary>
    public double? LowPercent { get; init; }

    public double? HighPercent { get; init; }

    /// <summary>p value after correction (Benjamini-Hochberg); null for a metric that is judged without statistics.</summary>
    public double? AdjustedP { get; init; }
    public required int Rounds { get; init; }

    /// <summary>Whether more rounds are needed: there is no interval, or it excludes no change by itself, yet not after correction. Not "the
    /// same".</summary>
    public bool IsUndecided =>
        Difference == Difference.TooFewRounds || (Difference == Difference.None && AdjustedP is not null && LowPercent * HighPercent > 0);
}

/// <summary>Derives the upgrade report from a run document. Pure: the same document gives the same report.</summary>
internal static class UpgradeReportBuilder
{
    public static UpgradeReport Build(RunDocument run, string from, string to)
    {
        var axis = AxisValuePair.Of(run, from, to);
        var comparison = new UpgradeComparison(run);
        var gaps = new List<UpgradeGap>();
        foreach (var place in PlacesOf(run, axis))
        {
            if (Obstacle(run, axis, place) is { } obstacle) gaps.Add(new(place.Key.Scenario, place.Key.Cores, place.Key.Other, obstacle));
            else comparison.Add(place.Key.Scenario, place.Key.Cores, place.Key.Other, Side(axis.Base, axis, place)!, Side(axis.Head, axis, place)!);
        }

        var cases = comparison.Judge();
        return new UpgradeReport
        {
            Run = run.Id,
            Context = ReportWords.Context(run),
            Axis = axis.Axis.Name,
            From = from,
            To = to,
            Summary = UpgradeWords.Summary(run, axis, cases, gaps),
            Cases = cases,
            Gaps = gaps,
            Legend = UpgradeWords.Legend(axis),
            Notes = [.. UpgradeWords.Notes(comparison, cases), .. ReportWords.Notes(run)],
        };
    }

    private static IEnumerable<IGrouping<Place, VariantRecord>> PlacesOf(RunDocument run, AxisValuePair axis) => run.Variants
        .Where(variant => variant.Side == Matrix.Side.Head && axis.Axis.ValueOf(variant.Cell) is var value
            && (value == axis.Base || value == axis.Head))
        .GroupBy(variant => new Place(variant.Cell.Scenario, variant.Cell.Cores,
            axis.Axis == Axis.Runtime ? variant.Cell.GcWithLimits : variant.Cell.WithLimits(variant.Cell.Runtime)));

    private static VariantRecord? Side(string value, AxisValuePair axis, IEnumerable<VariantRecord> place) =>
        place.FirstOrDefault(variant => axis.Axis.ValueOf(variant.Cell) == value);

    private static string? Obstacle(RunDocument run, AxisValuePair axis, IEnumerable<VariantRecord> place)
    {
        var sides = new[] { axis.Base, axis.Head }.Select(value => (Value: value, Variant: Side(value, axis, place))).ToList();
        var missing = sides.Where(side => side.Variant?.Status != VariantStatus.Measured).Select(side => side.Variant is not { } variant
            ? $"{side.Value} is not part of this run"
            : $"{side.Value} {ReportWords.StatusOf(variant.Status)}: {variant.Reason ?? "no reason recorded"}").ToList();
        if (missing.Count > 0) return string.Join("; ", missing);
        return run.Blocks.Any(block => sides.TrueForAll(side => block.Variants.Contains(side.Variant!.Id)))
            ? null
            : "the two were not measured in the same block, so drift could be all of a difference";
    }

    private sealed record Place(string Scenario, int Cores, string Other);
}
