namespace PerfMatrix.Reporting.Gc;

/// <param name="HasDatas">Whether its process said that it has DATAS: the GC mode of that name does, and what ships may.</param>
/// <param name="IsSustained">Whether the load followed its schedule. Otherwise requests still waited when a silence was due, and it was none.</param>
internal sealed record TimelineFacts(CellRecord Cell, GcTimeline Timeline, bool HasDatas, bool IsSustained, RateSchedule? Schedule)
{
    public IReadOnlyList<GcTimelineCollection> Collections { get; } = [.. Timeline.Collections.Where(collection => collection.At >= TimeSpan.Zero)];

    /// <summary>Numbers of heaps seen, each with the number of collections that had it, in the order of the numbers.</summary>
    public IReadOnlyList<(int Heaps, int Collections)> Heaps =>
        [.. Collections.Where(collection => collection.Gc.Heaps > 0).CountBy(collection => collection.Gc.Heaps).OrderBy(count => count.Key)
            .Select(count => (count.Key, count.Value))];

    public Bytes PeakRss => new(Timeline.Points.Select(point => point.Process.Rss.Count).DefaultIfEmpty(0).Max());

    /// <summary>Largest memory the GC had committed; null before a collection.</summary>
    public Bytes? PeakCommitted =>
        Timeline.Points.Select(point => point.Gc?.CommittedBytes ?? 0).DefaultIfEmpty(0).Max() is > 0 and var most ? new Bytes(most) : null;
    public TimeSpan Pauses => TimeSpan.FromMilliseconds(Collections.Sum(collection => collection.Gc.PauseMilliseconds));

    public TimeSpan LongestPause =>
        TimeSpan.FromMilliseconds(Collections.Select(collection => collection.Gc.PauseMilliseconds).DefaultIfEmpty(0).Max());

    /// <summary>The longest stretch in which the process was only watched from outside; null without one, or a rate that was not sustained.</summary>
    public Silence? Silence => IsSustained
        && Unasked().OrderByDescending(stretch => stretch.Last.At - stretch.First.At).FirstOrDefault() is { First: not null } longest ? new Silence(
        longest.First,
        longest.Last,
        Collections.LastOrDefault(collection => collection.At < longest.First.At),
        Collections.FirstOrDefault(collection => collection.At > longest.Last.At),
        Collections is [.., var end] ? end : null) : null;

    /// <summary>Stretches of at least two moments, one after the other, at which the process was not asked.</summary>
    private IEnumerable<(GcTimelinePoint First, GcTimelinePoint Last)> Unasked()
    {
        GcTimelinePoint? first = null, last = null;
        foreach (var point in Timeline.Points.Where(point => point.At > TimeSpan.Zero))
        {
            if (point.Gc is null) (first, last) = (first ?? point, point);
            else if (first is not null && last != first) yield return (first, last!);
            if (point.Gc is not null) first = null;
        }
    }

    public static IReadOnlyList<TimelineFacts> Of(RunDocument run, TimelineFiles files)
    {
        var variants = run.Variants.ToDictionary(variant => variant.Id);
        return [.. from timeline in files.Timelines
                   where variants.ContainsKey(timeline.Variant)
                   let rate = run.Rates?.FirstOrDefault(one => (one.Variant, one.Round) == (timeline.Variant, timeline.Round))
                   let variant = variants[timeline.Variant]
                   select new TimelineFacts(variant.Cell, timeline, GcMode.HasDatas(variant.Proof), rate?.Sustained ?? true,
                       rate is null ? null : RateSchedule.Parse(rate.Outcome.Schedule))];
    }
}

/// <summary>A stretch without load, watched from outside only.</summary>
/// <param name="Before">The last collection before it; null when there was none.</param>
internal sealed record Silence(
    GcTimelinePoint First, GcTimelinePoint Last, GcTimelineCollection? Before, GcTimelineCollection? After, GcTimelineCollection? AtEnd)
{
    public TimeSpan Length => Last.At - First.At;
}

/// <summary>The timelines of a run, read from the files beside its document.</summary>
/// <param name="Timelines">Those that could be read, in the order of the document.</param>
/// <param name="Problems">One sentence for each that could not.</param>
internal sealed record TimelineFiles(IReadOnlyList<GcTimeline> Timelines, IReadOnlyList<string> Problems)
{
    /// <summary>Reads them; a file that is missing or not the one that was written is left out with a sentence.</summary>
    public static TimelineFiles Read(string document, RunDocument run) => Read(run, [RunWithFiles.Beside(document, run)]);

    /// <summary>Reads those of a joined document, each beside its own; what the joined one has left out is not read.</summary>
    public static TimelineFiles Read(RunDocument joined, IEnumerable<RunWithFiles> parts)
    {
        var (kept, problems) = ((joined.Timelines ?? []).ToHashSet(), new List<string>());
        List<GcTimeline> timelines = [.. parts.SelectMany(part => (part.Run.Timelines ?? []).Where(kept.Contains)
            .Select(record => ReadOne(part.Read, record, problems))).OfType<GcTimeline>()];
        return new(timelines, problems);
    }

    private static GcTimeline? ReadOne(Func<string, byte[]> read, TimelineRecord record, List<string> problems)
    {
        return Errors.Or(() =>
        {
            var bytes = read(record.File.Path);
            return Convert.ToHexStringLower(SHA256.HashData(bytes)) == record.File.Sha256
                ? JsonSerializer.Deserialize(bytes, ContractJson.Default.GcTimeline)
                : Without($"{record.File.Path} has been changed since it was written (its SHA-256 differs), so its timeline is left out.");
        }, problem => FileErrors.Is(problem) || problem is JsonException, problem => Without($"its timeline cannot be read: {problem.Message}"));

        GcTimeline? Without(string why)
        {
            problems.Add($"{record.Variant}: {why}");
            return null;
        }
    }
}
