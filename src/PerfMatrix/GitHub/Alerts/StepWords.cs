namespace PerfMatrix.GitHub.Alerts;

/// <summary>What got worse, where, and since when, in the words of the site.</summary>
internal sealed class StepWords(Alert alert, CatalogueDocument catalogue)
{
    /// <summary>One for each series, also where it got worse twice.</summary>
    private readonly List<ChangeMember> _standing =
        [.. alert.Standing.GroupBy(member => (member.Cell, member.Metric)).Select(steps => steps.Aggregate(ChangeGroups.Sum))];

    public MetricEntry Metric => field ??= ChangeWords.OfMainMetric(_standing, catalogue).Metric;

    /// <summary>The series of that metric, the clearest first; those that changed within a commit come last.</summary>
    public IReadOnlyList<ChangeMember> OfMetric => field ??= [.. _standing.Where(member => member.Metric == Metric.Name)
        .OrderBy(member => ChangeOf(member) is var change && change.ShaBefore == change.ShaAfter).ThenByDescending(member => member.NoiseUnits)];

    public CellEntry Cell => catalogue.Cells[OfMetric[0].Cell];

    /// <summary>The change of that cell, whose commits are shown and searched.</summary>
    public ChangeGroup Change => ChangeOf(OfMetric[0]);

    /// <summary>The series that is drawn: one that is a sum of steps from the first of them on.</summary>
    public ChangeMember Drawn => OfMetric[0] is { LowPercent: null } sum ? sum with { Sequence = Change.Sequence } : OfMetric[0];

    /// <summary>Of letters, digits and few signs: the title of an issue, and a line of a chat.</summary>
    public string Sentence => Words(AlertText.Plain(Metric.Title), AlertText.Plain(ChangeWords.Place(OfMetric, catalogue)));

    public string InMarkdown => Words(MarkdownText.Escape(Metric.Title), AlertText.Code(ChangeWords.Place(OfMetric, catalogue)));

    public string HowSure => $"{ChangeWords.Median(OfMetric, member => member.NoiseUnits):0.0} times the noise from run to run, found in "
        + $"{(_standing.Count == 1 ? "one" : _standing.Count)} series"
        + (ChangeWords.Interval(OfMetric) is null ? "; the interval of its size is not known." : OfMetric.Count == 1 ? "."
            : "; effect and interval are those of the typical cell.");

    private ChangeGroup ChangeOf(ChangeMember series) => alert.Changes.First(
        change => change.Members.Intersect(alert.Standing).Any(member => (member.Cell, member.Metric) == (series.Cell, series.Metric)));

    private string Words(string metric, string place) =>
        $"{metric} {ChangeWords.Effect(OfMetric)} in {place}{ChangeWords.Cells(OfMetric)} since {Since}";

    private string Since => $"{alert.First.StartedAt.UtcDateTime:yyyy-MM-dd}"
        + (alert.First.ShaAfter is { } sha ? $", commit {Wording.ShortCommit(sha)}{(alert.First.HasLocalChanges ? " with local changes" : "")}" : "");

    /// <summary>A row for each metric, that of most series first.</summary>
    public string Table() => MarkdownText.Lines(
    [
        "| Metric | Series | Change %, median [95 %] | Lowest to highest | Times the noise |", "|---|---:|---:|---:|---:|",
        .. ChangeWords.ByMetric(_standing, catalogue).OrderByDescending(metric => metric.Members.Count)
            .Select(metric => MarkdownText.Row(Row(metric.Metric, metric.Members))),
    ]);

    private static string[] Row(MetricEntry metric, List<ChangeMember> members) =>
    [
        MarkdownText.Escape(metric.Title), $"{members.Count}",
        Text.Signed(ChangeWords.Median(members, member => member.EffectPercent))
            + (ChangeWords.Interval(members) is { } range ? $" {Text.Interval(range.Low, range.High)}" : ""),
        $"{Text.Signed(members.Min(member => member.EffectPercent))} to {Text.Signed(members.Max(member => member.EffectPercent))}",
        $"{ChangeWords.Median(members, member => member.NoiseUnits):0.0}",
    ];
}
