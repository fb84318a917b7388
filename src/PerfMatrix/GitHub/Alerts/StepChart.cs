namespace PerfMatrix.GitHub.Alerts;

/// <summary>A series around its step, as a Mermaid chart, which GitHub draws from text: a picture would need an address that all may read.</summary>
/// <param name="Before">Ratios to the reference before the step, in percent of their median.</param>
/// <param name="After">The same from the step on.</param>
internal sealed record StepChart(string Title, IReadOnlyList<double> Before, IReadOnlyList<double> After)
{
    private const int MostBefore = 40;
    private const int MostAfter = 20;

    /// <summary>The chart of a series around its step, however old that is, of runs whose references are linked; null when there are no ratios on
    /// both sides.</summary>
    public static StepChart? Of(IHistoryFiles files, HistoryStore history, ChangeMember member, int newest)
    {
        var catalogue = history.Catalogue;
        var metric = catalogue.Metrics.First(one => one.Name == member.Metric).Title;
        var last = Math.Min(newest, member.Sequence + HistoryPaths.ChunkRuns);
        var chain = ChainAt(member.Sequence);
        var points = new SeriesStore(files).Backwards(catalogue, member.Metric, member.Cell, last, chunks: 3)
            .Where(point => point.Point.Ratio is not null && ChainAt(point.Sequence) == chain)
            .Select(point => (point.Sequence, Ratio: LogUnits.ToLog(point.Point.Ratio!.Value))).Reverse().ToList();
        var before = points.Where(point => point.Sequence < member.Sequence).TakeLast(MostBefore).Select(point => point.Ratio).ToList();
        var after = points.Where(point => point.Sequence >= member.Sequence).Take(MostAfter).Select(point => point.Ratio).ToList();
        if (before.Count == 0 || after.Count == 0) return null;
        var level = OrderStatistics.Median([.. before]);
        return new($"{metric} of {catalogue.Cells[member.Cell].Id}", [.. before.Select(Percent)], [.. after.Select(Percent)]);

        double Percent(double ratio) => LogRatio.ToPercent(ratio - level);
        // Each reference that nothing links to the one before begins another chain; a run may go back to an older one.
        int ChainAt(int run) => catalogue.References.Take((history.RunAt(run)?.Reference ?? 0) + 1).Count(reference => !reference.Chained);
    }

    public string ToMarkdown()
    {
        var all = Before.Concat(After).ToList();
        var level = OrderStatistics.Median([.. After]);
        var room = Math.Max(1, 0.1 * (all.Max() - all.Min()));
        return MarkdownText.Lines(
            "```mermaid",
            "xychart-beta",
            $"  title \"{AlertText.Plain(Title)}\"",
            $"  x-axis \"runs, 0 is the first with the change; straight lines: medians\" {-Before.Count} --> {After.Count - 1}",
            $"  y-axis \"change in percent\" {all.Min() - room:0.0} --> {all.Max() + room:0.0}",
            $"  line [{Joined(all)}]",
            $"  line [{Joined([.. Before.Select(_ => 0.0), .. After.Select(_ => level)])}]",
            "```");
    }

    private static string Joined(IEnumerable<double> values) => string.Join(", ", values.Select(value => $"{value:0.0}"));
}
