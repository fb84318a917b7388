namespace PerfMatrix.Reporting.Gc;

internal static class TimelineCharts
{
    public static IEnumerable<ReportPart> Of(TimelineFacts facts)
    {
        var name = $"{Cell.FileNameOf(facts.Cell.Id)}-{facts.Timeline.Round}";
        yield return Drawn(Memory(facts, name), "no moment was recorded");
        yield return Drawn(Heaps(facts, name), "no collection since the load began tells how many it used");
        yield return Drawn(Pauses(facts, name), "no collection since the load began was recorded");
    }

    /// <summary>A chart without the lines that have no point; where that leaves none, a sentence in its place.</summary>
    private static ReportPart Drawn(TimeChart chart, string why)
    {
        List<Series> lines = [.. chart.Lines.Where(line => line.Values.Count > 0)];
        ReportPart drawn = chart with { Lines = lines };
        return lines.Count > 0 ? drawn : new Paragraph($"{chart.Caption} Not drawn: {why}.");
    }

    private static TimeChart Memory(TimelineFacts facts, string name) => new(
        $"{name}-memory",
        $"{facts.Cell.Id}: managed memory by generation, memory that the GC had committed at its last collection and does not use, unmanaged memory "
            + $"(resident minus committed; minus in use before the first collection) and resident memory, MB."
            + (facts.Silence is null ? "" : " Between the marks: watched from outside only."),
        "MB",
        [Line("resident", facts.Timeline.Points, point => point.Process.Rss.Count), .. Areas(facts.Timeline.Points)])
    {
        Marks = facts.Silence is { } silence ? [silence.First.At.TotalSeconds, silence.Last.At.TotalSeconds] : [],
    };

    /// <summary>What resident memory consists of at the moments at which the process was asked, from the bottom, in MB; together they are what is
    /// resident. Generation 0 is what is in use beyond the others: what was allocated since a collection is in no size that the GC reports.</summary>
    internal static IReadOnlyList<Series> Areas(IReadOnlyList<GcTimelinePoint> points)
    {
        var asked = points.Where(point => point.Gc is not null).ToList();
        return
        [
            Line("unmanaged", asked, Unmanaged),
            Line("gen 2", asked, point => point.Gc!.Gen2Bytes),
            Line("gen 1", asked, point => point.Gc!.Gen1Bytes),
            Line("gen 0", asked, Gen0),
            Line("LOH", asked, point => point.Gc!.LohBytes),
            Line("POH", asked, point => point.Gc!.PohBytes),
            Line("committed, free", asked, Free),
        ];
    }

    private static TimeChart Heaps(TimelineFacts facts, string name) => new(
        $"{name}-heaps",
        $"{facts.Cell.Id}: heaps in use at each collection.",
        "heaps",
        [Series.Of("heaps", facts.Collections.Where(collection => collection.Gc.Heaps > 0)
            .Select(collection => (collection.At.TotalSeconds, (double)collection.Gc.Heaps)), SeriesStyle.Steps)]);

    private static TimeChart Pauses(TimelineFacts facts, string name) => new(
        $"{name}-pauses",
        $"{facts.Cell.Id}: pause of each collection, and the budget of generation 0 that it set for all heaps together.",
        "ms, MB",
        [
            Series.Of("budget (MB)", facts.Collections.Where(collection => collection.Gc is { BudgetBytes: > 0, Heaps: > 0 })
                .Select(collection => (collection.At.TotalSeconds, collection.Gc.BudgetBytes * collection.Gc.Heaps / Bytes.PerMegabyte)),
                SeriesStyle.Steps),
            Series.Of("pause (ms)", facts.Collections.Select(collection => (collection.At.TotalSeconds, collection.Gc.PauseMilliseconds)),
                SeriesStyle.Dots),
        ]);

    private static double Gen0(GcTimelinePoint point) =>
        Math.Max(point.Gc!.Gen0Bytes, point.Gc.InUseBytes - point.Gc.Gen1Bytes - point.Gc.Gen2Bytes - point.Gc.LohBytes - point.Gc.PohBytes);

    /// <summary>What is committed is as of the last collection. Where more is in use since, or none was yet, that counts.</summary>
    private static double Unmanaged(GcTimelinePoint point) =>
        Math.Max(0, Math.Min((point.Unmanaged ?? point.Process.Rss).Count, point.Process.Rss.Count - Managed(point.Gc!)));

    /// <summary>The rest of what is resident; what the GC has committed and never touched is not.</summary>
    private static double Free(GcTimelinePoint point) => point.Process.Rss.Count - Unmanaged(point) - Managed(point.Gc!);

    private static double Managed(ProbeSample gc) => Math.Max(gc.InUseBytes, gc.Gen0Bytes + gc.Gen1Bytes + gc.Gen2Bytes + gc.LohBytes + gc.PohBytes);

    private static Series Line(string title, IEnumerable<GcTimelinePoint> points, Func<GcTimelinePoint, double> bytes) =>
        Series.Of(title, points.Select(point => (point.At.TotalSeconds, Math.Max(0, bytes(point)) / Bytes.PerMegabyte)));
}
