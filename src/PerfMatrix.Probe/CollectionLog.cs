namespace PerfMatrix.Probe;

/// <summary>Puts collections together from their events, and keeps those not asked for yet, at most <see cref="Capacity"/>. A blocking collection is
/// one suspension: suspend, start, history, end, heap statistics, restart. A background one starts in a suspension, has another one later, lets
/// younger collections in between, and ends while the application runs: end, heap statistics, history (order seen on 8, 9 and 10).</summary>
internal sealed class CollectionLog
{
    /// <summary>Collections kept: at one reading a second, more than any process can do between two.</summary>
    public const int Capacity = 4096;

    private readonly List<OpenCollection> _collections = [];
    private OpenCollection? _lastEnded;
    private OpenCollection? _inThisSuspension;
    private double _suspendedAt;
    private long _dropped;
    private int _heapCountMaximum;

    /// <summary>The largest number of heaps seen; null before the first collection.</summary>
    public int? HeapCountMaximum
    {
        get
        {
            lock (_collections)
                return _heapCountMaximum > 0 ? _heapCountMaximum : null;
        }
    }

    /// <summary>Takes the collections that are complete, and how many have been lost so far.</summary>
    public (IReadOnlyList<ProbeCollection> Collections, long Dropped) Take()
    {
        lock (_collections)
        {
            List<OpenCollection> complete = [.. _collections.Where(IsOver)];
            _collections.RemoveAll(complete.Contains);
            return ([.. complete.Select(collection => collection.ToRecord())], _dropped);
        }
    }

    public void Add(RuntimeEvent happened)
    {
        lock (_collections)
        {
            switch (happened.Name)
            {
                case "GCSuspendEEBegin": (_suspendedAt, _inThisSuspension) = (happened.UnixMilliseconds, null); break;
                case "GCStart": Start(happened); break;
                case "GCGlobalHeapHistory": AddHistory(happened); break;
                case "GCEnd": End(happened); break;
                case "GCHeapStats": _lastEnded?.SetSizes(happened); break;
                case "GCRestartEEEnd": Restart(happened); break;
            }
        }
    }

    private void Start(RuntimeEvent start)
    {
        if (_collections.Count == Capacity)
        {
            _collections.RemoveAt(0);
            _dropped++;
        }

        _inThisSuspension = new OpenCollection(start);
        _collections.Add(_inThisSuspension);
    }

    private void AddHistory(RuntimeEvent history)
    {
        _heapCountMaximum = Math.Max(_heapCountMaximum, (int)history.Number("NumHeaps"));
        Current()?.SetHistory(history);
    }

    private void End(RuntimeEvent end)
    {
        _lastEnded = _collections.Find(collection => collection.Number == end.Number("Count"));
        _lastEnded?.End(end.UnixMilliseconds);
    }

    private void Restart(RuntimeEvent restart)
    {
        var paused = _inThisSuspension ?? _collections.Find(collection => collection is { IsBackground: true, HasEnded: false });
        if (paused is not null && _suspendedAt > 0) paused.AddPause(restart.UnixMilliseconds - _suspendedAt);
        (_suspendedAt, _inThisSuspension) = (0, null);
    }

    /// <summary>Whether nothing more is to come: events that a later collection has overtaken will not.</summary>
    private bool IsOver(OpenCollection collection) => collection.IsComplete || (collection.HasEnded && _collections[^1].Number > collection.Number);

    /// <summary>The collection that a history tells of: the blocking one under way, else the background one that has just ended.</summary>
    private OpenCollection? Current() =>
        _collections.FindLast(collection => collection is { HasEnded: false, IsBackground: false })
        ?? (_lastEnded is { IsBackground: true, HasHistory: false } ? _lastEnded : _collections.FindLast(collection => !collection.HasEnded));
}

/// <summary>A collection whose events are still coming.</summary>
internal sealed class OpenCollection(RuntimeEvent start)
{
    private const int BackgroundType = 1;
    private readonly int _generation = (int)start.Number("Depth");
    private readonly int _reason = (int)start.Number("Reason");
    private readonly double _start = start.UnixMilliseconds;
    private readonly long[] _sizes = new long[5];
    private double _end;
    private double _pause;
    private bool _hasPause;
    private bool _hasSizes;
    private long _promoted;
    private int _heaps;
    private long _budget;

    public long Number { get; } = start.Number("Count");
    public bool IsBackground { get; } = start.Number("Type") == BackgroundType;
    public bool HasEnded => _end > 0;
    public bool HasHistory => _heaps > 0;

    /// <summary>Whether all its events have come: a blocking collection is over with the restart, a background one with its history.</summary>
    public bool IsComplete => HasEnded && _hasSizes && _hasPause && HasHistory;

    public void End(double unixMilliseconds) => _end = unixMilliseconds;

    public void AddPause(double milliseconds) => (_pause, _hasPause) = (_pause + milliseconds, true);

    public void SetHistory(RuntimeEvent history) => (_heaps, _budget) = ((int)history.Number("NumHeaps"), history.Number("FinalYoungestDesired"));

    /// <summary>Generation 3 of the event is the large, 4 the pinned object heap.</summary>
    public void SetSizes(RuntimeEvent statistics)
    {
        _hasSizes = true;
        for (var generation = 0; generation < _sizes.Length; generation++)
        {
            _sizes[generation] = statistics.Number($"GenerationSize{generation}");
            _promoted += statistics.Number($"TotalPromotedSize{generation}");
        }
    }

    public ProbeCollection ToRecord() => new()
    {
        Number = Number,
        Generation = _generation,
        IsBackground = IsBackground,
        Reason = _reason,
        UnixMilliseconds = _start,
        DurationMilliseconds = _end - _start,
        PauseMilliseconds = _pause,
        Heaps = _heaps,
        BudgetBytes = _budget,
        Gen0Bytes = _sizes[0],
        Gen1Bytes = _sizes[1],
        Gen2Bytes = _sizes[2],
        LohBytes = _sizes[3],
        PohBytes = _sizes[4],
        PromotedBytes = _promoted,
    };
}
