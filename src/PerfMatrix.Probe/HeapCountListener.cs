using System.Diagnostics.Tracing;
using PerfMatrix.Protocol;

namespace PerfMatrix.Probe;

/// <summary>
/// Largest number of GC heaps seen in the GCGlobalHeapHistory events of the runtime: what shows DATAS adapting. The events come one per collection and
/// allocate a little, so this only runs when asked for.
/// </summary>
internal sealed class HeapCountListener : EventListener
{
    private const string RuntimeSource = "Microsoft-Windows-DotNETRuntime";

    /// <summary>Keyword of the GC events (docs: .NET runtime garbage collection events).</summary>
    private const EventKeywords GcKeyword = (EventKeywords)0x1;

    private int _maximum;

    /// <summary>A listener when <see cref="ProbeRoutes.HeapsVariable"/> is <c>1</c>, otherwise null.</summary>
    public static HeapCountListener? StartWhenAsked() => Environment.GetEnvironmentVariable(ProbeRoutes.HeapsVariable) == "1" ? new HeapCountListener() : null;

    /// <summary>The largest number so far; null before the first collection.</summary>
    public int? Maximum => Volatile.Read(ref _maximum) is > 0 and var seen ? seen : null;

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == RuntimeSource)
            EnableEvents(eventSource, EventLevel.Informational, GcKeyword);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventName?.StartsWith("GCGlobalHeapHistory", StringComparison.Ordinal) == true && NumHeaps(eventData) is { } heaps)
            Keep(heaps);
    }

    /// <summary>The field by its name, since its place differs between versions of the event.</summary>
    private static int? NumHeaps(EventWrittenEventArgs history)
    {
        var field = history.PayloadNames?.IndexOf("NumHeaps") ?? -1;
        return field < 0 ? null : Convert.ToInt32(history.Payload![field]);
    }

    private void Keep(int heaps)
    {
        // Events arrive on one dispatch thread, but nothing promises that.
        for (var seen = Volatile.Read(ref _maximum); heaps > seen; seen = Volatile.Read(ref _maximum))
        {
            if (Interlocked.CompareExchange(ref _maximum, heaps, seen) == seen)
                return;
        }
    }
}
