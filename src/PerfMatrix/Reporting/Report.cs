namespace PerfMatrix.Reporting;

/// <summary>A run as it is shown, free of layout: every renderer shows the same content.</summary>
/// <param name="Context">One line: machine, code, time.</param>
/// <param name="Notes">What a reader must know: warnings of the run, runtimes past their end of support, an incomplete run.</param>
internal sealed record Report(
    string Run, string Context, IReadOnlyList<ReportTable> Tables, IReadOnlyList<string> Legend, IReadOnlyList<string> Notes);

/// <summary>The variants of one scenario and core count.</summary>
/// <param name="Headline">What the table says in plain words, from significant differences only.</param>
internal sealed record ReportTable(
    string Title, string Scenario, int Cores, string Headline, IReadOnlyList<ReportRow> Rows, IReadOnlyList<SkippedRow> Skipped);

/// <param name="Gc">GC mode, with memory limit if there is one, side and twin when they are not the usual ones.</param>
/// <param name="IsAnchor">Whether the rows below are held against it: the first of a block, in a comparison base of each cell.</param>
/// <param name="Figures">Its figures by metric name; a metric without samples is absent.</param>
internal sealed record ReportRow(string Variant, string Runtime, string Gc, bool IsAnchor, IReadOnlyDictionary<string, Figure> Figures)
{
    [JsonIgnore]
    public string Label => $"{Runtime} {Gc}";
}

/// <param name="Status">failed, unavailable or n/a.</param>
internal sealed record SkippedRow(string Variant, string Runtime, string Gc, string Status, string Reason);

/// <param name="Value">Median over the rounds, in the unit of the metric.</param>
/// <param name="Change">Against the anchor; null for the anchor itself and where no pairs are defined.</param>
internal sealed record Figure(double Value, int Rounds, Change? Change);

/// <summary>Derives the report from a run document. Pure: the same document gives the same report.</summary>
internal static class ReportBuilder
{
    public static Report Build(RunDocument run)
    {
        var (pairs, anchors) = (new RunPairs(run), Counterparts.Anchors(run));
        var tables = run.Variants.Where(variant => variant.Side != Side.Reference)
            .GroupBy(variant => (variant.Cell.Scenario, variant.Cell.Cores))
            .Select(group => Table(run, pairs, anchors, [.. group]));
        return new Report(run.Id, ReportWords.Context(run), [.. tables], ReportWords.Legend, [.. ReportWords.Notes(run)]);
    }

    private static ReportTable Table(
        RunDocument run, RunPairs pairs, IReadOnlyDictionary<string, string> anchors, IReadOnlyList<VariantRecord> variants)
    {
        var (scenario, cores) = (variants[0].Cell.Scenario, variants[0].Cell.Cores);
        var measured = variants.ToLookup(variant => variant.Status == VariantStatus.Measured);
        var rows = Rows(pairs, measured[true], id => anchors.GetValueOrDefault(id, id));
        // Only the first of a block ranks all of it: bases of a comparison have one pair each.
        var ranked = variants.All(variant => variant.Twin == 0) ? rows
            : Rows(pairs, measured[true], id => run.Blocks.FirstOrDefault(block => block.Variants.Contains(id))?.Variants[0] ?? id);
        var skipped = measured[false].Select(variant => new SkippedRow(variant.Id,
            variant.Cell.Runtime, GcWithSide(variant), ReportWords.StatusOf(variant.Status), variant.Reason ?? "no reason recorded"));
        return new ReportTable(ReportWords.Title(run, scenario, cores), scenario, cores, Headline.Of(pairs, ranked), rows, [.. skipped]);
    }

    private static IReadOnlyList<ReportRow> Rows(RunPairs pairs, IEnumerable<VariantRecord> measured, Func<string, string> anchorOf) =>
        [.. measured.GroupBy(variant => anchorOf(variant.Id))
            .SelectMany(group => group.Select(variant => Row(pairs, variant, group.Key)).OrderByDescending(row => row.IsAnchor))];

    private static ReportRow Row(RunPairs pairs, VariantRecord variant, string anchor)
    {
        var figures = from metric in Metric.All
                      let values = pairs.Values(metric, variant.Id)
                      where values.Length > 0
                      let change = variant.Id == anchor ? null : Change.Of(pairs.NaturalLogRatios(metric, anchor, variant.Id), metric.Direction)
                      select (metric.Name, new Figure(OrderStatistics.Median(values), values.Length, change));
        return new ReportRow(variant.Id, variant.Cell.Runtime, GcWithSide(variant), variant.Id == anchor, figures.ToDictionary());
    }

    private static string GcWithSide(VariantRecord variant)
    {
        var side = variant.Side == Side.Head ? "" : $"@{variant.Side.Name()}";
        var twin = variant.Twin == 0 ? "" : $"#{variant.Twin}";
        return side + twin is { Length: > 0 } extra ? $"{variant.Cell.GcWithLimits} {extra}" : variant.Cell.GcWithLimits;
    }
}

internal enum Difference
{
    /// <summary>The interval excludes no change, on the good side.</summary>
    Better,

    /// <summary>The interval excludes no change, on the bad side.</summary>
    Worse,

    /// <summary>The interval holds no change: not a number to act on.</summary>
    None,

    /// <summary>Too few rounds for an interval: not a number to act on.</summary>
    TooFewRounds,
}

/// <summary>A change against the anchor, in percent and in the natural direction of the metric (throughput +5: faster, memory +5: larger).</summary>
/// <param name="Percent">Hodges-Lehmann estimate; null unless significant.</param>
/// <param name="LowPercent">Lower end of the 95 % interval; null with too few rounds.</param>
internal sealed record Change(Difference Difference, double? Percent, double? LowPercent, double? HighPercent)
{
    public bool IsSignificant => Difference is Difference.Better or Difference.Worse;

    /// <summary>Judges log ratios in the natural direction; null when there are none.</summary>
    public static Change? Of(ReadOnlySpan<double> naturalLogRatios, Direction direction) =>
        naturalLogRatios.IsEmpty ? null : Of(Estimate.Of(naturalLogRatios), direction);

    public static Change Of(Estimate estimate, Direction direction)
    {
        if (estimate.Interval is not { } interval) return new Change(Difference.TooFewRounds, null, null, null);
        var difference = interval.Contains(0) ? Difference.None
            : interval.Low > 0 == (direction == Direction.HigherIsBetter) ? Difference.Better
            : Difference.Worse;
        return new Change(difference, difference == Difference.None ? null : estimate.EffectPercent, interval.LowPercent, interval.HighPercent);
    }
}
