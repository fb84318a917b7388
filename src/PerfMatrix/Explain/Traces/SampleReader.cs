using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.EventPipe;

namespace PerfMatrix.Explain.Traces;

/// <summary>Takes the samples of threads and of allocations from a trace.</summary>
internal sealed class SampleReader
{
    /// <summary>Mean distance of the samples of <c>AllocationSampled</c> in bytes, .NET 10 and later (docs: runtime allocation sampling).</summary>
    private const double SamplingDistance = 100 * 1024;

    /// <summary>Managed methods in which a thread waits. The sampler counts it as running managed code; it takes no CPU time. The slow paths are
    /// those of .NET 10; before, the runtime waits for a monitor in no method. A Lock waits in a WaitHandle.</summary>
    private static readonly string[] s_waits =
        ["LowLevelLifoSemaphore.Wait", "LowLevelMonitor.Wait", "Monitor.Wait", "Monitor.ObjWait", "Monitor.Enter_Slowpath",
            "Monitor.TryEnter_Slowpath", "WaitHandle.Wait", "Thread.Sleep", "Thread.Join", "SocketAsyncEngine.EventLoop",
            "Interop.Sys.WaitForSocketEvents", "PortableThreadPool.GateThread"];

    private readonly CodeMap _code;

    public SampleReader(TraceLogEventSource source, CodeMap code)
    {
        _code = code;
        source.Clr.GCAllocationTick += tick => Allocate(tick, tick.TypeName, tick.AllocationAmount64);
        source.Clr.AllocationSampling += sample => Allocate(sample, sample.TypeName, Estimate(sample.ObjectSize));
        new SampleProfilerTraceEventParser(source).ThreadSample += Sample;
    }

    public List<CpuSample> Cpu { get; } = [];
    public List<AllocationSample> Allocations { get; } = [];

    // An object is drawn with probability 1 - exp(-size / distance), so each that is drawn stands for 1 / probability of them.
    private static double Estimate(double size) => size / (1 - Math.Exp(-size / SamplingDistance));

    private void Sample(ClrThreadSampleTraceData sample)
    {
        if (sample.Type != ClrThreadSampleType.Managed) return;
        var stack = TraceStack.Of(sample.CallStack(), _code, isRunning: true);
        if (stack.Count > 0 && !Array.Exists(s_waits, wait => stack[0].Method.StartsWith(wait, StringComparison.Ordinal)))
            Cpu.Add(new(TraceStack.At(sample), stack));
    }

    private void Allocate(TraceEvent data, string type, double bytes) => Allocations.Add(
        new(TraceStack.At(data), MemberNames.OfType(type), bytes, TraceStack.Of(data.CallStack(), _code)));
}

/// <summary>The managed frames of a stack of a trace.</summary>
internal static class TraceStack
{
    public static DateTimeOffset At(TraceEvent data) => new(data.TimeStamp.ToUniversalTime());

    /// <param name="isRunning">Whether the innermost address is an instruction's; else the event itself was called: all are return addresses.</param>
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
