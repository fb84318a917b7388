using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace PerfMatrix.Explain.Traces;

/// <summary>Takes what happened from a trace: waits for locks, exceptions, starvation of the thread pool, and who asked for collections.</summary>
internal sealed class EventReader
{
    private readonly CodeMap _code;
    private readonly Dictionary<int, EventSample> _waiting = [];
    private readonly List<(DateTimeOffset At, IReadOnlyList<Frame> Stack)> _asked = [];

    public EventReader(TraceLogEventSource source, CodeMap code)
    {
        _code = code;
        source.Clr.ContentionStart += start => _waiting[start.ThreadID] = Of(start, CauseEvent.Lock, "lock", 0);
        source.Clr.ContentionStop += Acquired;
        source.Clr.ExceptionStart += thrown =>
        {
            if (!thrown.ExceptionFlags.HasFlag(ExceptionThrownFlags.ReThrown))
                Seen.Add(Of(thrown, CauseEvent.Exception, MemberNames.OfType(thrown.ExceptionType), 1));
        };
        source.Clr.GCTriggered += asked => _asked.Add((TraceStack.At(asked), TraceStack.Of(asked.CallStack(), _code)));
        source.Clr.ThreadPoolWorkerThreadAdjustmentAdjustment += adjusted =>
        {
            // The second: a thread that waits for a task asks for another one by itself.
            if (adjusted.Reason is ThreadAdjustmentReason.Starvation or ThreadAdjustmentReason.CooperativeBlocking)
                Seen.Add(new(TraceStack.At(adjusted), CauseEvent.Starvation, "thread pool", 1, []));
        };
    }

    public List<EventSample> Seen { get; } = [];

    /// <summary>The pauses of collections. Those that code asked for are put down to it; the others happen wherever the budget is used up.</summary>
    public IEnumerable<EventSample> Pauses(IReadOnlyList<Collection> collections) => collections.Where(one => one.Pause > TimeSpan.Zero)
        .Select(one => new EventSample(one.At, CauseEvent.Pause, one.Name, one.Pause.TotalMicroseconds,
            one.IsInduced ? _asked.Where(asked => asked.At <= one.At).Select(asked => asked.Stack).LastOrDefault() ?? [] : []));

    private void Acquired(ContentionStopTraceData stop)
    {
        if (!_waiting.Remove(stop.ThreadID, out var start)) return;
        var waited = stop.DurationNs > 0 ? stop.DurationNs / 1000 : (TraceStack.At(stop) - start.At).TotalMicroseconds;
        Seen.Add(start with { Amount = waited });
    }

    private EventSample Of(TraceEvent data, CauseEvent kind, string name, double amount) =>
        new(TraceStack.At(data), kind, name, amount, TraceStack.Of(data.CallStack(), _code));
}
