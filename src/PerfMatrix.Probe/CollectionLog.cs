using PerfMatrix.Protocol;

namespace PerfMatrix.Probe;

/// <summary>
/// Puts collections together from their events, and keeps those that nobody has asked for yet, at most <see cref="Capacity"/>.
/// A blocking collection is one suspension: suspend, start, history, end, heap statistics, restart. A background one starts in a suspension, has another
/// one later, lets younger collections in between, and ends while the application runs.
/// </summary>
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
            List<ProbeCollection> complete = [.. _collections.Where(collection => collection.IsComplete).Select(collection => collection.ToRecord())];
            _collections.RemoveAll(collection => collection.IsComplete);
            return (complete, _dropped);
        }
    }

    /// <summary>Takes an event into account; those of other kinds are ignored.</summary>
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

    /// <summary>Comes before the end of the collection it tells of.</summary>
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
        if (paused is not null && _suspendedAt > 0)
            paused.AddPause(restart.UnixMilliseconds - _suspendedAt);
        (_suspendedAt, _inThisSuspension) = (0, null);
    }

    /// <summary>The youngest collection under way: while a background collection runs, a younger one that it has let in comes first.</summary>
    private OpenCollection? Current() => _collections.FindLast(collection => !collection.HasEnded);
}
