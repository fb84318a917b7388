using PerfMatrix.Protocol;
using PerfMatrix.Results;
using PerfMatrix.Statistics;

namespace PerfMatrix.Reporting.Gc;

/// <summary>What a timeline says in numbers.</summary>
/// <param name="Cell">The cell.</param>
/// <param name="Timeline">The timeline.</param>
public sealed record TimelineFacts(CellRecord Cell, GcTimeline Timeline)
{
    /// <summary>Runtime and GC in words.</summary>
    public string Label => $"{Cell.Runtime} {Cell.Gc}";

    /// <summary>Collections since the load began.</summary>
    public IReadOnlyList<GcTimelineCollection> Collections { get; } = [.. Timeline.Collections.Where(collection => collection.At >= TimeSpan.Zero)];

    /// <summary>Numbers of heaps seen, each with the number of collections that had it, in the order of the numbers.</summary>
    public IReadOnlyList<(int Heaps, int Collections)> Heaps => [.. Collections.Where(collection => collection.Gc.Heaps > 0).CountBy(collection => collection.Gc.Heaps).OrderBy(count => count.Key).Select(count => (count.Key, count.Value))];

    /// <summary>Largest resident memory.</summary>
    public Bytes PeakRss => new(Timeline.Points.Select(point => point.Process.Rss.Count).DefaultIfEmpty(0).Max());

    /// <summary>Largest memory the GC had committed; null before a collection.</summary>
    public Bytes? PeakCommitted => Timeline.Points.Select(point => point.Gc?.CommittedBytes ?? 0).DefaultIfEmpty(0).Max() is > 0 and var most ? new Bytes(most) : null;

    /// <summary>Sum of all pauses.</summary>
    public TimeSpan Pauses => TimeSpan.FromMilliseconds(Collections.Sum(collection => collection.Gc.PauseMilliseconds));

    /// <summary>Bytes allocated between the first and the last moment at which the process was asked.</summary>
    public Bytes Allocated => Asked is [var first, .., var last] ? new Bytes(last.Gc!.AllocatedBytes - first.Gc!.AllocatedBytes) : new Bytes(0);

    /// <summary>Collections of any generation between the same moments.</summary>
    public long CollectionsBetween => Asked is [var first, .., var last] ? last.Gc!.Gen0Collections - first.Gc!.Gen0Collections : 0;

    /// <summary>Median over the collections of the budget of generation 0 of all heaps together; null without collections.</summary>
    public Bytes? TotalBudget =>
        Collections.Where(collection => collection.Gc.BudgetBytes > 0).Select(collection => (double)collection.Gc.BudgetBytes * collection.Gc.Heaps).ToArray() is { Length: > 0 } budgets
            ? new Bytes((long)Selection.Median(budgets))
            : null;

    /// <summary>The longest stretch in which the process was only watched from outside; null when there is none.</summary>
    public Silence? Silence
    {
        get
        {
            var points = Timeline.Points.ToList();
            var first = points.FindIndex(point => point.At > TimeSpan.Zero && point.Gc is null);
            var last = points.FindLastIndex(point => point.Gc is null);
            return first < 1 || last <= first ? null : new Silence(
                points[first], points[last],
                Collections.LastOrDefault(collection => collection.At < points[first].At),
                Collections.FirstOrDefault(collection => collection.At > points[last].At),
                Collections is [.., var end] ? end : null);
        }
    }

    private IReadOnlyList<GcTimelinePoint> Asked => [.. Timeline.Points.Where(point => point.Gc is not null)];

    /// <summary>The facts of all timelines of a run.</summary>
    public static IReadOnlyList<TimelineFacts> Of(RunDocument run, TimelineFiles files)
    {
        var cells = run.Variants.ToDictionary(variant => variant.Id, variant => variant.Cell);
        return [.. files.Timelines.Where(timeline => cells.ContainsKey(timeline.Variant)).Select(timeline => new TimelineFacts(cells[timeline.Variant], timeline))];
    }
}

/// <summary>A stretch without load, watched from outside only.</summary>
/// <param name="First">Its first moment.</param>
/// <param name="Last">Its last moment.</param>
/// <param name="Before">The last collection before it; null when there was none.</param>
/// <param name="After">The first collection after it; null when there was none.</param>
/// <param name="AtEnd">The last collection of all.</param>
public sealed record Silence(GcTimelinePoint First, GcTimelinePoint Last, GcTimelineCollection? Before, GcTimelineCollection? After, GcTimelineCollection? AtEnd)
{
    /// <summary>Its length.</summary>
    public TimeSpan Length => Last.At - First.At;
}
