using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.EventPipe;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using PerfMatrix.Gate;

namespace PerfMatrix.Explain.Traces;

/// <summary>Reads what the runtime of a process wrote of itself (EventPipe): where its code lies, what it allocated, what else happened, and samples
/// of its threads where they were asked for.</summary>
internal static class NettraceFile
{
    /// <summary>Reads a trace whole.</summary>
    /// <exception cref="TraceException">It is damaged, or was cut short before it told the names of its methods.</exception>
    public static (CodeMap Code, ProcessTrace Trace) Read(string path)
    {
        var log = path + ".etlx";
        try
        {
            var (code, collections) = ReadStream(path);
            if (code.Count == 0) throw new TraceException("the trace ends before the names of its methods");
            TraceLog.CreateFromEventPipeDataFile(path, log);
            return (code, ReadSamples(log, code, collections));
        }
        catch (Exception problem) when (problem is not (TraceException or OperationCanceledException or OutOfMemoryException))
        {
            throw new TraceException($"the trace cannot be read: {problem.Message}", problem);
        }
        finally
        {
            File.Delete(log);
        }
    }

    // The log keeps no addresses of methods, so they are read from the stream itself.
    private static (CodeMap Code, IReadOnlyList<Collection> Collections) ReadStream(string path)
    {
        var (code, modules) = (new CodeMap(), new Dictionary<long, string>());
        var methods = new List<(ulong Start, uint Size, long Module, string Type, string Name)>();
        using var source = new EventPipeEventSource(path);
        var rundown = new ClrRundownTraceEventParser(source);
        source.Clr.LoaderModuleLoad += Module;
        rundown.LoaderModuleDCStop += Module;
        source.Clr.MethodLoadVerbose += Method;
        rundown.MethodDCStopVerbose += Method;
        var collections = CollectionReader.Of(source);
        source.Process();
        foreach (var (start, size, module, type, name) in methods)
            code.Add(start, size, new(MemberNames.OfMethod(type, name), modules.GetValueOrDefault(module, "")));
        return (code, collections.Read());

        void Module(ModuleLoadUnloadTraceData data) => modules[data.ModuleID] = Path.GetFileNameWithoutExtension(data.ModuleILPath);

        void Method(MethodLoadUnloadVerboseTraceData data) =>
            methods.Add((data.MethodStartAddress, (uint)data.MethodSize, data.ModuleID, data.MethodNamespace, data.MethodName));
    }

    private static ProcessTrace ReadSamples(string file, CodeMap code, IReadOnlyList<Collection> collections)
    {
        using var log = new TraceLog(file);
        using var source = log.Events.GetSource();
        var samples = new SampleReader(source, code);
        var events = new EventReader(source, code);
        source.Process();
        return new(samples.Cpu, TimeSpan.FromMilliseconds(1), SeesAll: false, samples.Allocations)
        {
            Events = [.. events.Seen, .. events.Pauses(collections)],
            Collections = collections,
            DrawsObjects = !samples.HasTicks,
            Lost = log.EventsLost,
        };
    }
}

/// <summary>Takes the samples of threads and of allocations from a trace.</summary>
internal sealed class SampleReader
{
    /// <summary>Mean distance of the samples of <c>AllocationSampled</c> in bytes, .NET 10 and later (docs: runtime allocation sampling).</summary>
    private const double SamplingDistance = 100 * 1024;

    /// <summary>Managed methods in which a thread waits. The sampler counts it as running managed code; it takes no CPU time.</summary>
    private static readonly string[] s_waits =
        ["LowLevelLifoSemaphore.Wait", "LowLevelMonitor.Wait", "Monitor.Wait", "Monitor.ObjWait", "WaitHandle.Wait", "Thread.Sleep", "Thread.Join",
            "SocketAsyncEngine.EventLoop", "Interop.Sys.WaitForSocketEvents", "PortableThreadPool.GateThread"];

    private readonly CodeMap _code;
    private readonly List<CpuSample> _cpu = [];
    private readonly List<AllocationSample> _allocations = [];

    public SampleReader(TraceLogEventSource source, CodeMap code)
    {
        _code = code;
        source.Clr.GCAllocationTick += tick =>
        {
            HasTicks = true;
            Allocate(tick, tick.TypeName, tick.AllocationAmount64);
        };
        source.Clr.AllocationSampling += sample => Allocate(sample, sample.TypeName, Estimate(sample.ObjectSize));
        new SampleProfilerTraceEventParser(source).ThreadSample += Sample;
    }

    /// <summary>Whether an allocation was named because so many bytes had been allocated, and not drawn at random.</summary>
    public bool HasTicks { get; private set; }

    public IReadOnlyList<CpuSample> Cpu => _cpu;

    public IReadOnlyList<AllocationSample> Allocations => _allocations;

    // An object is drawn with probability 1 - exp(-size / distance), so each that is drawn stands for 1 / probability of them.
    private static double Estimate(double size) => size / (1 - Math.Exp(-size / SamplingDistance));

    private void Sample(ClrThreadSampleTraceData sample)
    {
        if (sample.Type != ClrThreadSampleType.Managed) return;
        var stack = TraceStack.Of(sample.CallStack(), _code, isRunning: true);
        if (stack.Count > 0 && !Array.Exists(s_waits, wait => stack[0].Method.StartsWith(wait, StringComparison.Ordinal)))
            _cpu.Add(new(TraceStack.At(sample), stack));
    }

    private void Allocate(TraceEvent data, string type, double bytes) => _allocations.Add(
        new(TraceStack.At(data), MemberNames.OfType(type), bytes, TraceStack.Of(data.CallStack(), _code)));
}

/// <summary>Takes what happened from a trace: waits for locks, exceptions, starvation of the thread pool, and who asked for collections.</summary>
internal sealed class EventReader
{
    private readonly CodeMap _code;
    private readonly List<EventSample> _seen = [];
    private readonly Dictionary<int, EventSample> _waiting = [];
    private readonly List<(DateTimeOffset At, IReadOnlyList<Frame> Stack)> _asked = [];

    public EventReader(TraceLogEventSource source, CodeMap code)
    {
        _code = code;
        source.Clr.ContentionStart += start => _waiting[start.ThreadID] = Of(start, CauseEvent.Lock, "lock", 0);
        source.Clr.ContentionStop += Acquired;
        source.Clr.ExceptionStart += thrown => _seen.Add(Of(thrown, CauseEvent.Exception, MemberNames.OfType(thrown.ExceptionType), 1));
        source.Clr.GCTriggered += asked => _asked.Add((TraceStack.At(asked), TraceStack.Of(asked.CallStack(), _code)));
        source.Clr.ThreadPoolWorkerThreadAdjustmentAdjustment += adjusted =>
        {
            // The second: a thread that waits for a task asks for another one by itself.
            if (adjusted.Reason is ThreadAdjustmentReason.Starvation or ThreadAdjustmentReason.CooperativeBlocking)
                _seen.Add(new(TraceStack.At(adjusted), CauseEvent.Starvation, "thread pool", 1, []));
        };
    }

    public IReadOnlyList<EventSample> Seen => _seen;

    /// <summary>The pauses of collections. Those that code asked for are put down to it; the others happen wherever the budget is used up.</summary>
    public IEnumerable<EventSample> Pauses(IReadOnlyList<Collection> collections) => collections.Where(one => one.Pause > TimeSpan.Zero)
        .Select(one => new EventSample(one.At, CauseEvent.Pause, one.Name, one.Pause.TotalMicroseconds, one.IsInduced ? Before(one.At) : []));

    private IReadOnlyList<Frame> Before(DateTimeOffset at) =>
        _asked.Where(asked => asked.At <= at).Select(asked => asked.Stack).LastOrDefault() ?? [];

    private void Acquired(ContentionStopTraceData stop)
    {
        if (!_waiting.Remove(stop.ThreadID, out var start)) return;
        var waited = stop.DurationNs > 0 ? stop.DurationNs / 1000 : (TraceStack.At(stop) - start.At).TotalMicroseconds;
        _seen.Add(start with { Amount = waited });
    }

    private EventSample Of(TraceEvent data, CauseEvent kind, string name, double amount) =>
        new(TraceStack.At(data), kind, name, amount, TraceStack.Of(data.CallStack(), _code));
}

/// <summary>The managed frames of a stack of a trace.</summary>
internal static class TraceStack
{
    public static DateTimeOffset At(TraceEvent data) => new(data.TimeStamp.ToUniversalTime());

    /// <param name="isRunning">Whether the innermost address is that of an instruction; otherwise the event itself was called, so all of them are
    /// return addresses.</param>
    public static List<Frame> Of(TraceCallStack? stack, CodeMap code, bool isRunning = false)
    {
        var frames = new List<Frame>();
        for (var isInstruction = isRunning; stack is not null; stack = stack.Caller, isInstruction = false)
        {
            var address = stack.CodeAddress.Address;
            if ((isInstruction ? code.Find(address) : code.FindCaller(address)) is { } frame) frames.Add(frame);
        }
        return frames;
    }
}
