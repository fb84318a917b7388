using System.Diagnostics.Tracing;

namespace PerfMatrix.Probe;

/// <summary>Listens to the runtime's own GC events: the heap count and budget of each collection are known nowhere else. They come in a handful per
/// collection and allocate a little, so this only runs while asked for.</summary>
internal sealed class CollectionListener : EventListener
{
    public const string RuntimeSource = "Microsoft-Windows-DotNETRuntime";

    /// <summary>Keyword of the GC events; the allocation ticks among them are verbose (docs: .NET runtime garbage collection events).</summary>
    public const EventKeywords GcKeyword = (EventKeywords)0x1;

    private readonly CollectionLog _log = new();
    private EventSource? _source;
    private bool _isOn;

    /// <summary>A listener, switched on from the start when <see cref="ProbeRoutes.HeapsVariable"/> is <c>1</c>.</summary>
    public static CollectionListener Create()
    {
        var listener = new CollectionListener();
        if (Environment.GetEnvironmentVariable(ProbeRoutes.HeapsVariable) == "1") listener.SwitchOn();
        return listener;
    }

    public int? HeapCountMaximum => _log.HeapCountMaximum;

    /// <summary>A moment, and the collections since the last one; switches on when needed.</summary>
    public ProbeTimeline Read()
    {
        SwitchOn();
        var (collections, dropped) = _log.Take();
        return new ProbeTimeline { Now = SampleReading.Take(), Collections = collections, Dropped = dropped };
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == RuntimeSource) _source = eventSource;
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData) => _log.Add(new RuntimeEvent(eventData));

    private void SwitchOn()
    {
        lock (_log)
        {
            if (!_isOn && _source is not null) EnableEvents(_source, EventLevel.Informational, GcKeyword);
            _isOn = true;
        }
    }
}

/// <summary>Bytes allocated on the large object heap, from the allocation ticks of the runtime: one event for every 100 KB or so of each heap, with
/// the amount since the one before. A few events for every large object, so this only runs when asked for.</summary>
internal sealed class LargeObjectListener : EventListener
{
    /// <summary>AllocationKind of the large object heap; 0 is small, 2 pinned.</summary>
    private const int Large = 1;

    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(150);

    private const int MostLooks = 14;
    private long _bytes;

    /// <summary>A listener when <see cref="ProbeRoutes.LargeObjectsVariable"/> is <c>1</c>, otherwise null.</summary>
    public static LargeObjectListener? StartWhenAsked() =>
        Environment.GetEnvironmentVariable(ProbeRoutes.LargeObjectsVariable) == "1" ? new LargeObjectListener() : null;

    /// <summary>Bytes so far. Events come some 100 ms late, so this waits until no more do; at most two seconds.</summary>
    public long Settled()
    {
        var seen = Volatile.Read(ref _bytes);
        for (var look = 0; look < MostLooks; look++)
        {
            Thread.Sleep(s_look);
            var now = Volatile.Read(ref _bytes);
            if (now == seen && look > 0) return now;
            seen = now;
        }

        return seen;
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == CollectionListener.RuntimeSource) EnableEvents(eventSource, EventLevel.Verbose, CollectionListener.GcKeyword);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        var happened = new RuntimeEvent(eventData);
        if (happened.Number("AllocationKind") == Large && happened.Name == "GCAllocationTick")
            Interlocked.Add(ref _bytes, happened.Number("AllocationAmount64"));
    }
}

/// <summary>An event of the runtime: its name without the version, and its fields by name, since their places differ between versions.</summary>
internal readonly struct RuntimeEvent(EventWrittenEventArgs data)
{
    /// <summary>The name without its version, e.g. <c>GCStart</c> for <c>GCStart_V2</c>.</summary>
    public string Name => data.EventName is { } name && name.LastIndexOf("_V", StringComparison.Ordinal) is > 0 and var version
        ? name[..version] : data.EventName ?? "";

    /// <summary>When it happened, milliseconds since 1970-01-01 UTC.</summary>
    public double UnixMilliseconds => (data.TimeStamp.ToUniversalTime() - DateTime.UnixEpoch).TotalMilliseconds;

    /// <summary>A field that holds a number; 0 when this version of the event has none of that name.</summary>
    public long Number(string field) => data.PayloadNames?.IndexOf(field) is >= 0 and var place ? Convert.ToInt64(data.Payload![place]) : 0;
}
