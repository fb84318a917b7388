namespace PerfMatrix.GitHub.Alerts;

/// <summary>What got worse, where, and since when, in the words of the site.</summary>
internal sealed class StepWords(Alert alert, CatalogueDocument catalogue)
{
    /// <summary>One for each series, also where it got worse twice.</summary>
    private readonly List<ChangeMember> _standing =
        [.. alert.Standing.GroupBy(member => (member.Cell, member.Metric)).Select(steps => steps.Aggregate(ChangeGroups.Sum))];

    /// <summary>Throughput where it is among them, because that is what people ask for first; else the metric of most series.</summary>
    public MetricEntry Metric => field ??=
        Metrics.MaxBy(metric => (metric.Metric.Name == PerfMatrix.Metrics.Metric.Throughput.Name, metric.Members.Count)).Metric;

    /// <summary>The series of that metric, the clearest first; those that changed within a commit come last.</summary>
    public IReadOnlyList<ChangeMember> OfMetric => field ??= [.. _standing.Where(member => member.Metric == Metric.Name)
        .OrderBy(member => ChangeOf(member) is var change && change.ShaBefore == change.ShaAfter).ThenByDescending(member => member.NoiseUnits)];

    public CellEntry Cell => catalogue.Cells[OfMetric[0].Cell];

    /// <summary>The change of that cell, whose commits are shown and searched.</summary>
    public ChangeGroup Change => ChangeOf(OfMetric[0]);

    /// <summary>The series that is drawn: one that is a sum of steps from the first of them on.</summary>
    public ChangeMember Drawn => OfMetric[0] is { LowPercent: null } sum ? sum with { Sequence = Change.Sequence } : OfMetric[0];

    /// <summary>Of letters, digits and few signs: the title of an issue, and a line of a chat.</summary>
    public string Sentence => $"{AlertText.Plain(Metric.Title)} {Effect} in {AlertText.Plain(Place)}{Cells} since {Since}";

    public string InMarkdown => $"{MarkdownText.Escape(Metric.Title)} {Effect} in {AlertText.Code(Place)}{Cells} since {Since}";

    public string HowSure => $"{Median(OfMetric, member => member.NoiseUnits):0.0} times the noise from run to run, found in "
        + $"{(_standing.Count == 1 ? "one" : _standing.Count)} series"
        + (Interval(OfMetric) is null ? "; the interval of its size is not known." : OfMetric.Count == 1 ? "."
            : "; effect and interval are those of the typical cell.");

    private ChangeGroup ChangeOf(ChangeMember series) => alert.Changes.First(
        change => change.Members.Intersect(alert.Standing).Any(member => (member.Cell, member.Metric) == (series.Cell, series.Metric)));

    private IEnumerable<(MetricEntry Metric, List<ChangeMember> Members)> Metrics => _standing.GroupBy(member => member.Metric)
        .Select(group => (catalogue.Metrics.First(metric => metric.Name == group.Key), group.ToList()));

    private string Effect => Text.Percent(Median(OfMetric, member => member.EffectPercent))
        + (Interval(OfMetric) is { } range ? $" (95 % interval {Text.Signed(range.Low)} to {Text.Percent(range.High)})" : "");

    private string Place => OfMetric.Count == 1 ? Cell.Id
        : OfMetric.Select(member => catalogue.Cells[member.Cell].Scenario).Distinct().ToList() is { Count: <= 2 } names ? string.Join(" and ", names)
        : $"{OfMetric.Select(member => catalogue.Cells[member.Cell].Scenario).Distinct().Count()} scenarios";

    private string Cells => OfMetric.Count == 1 ? "" : $" ({OfMetric.Count} cells)";

    private string Since => $"{alert.First.StartedAt.UtcDateTime:yyyy-MM-dd}"
        + (alert.First.ShaAfter is { } sha ? $", commit {Wording.ShortCommit(sha)}{(alert.First.HasLocalChanges ? " with local changes" : "")}" : "");

    /// <summary>A row for each metric, that of most series first.</summary>
    public string Table() => MarkdownText.Lines(
    [
        "| Metric | Series | Change %, median [95 %] | Lowest to highest | Times the noise |", "|---|---:|---:|---:|---:|",
        .. Metrics.OrderByDescending(metric => metric.Members.Count).Select(metric => MarkdownText.Row(Row(metric.Metric, metric.Members))),
    ]);

    private static string[] Row(MetricEntry metric, List<ChangeMember> members) =>
    [
        MarkdownText.Escape(metric.Title), $"{members.Count}",
        Text.Signed(Median(members, member => member.EffectPercent))
            + (Interval(members) is { } range ? $" {Text.Interval(range.Low, range.High)}" : ""),
        $"{Text.Signed(members.Min(member => member.EffectPercent))} to {Text.Signed(members.Max(member => member.EffectPercent))}",
        $"{Median(members, member => member.NoiseUnits):0.0}",
    ];

    // The middle of their lower and of their upper ends, as on the site; null where not all have them.
    private static (double Low, double High)? Interval(IReadOnlyList<ChangeMember> members) =>
        members.All(member => member is { LowPercent: not null, HighPercent: not null })
            ? (Median(members, member => member.LowPercent!.Value), Median(members, member => member.HighPercent!.Value)) : null;

    private static double Median(IEnumerable<ChangeMember> members, Func<ChangeMember, double> value) =>
        OrderStatistics.Median([.. members.Select(value)]);
}
