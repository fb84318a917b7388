using Microsoft.Diagnostics.Tracing.Parsers;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace PerfMatrix.Tests.Explain;

/// <summary>What the events of a trace say of its collections, put together without TraceEvent's analysis: by the numbers of the collections, and by
/// which of them are concurrent.</summary>
internal sealed class GcEvents
{
    private readonly Dictionary<int, EventsOfCollection> _all = [];
    private readonly List<EventsOfCollection> _starting = [];
    private (int Thread, double From, double Stood) _suspension = (-1, 0, 0);
    private EventsOfCollection? _blocking, _background, _ended, _told;

    public GcEvents(ClrTraceEventParser events)
    {
        events.GCSuspendEEStart += Suspended;
        events.GCSuspendEEStop += stood =>
        {
            if (stood.ThreadID == _suspension.Thread) _suspension.Stood = stood.TimeStampRelativeMSec;
        };
        events.GCStart += Started;
        events.GCRestartEEStop += restarted =>
        {
            if (restarted.ThreadID == _suspension.Thread) Restarted(restarted.TimeStampRelativeMSec);
        };
        events.GCStop += ended => _ended = _all.GetValueOrDefault(ended.Count);
        events.GCHeapStats += statistics =>
        {
            _ended?.Take(statistics);
            End = statistics.TimeStampRelativeMSec;
        };
        events.GCGlobalHeapHistory += history =>
        {
            // Of a collection that began as a background one, and blocked in the end, it has no such flag; a collection has one of these.
            _told = history.GlobalMechanisms.HasFlag(GCGlobalMechanisms.Concurrent) || _blocking is { HasHistory: true } ? _background : _blocking;
            _told?.Take(history);
        };
        events.GCPerHeapHistory += history =>
            _told?.Heaps.Add([.. EventsOfCollection.Generations.Select(generation => history.GenData(generation))]);
    }

    /// <summary>When the last collection ended, in milliseconds from the beginning of the trace.</summary>
    public double End { get; private set; }

    public EventsOfCollection this[int number] => _all[number];

    private void Suspended(GCSuspendEETraceData suspended)
    {
        if (suspended.Reason is not (GCSuspendEEReason.SuspendForGC or GCSuspendEEReason.SuspendForGCPrep)) return;
        _suspension = (suspended.ThreadID, suspended.TimeStampRelativeMSec, suspended.TimeStampRelativeMSec);
        _starting.Clear();
    }

    private void Started(GCStartTraceData start)
    {
        var one = new EventsOfCollection { Number = start.Count };
        if (!_all.TryAdd(one.Number, one)) return;
        if (start.Type == GCType.BackgroundGC) _background = one;
        else _blocking = one;
        _starting.Add(one);
    }

    // Without a start it is the second pause of a background collection.
    private void Restarted(double at)
    {
        var (began, stood) = (_suspension.From, _suspension.Stood);
        _suspension.Thread = -1;
        if (_starting is [var one]) one.Add(at - began, stood - began);
        else if (_starting.Count == 0 && _background is { HasEnded: false }) _background.Add(at - began, stood - began);
        else _starting.ForEach(shared => shared.SharesPause = true);
    }
}

internal sealed class EventsOfCollection
{
    private const double Megabyte = 1e6;

    private double _pause, _suspension, _promoted, _sizeAfter, _budget, _pinned, _finalized;
    private double?[] _phases = [null, null, null, null, null];

    public static IReadOnlyList<Gens> Generations { get; } = [Gens.Gen0, Gens.Gen1, Gens.Gen2, Gens.GenLargeObj, Gens.GenPinObj];

    public required int Number { get; init; }

    public bool HasEnded { get; private set; }

    public bool HasHistory { get; private set; }

    /// <summary>Whether another collection began in the same suspension, so that only both have a pause.</summary>
    public bool SharesPause { get; set; }

    public List<IReadOnlyList<GCPerHeapHistoryGenData>> Heaps { get; } = [];

    /// <summary>In the order of <see cref="GcFiguresTests.Figures"/>; null where the events tell none.</summary>
    public double?[] Figures =>
    [
        SharesPause ? null : _pause, SharesPause ? null : _suspension, .. _phases, _promoted,
        Heaps.Sum(heap => heap.Sum(generation => generation.SizeBefore)) / Megabyte, _sizeAfter, Heaps.Count, _pinned, _finalized,
        .. Generations.SelectMany(generation => Of(generation, [.. Heaps.Select(heap => heap[(int)generation])])),
    ];

    public void Add(double pause, double suspension) => (_pause, _suspension) = (_pause + pause, _suspension + suspension);

    public void Take(GCHeapStatsTraceData statistics)
    {
        HasEnded = true;
        _sizeAfter = (statistics.GenerationSize0 + statistics.GenerationSize1 + statistics.GenerationSize2 + statistics.GenerationSize3
            + statistics.GenerationSize4) / Megabyte;
        _promoted = (statistics.TotalPromotedSize0 + statistics.TotalPromotedSize1 + statistics.TotalPromotedSize2 + statistics.TotalPromotedSize3
            + statistics.TotalPromotedSize4) / Megabyte;
        (_pinned, _finalized) = (statistics.PinnedObjectCount, statistics.FinalizationPromotedCount);
    }

    // Times of sized references, four parts of mark, plan, and what follows from compacting or not (dotnet/runtime, gcpriv.h, gc_time_info).
    public void Take(GCGlobalHeapHistoryTraceData history)
    {
        HasHistory = true;
        _budget = (double)history.FinalYoungestDesired * history.NumHeaps / Megabyte;
        double[] times = [.. (history.Times ?? []).Select(time => time / 1000.0)];
        double Of(int place) => place < times.Length ? times[place] : 0;
        var (isConcurrent, isCompacting) = (history.GlobalMechanisms.HasFlag(GCGlobalMechanisms.Concurrent),
            history.GlobalMechanisms.HasFlag(GCGlobalMechanisms.Compaction));
        if (times.Length > 0)
            _phases =
            [
                Of(1) + Of(2) + Of(3) + Of(4), isConcurrent ? 0 : Of(5), isCompacting && !isConcurrent ? Of(6) : 0,
                isCompacting && !isConcurrent ? Of(7) : 0, isCompacting || isConcurrent ? 0 : Of(6),
            ];
    }

    // A generation that was not collected gets no budget.
    private double?[] Of(Gens generation, IReadOnlyList<GCPerHeapHistoryGenData> heaps)
    {
        var (budget, before) = (heaps.Sum(heap => heap.Budget) / Megabyte, heaps.Sum(heap => heap.ObjSpaceBefore));
        double? survival = budget > 0 && before > 0 ? 100.0 * heaps.Sum(heap => heap.PinnedSurv + heap.NonePinnedSurv) / before : null;
        return
        [
            heaps.Sum(heap => heap.FreeListSpaceAfter + heap.FreeObjSpaceAfter) / Megabyte, survival > 100 ? null : survival,
            budget == 0 ? null : generation == Gens.Gen0 ? _budget : budget,
        ];
    }
}
