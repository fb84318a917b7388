namespace PerfMatrix.History;

/// <summary><c>timelines/&lt;yyyy&gt;/&lt;id&gt;.json</c>: memory and collections of a run over time, one timeline a variant, thinned so that its
/// size is bounded. A file of its own beside the run, because only the GC lab shows it, and only when somebody looks.</summary>
/// <param name="Timelines">In the order of the variants.</param>
internal sealed record StoredTimelines(int SchemaVersion, string Run, IReadOnlyList<StoredTimeline> Timelines)
{
    /// <summary>Most moments, and most collections, of a variant: as many as a chart has room for.</summary>
    public const int MostPoints = 240;

    /// <summary>Most moments of a run: with more than 50 variants each has fewer.</summary>
    public const int MostPointsOfRun = 12_000;

    private const int FewestPoints = 48;

    /// <summary>The first timeline of each variant, as in the report of the run; null without any.</summary>
    public static StoredTimelines? Of(RunDocument run, IEnumerable<GcTimeline> timelines)
    {
        var index = run.Variants.Select((variant, place) => (variant.Id, place)).ToDictionary(entry => entry.Id, entry => entry.place);
        var first = timelines.Where(timeline => index.ContainsKey(timeline.Variant)).DistinctBy(timeline => timeline.Variant);
        return Of(run.Id, [.. first.Select(timeline => (index[timeline.Variant], timeline))]);
    }

    /// <summary>Timelines of variants given by their index; null without any.</summary>
    internal static StoredTimelines? Of(string run, IReadOnlyList<(int Variant, GcTimeline Timeline)> timelines)
    {
        if (timelines.Count == 0) return null;
        var most = Math.Clamp(MostPointsOfRun / timelines.Count, FewestPoints, MostPoints);
        return new(HistoryJson.SchemaVersion, run,
            [.. timelines.OrderBy(one => one.Variant).Select(one => StoredTimeline.Of(one.Variant, one.Timeline, most))]);
    }
}

/// <param name="Interrupted">Why it ends before the load does; null when it does not.</param>
/// <param name="Points">Moments: of equal parts of the time those with the least and the most resident memory, and the first and last of all.</param>
/// <param name="Collections">Of equal parts of the time the longest pause, the most and the fewest heaps, and the first and last of all.</param>
internal sealed record StoredTimeline(
    int Variant, string Block, int Round, string? Interrupted, RecordedTimeline Recorded, PointsOfTimeline Points, CollectionsOfTimeline Collections)
{
    internal static StoredTimeline Of(int variant, GcTimeline timeline, int most) => new(
        variant, timeline.Block, timeline.Round, timeline.Interrupted, RecordedTimeline.Of(timeline),
            PointsOfTimeline.Of(Thinning.Points(timeline.Points, most)), CollectionsOfTimeline.Of(Thinning.Collections(timeline.Collections, most)));
}

/// <summary>What a timeline was before thinning, so that counts and sums are those of all collections.</summary>
/// <param name="Dropped">Collections that were lost while recording.</param>
/// <param name="PauseMs">Their pauses together, milliseconds.</param>
/// <param name="LeastHeaps">Fewest heaps in use; 0 when no collection told.</param>
internal sealed record RecordedTimeline(int Points, int Collections, long Dropped, double PauseMs, int LeastHeaps, int MostHeaps)
{
    internal static RecordedTimeline Of(GcTimeline timeline)
    {
        var collections = timeline.Collections.Where(collection => collection.At >= TimeSpan.Zero).ToList();
        var heaps = collections.Select(collection => collection.Gc.Heaps).Where(count => count > 0).DefaultIfEmpty(0).ToList();
        return new(timeline.Points.Count, collections.Count, timeline.Dropped,
            Math.Round(collections.Sum(collection => collection.Gc.PauseMilliseconds), 3), heaps.Min(), heaps.Max());
    }
}

/// <summary>Moments in columns; memory in KiB, and null where the process was not asked.</summary>
/// <param name="AtMs">Milliseconds since the load began.</param>
/// <param name="Gen0Kib">Generation 0 after the last collection.</param>
internal sealed record PointsOfTimeline(
    IReadOnlyList<long> AtMs, IReadOnlyList<long> RssKib, IReadOnlyList<long?> Gen0Kib, IReadOnlyList<long?> Gen1Kib, IReadOnlyList<long?> Gen2Kib,
    IReadOnlyList<long?> LohKib, IReadOnlyList<long?> PohKib, IReadOnlyList<long?> CommittedKib)
{
    internal static PointsOfTimeline Of(IReadOnlyList<GcTimelinePoint> points) => new(
        [.. points.Select(point => (long)Math.Round(point.At.TotalMilliseconds))],
        [.. points.Select(point => point.Process.Rss.Count / 1024)],
        Column(points, gc => gc.Gen0Bytes), Column(points, gc => gc.Gen1Bytes), Column(points, gc => gc.Gen2Bytes),
        Column(points, gc => gc.LohBytes), Column(points, gc => gc.PohBytes), Column(points, gc => gc.CommittedBytes));

    private static IReadOnlyList<long?> Column(IReadOnlyList<GcTimelinePoint> points, Func<ProbeSample, long> bytes) =>
        [.. points.Select(point => point.Gc is { } gc ? bytes(gc) / 1024 : (long?)null)];
}

/// <param name="AtMs">Start, milliseconds since the load began.</param>
/// <param name="Kind">One letter each: b background, f foreground.</param>
/// <param name="PauseUs">Time the application stood still for it, microseconds.</param>
/// <param name="BudgetKib">Budget of generation 0 that it set for each heap.</param>
internal sealed record CollectionsOfTimeline(
    IReadOnlyList<long> AtMs, IReadOnlyList<long> Number, IReadOnlyList<int> Generation, string Kind, IReadOnlyList<int> Heaps,
    IReadOnlyList<long> PauseUs, IReadOnlyList<long> BudgetKib)
{
    internal static CollectionsOfTimeline Of(IReadOnlyList<GcTimelineCollection> collections) => new(
        [.. collections.Select(collection => (long)Math.Round(collection.At.TotalMilliseconds))],
        [.. collections.Select(collection => collection.Gc.Number)],
        [.. collections.Select(collection => collection.Gc.Generation)],
        string.Concat(collections.Select(collection => collection.Gc.IsBackground ? 'b' : 'f')),
        [.. collections.Select(collection => collection.Gc.Heaps)],
        [.. collections.Select(collection => (long)Math.Round(1000 * collection.Gc.PauseMilliseconds))],
        [.. collections.Select(collection => collection.Gc.BudgetBytes / 1024)]);
}

/// <summary>Takes out of a long timeline what a chart of it cannot show, and never a peak.</summary>
internal static class Thinning
{
    public static IReadOnlyList<GcTimelinePoint> Points(IReadOnlyList<GcTimelinePoint> points, int most) => Thin(
        points, most, point => point.At,
        part => part.MinBy(index => points[index].Process.Rss.Count), part => part.MaxBy(index => points[index].Process.Rss.Count));

    /// <summary>A collection that did not tell its heaps (0) says nothing of the fewest.</summary>
    public static IReadOnlyList<GcTimelineCollection> Collections(IReadOnlyList<GcTimelineCollection> collections, int most) => Thin(
        collections, most, collection => collection.At,
        part => part.MaxBy(index => collections[index].Gc.PauseMilliseconds),
        part => part.MaxBy(index => collections[index].Gc.Heaps),
        part => part.MinBy(index => collections[index].Gc.Heaps is > 0 and var heaps ? heaps : int.MaxValue));

    /// <summary>First, last, and those picked in equal parts of the time, in order; all where they are at most <paramref name="most"/>.</summary>
    private static IReadOnlyList<T> Thin<T>(IReadOnlyList<T> all, int most, Func<T, TimeSpan> at, params Func<IEnumerable<int>, int>[] picks)
    {
        if (all.Count <= most) return all;
        var (start, length, parts) = (at(all[0]), (at(all[^1]) - at(all[0])).Ticks + 1, (most - 2) / picks.Length);
        var byTime = Enumerable.Range(0, all.Count).GroupBy(index => (int)(parts * ((double)(at(all[index]) - start).Ticks / length)));
        var kept = byTime.SelectMany(part => picks.Select(pick => pick(part)));
        return [.. kept.Append(0).Append(all.Count - 1).Distinct().Order().Select(index => all[index])];
    }
}
