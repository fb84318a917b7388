
using PerfMatrix.Contract;

namespace PerfMatrix.Probe;

/// <summary>
/// Puts collections together from their events, and keeps those that nobody has asked for yet, at most <see cref="Capacity"/>.
/// A blocking collection is one suspension: suspend, start, history, end, heap statistics, restart. A background one starts in a suspension, has another
/// one later, lets younger collections in between, and ends while the application runs: end, heap statistics, history (order seen on 8, 9 and 10).
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
            List<OpenCollection> complete = [.. _collections.Where(IsOver)];
            _collections.RemoveAll(complete.Contains);
            return ([.. complete.Select(collection => collection.ToRecord())], _dropped);
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

    /// <summary>Whether nothing more is to come: events that a later collection has overtaken will not.</summary>
    private bool IsOver(OpenCollection collection) => collection.IsComplete || (collection.HasEnded && _collections[^1].Number > collection.Number);

    /// <summary>The collection that a history tells of: the blocking one under way, else the background one that has just ended.</summary>
    private OpenCollection? Current() =>
        _collections.FindLast(collection => collection is { HasEnded: false, IsBackground: false })
        ?? (_lastEnded is { IsBackground: true, HasHistory: false } ? _lastEnded : _collections.FindLast(collection => !collection.HasEnded));
}
