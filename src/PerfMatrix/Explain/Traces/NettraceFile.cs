using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.EventPipe;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace PerfMatrix.Explain.Traces;

/// <summary>Reads what the runtime of a process wrote of itself (EventPipe): where its code lies, what it allocated, and samples of its threads where
/// they were asked for.</summary>
internal static class NettraceFile
{
    /// <summary>Mean distance of the samples of <c>AllocationSampled</c> in bytes, .NET 10 and later (docs: runtime allocation sampling).</summary>
    private const double SamplingDistance = 100 * 1024;

    /// <summary>Managed methods in which a thread waits. The sampler counts it as running managed code; it takes no CPU time.</summary>
    private static readonly string[] s_waits =
        ["LowLevelLifoSemaphore.Wait", "LowLevelMonitor.Wait", "Monitor.Wait", "Monitor.ObjWait", "WaitHandle.Wait", "Thread.Sleep", "Thread.Join",
            "SocketAsyncEngine.EventLoop", "Interop.Sys.WaitForSocketEvents", "PortableThreadPool.GateThread"];

    /// <summary>Reads a trace whole.</summary>
    /// <exception cref="TraceException">It is damaged, or was cut short before it told the names of its methods.</exception>
    public static (CodeMap Code, ProcessTrace Trace) Read(string path)
    {
        var log = path + ".etlx";
        try
        {
            var code = ReadCode(path);
            if (code.Count == 0) throw new TraceException("the trace ends before the names of its methods");
            TraceLog.CreateFromEventPipeDataFile(path, log);
            return (code, ReadSamples(log, code));
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
    private static CodeMap ReadCode(string path)
    {
        var (code, modules) = (new CodeMap(), new Dictionary<long, string>());
        var methods = new List<(ulong Start, uint Size, long Module, string Type, string Name)>();
        using var source = new EventPipeEventSource(path);
        var rundown = new ClrRundownTraceEventParser(source);
        source.Clr.LoaderModuleLoad += Module;
        rundown.LoaderModuleDCStop += Module;
        source.Clr.MethodLoadVerbose += Method;
        rundown.MethodDCStopVerbose += Method;
        source.Process();
        foreach (var (start, size, module, type, name) in methods)
            code.Add(start, size, new(MemberNames.OfMethod(type, name), modules.GetValueOrDefault(module, "")));
        return code;

        void Module(ModuleLoadUnloadTraceData data) => modules[data.ModuleID] = Path.GetFileNameWithoutExtension(data.ModuleILPath);

        void Method(MethodLoadUnloadVerboseTraceData data) =>
            methods.Add((data.MethodStartAddress, (uint)data.MethodSize, data.ModuleID, data.MethodNamespace, data.MethodName));
    }

    private static ProcessTrace ReadSamples(string file, CodeMap code)
    {
        var (cpu, allocations) = (new List<CpuSample>(), new List<AllocationSample>());
        using var log = new TraceLog(file);
        using var source = log.Events.GetSource();
        source.Clr.GCAllocationTick += tick => Allocate(tick, tick.TypeName, tick.AllocationAmount64);
        source.Clr.AllocationSampling += sample => Allocate(sample, sample.TypeName, Estimate(sample.ObjectSize));
        new SampleProfilerTraceEventParser(source).ThreadSample += sample =>
        {
            if (sample.Type != ClrThreadSampleType.Managed) return;
            var stack = Stack(sample.CallStack(), code);
            if (stack.Count > 0 && !Array.Exists(s_waits, wait => stack[0].Method.StartsWith(wait, StringComparison.Ordinal)))
                cpu.Add(new(At(sample), stack));
        };
        source.Process();
        return new(cpu, TimeSpan.FromMilliseconds(1), SeesAll: false, allocations);

        void Allocate(TraceEvent data, string type, double bytes) =>
            allocations.Add(new(At(data), MemberNames.OfType(type), bytes, Stack(data.CallStack(), code)));
    }

    // An object is drawn with probability 1 - exp(-size / distance), so each that is drawn stands for 1 / probability of them.
    private static double Estimate(double size) => size / (1 - Math.Exp(-size / SamplingDistance));

    private static DateTimeOffset At(TraceEvent data) => new(data.TimeStamp.ToUniversalTime());

    private static List<Frame> Stack(TraceCallStack? stack, CodeMap code)
    {
        var frames = new List<Frame>();
        for (; stack is not null; stack = stack.Caller)
        {
            if (code.Find(stack.CodeAddress.Address) is { } frame) frames.Add(frame);
        }
        return frames;
    }
}
