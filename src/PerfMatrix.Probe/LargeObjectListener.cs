using System.Diagnostics.Tracing;
using PerfMatrix.Contract;

namespace PerfMatrix.Probe;

/// <summary>
/// Bytes allocated on the large object heap, from the allocation ticks of the runtime: one event for every 100 KB or so of each heap, with the amount since
/// the one before. A few events for every large object, so this only runs when asked for.
/// </summary>
internal sealed class LargeObjectListener : EventListener
{
    private const string RuntimeSource = "Microsoft-Windows-DotNETRuntime";

    /// <summary>Keyword of the GC events; the ticks among them are verbose (docs: .NET runtime garbage collection events).</summary>
    private const EventKeywords GcKeyword = (EventKeywords)0x1;

    /// <summary>AllocationKind of the large object heap; 0 is small, 2 pinned.</summary>
    private const int Large = 1;

    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(150);

    private const int MostLooks = 14;

    private long _bytes;

    /// <summary>A listener when <see cref="ProbeRoutes.LargeObjectsVariable"/> is <c>1</c>, otherwise null.</summary>
    public static LargeObjectListener? StartWhenAsked() => Environment.GetEnvironmentVariable(ProbeRoutes.LargeObjectsVariable) == "1" ? new LargeObjectListener() : null;

    /// <summary>Bytes so far. Events come some 100 ms late, so this waits until no more do; at most two seconds.</summary>
    public long Settled()
    {
        var seen = Volatile.Read(ref _bytes);
        for (var look = 0; look < MostLooks; look++)
        {
            Thread.Sleep(s_look);
            var now = Volatile.Read(ref _bytes);
            if (now == seen && look > 0)
                return now;
            seen = now;
        }

        return seen;
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == RuntimeSource)
            EnableEvents(eventSource, EventLevel.Verbose, GcKeyword);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventName?.StartsWith("GCAllocationTick", StringComparison.Ordinal) == true && Convert.ToInt32(Field(eventData, "AllocationKind")) == Large)
            Interlocked.Add(ref _bytes, Convert.ToInt64(Field(eventData, "AllocationAmount64")));
    }

    /// <summary>The field by its name, since its place differs between versions of the event.</summary>
    private static object? Field(EventWrittenEventArgs tick, string name)
    {
        var index = tick.PayloadNames?.IndexOf(name) ?? -1;
        return index < 0 ? null : tick.Payload![index];
    }
}
