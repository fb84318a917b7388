using System.Diagnostics.Tracing;
using PerfMatrix.Contract;

namespace PerfMatrix.Probe;

/// <summary>
/// Listens to the runtime's own GC events: the heap count and budget of each collection are known nowhere else. They come in a handful per collection and
/// allocate a little, so this only runs while asked for.
/// </summary>
internal sealed class CollectionListener : EventListener
{
    private const string RuntimeSource = "Microsoft-Windows-DotNETRuntime";

    /// <summary>Keyword of the GC events (docs: .NET runtime garbage collection events).</summary>
    private const EventKeywords GcKeyword = (EventKeywords)0x1;

    private readonly CollectionLog _log = new();
    private EventSource? _source;
    private bool _isOn;

    /// <summary>A listener, switched on from the start when <see cref="ProbeRoutes.HeapsVariable"/> is <c>1</c>.</summary>
    public static CollectionListener Create()
    {
        var listener = new CollectionListener();
        if (Environment.GetEnvironmentVariable(ProbeRoutes.HeapsVariable) == "1")
            listener.SwitchOn();
        return listener;
    }

    /// <summary>The largest number of heaps seen; null before the first collection that was listened to.</summary>
    public int? HeapCountMaximum => _log.HeapCountMaximum;

    /// <summary>A moment, and the collections since the last one; switches on when needed.</summary>
    public ProbeTimeline Read()
    {
        SwitchOn();
        return TakeTimeline();
    }

    /// <summary>The last moment; switches off.</summary>
    public ProbeTimeline End()
    {
        SwitchOff();
        return TakeTimeline();
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == RuntimeSource)
            _source = eventSource;
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData) => _log.Add(new RuntimeEvent(eventData));

    private ProbeTimeline TakeTimeline()
    {
        var (collections, dropped) = _log.Take();
        return new ProbeTimeline { Now = SampleReading.Take(), Collections = collections, Dropped = dropped };
    }

    private void SwitchOn()
    {
        lock (_log)
        {
            if (!_isOn && _source is not null)
                EnableEvents(_source, EventLevel.Informational, GcKeyword);
            _isOn = true;
        }
    }

    private void SwitchOff()
    {
        lock (_log)
        {
            if (_isOn && _source is not null)
                DisableEvents(_source);
            _isOn = false;
        }
    }
}
