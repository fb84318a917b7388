using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace PerfMatrix.Explain.Traces;

/// <summary>Reads what the runtime of a process wrote of itself (EventPipe): where its code lies, what it allocated, what else happened, and samples
/// of its threads where they were asked for.</summary>
internal static class NettraceFile
{
    /// <summary>Reads a trace whole.</summary>
    /// <param name="inlined">Whose code is in code that was made at run time (<see cref="InlinedCode"/>).</param>
    /// <exception cref="TraceException">It is damaged, or was cut short before it told the names of its methods.</exception>
    public static (CodeMap Code, ProcessTrace Trace) Read(string path, IReadOnlyDictionary<string, Frame> inlined)
    {
        var log = path + ".etlx";
        try
        {
            return Readable(() =>
            {
                var (code, collections, compiled) = ReadStream(path, inlined);
                if (code.Count == 0) throw new TraceException("the trace ends before the names of its methods");
                TraceLog.CreateFromEventPipeDataFile(path, log);
                return (code, ReadSamples(log, code, collections) with { Compiled = compiled });
            });
        }
        finally
        {
            File.Delete(log);
        }
    }

    /// <exception cref="TraceException">It is damaged.</exception>
    public static ProcessTrace ReadCollections(string path) => Readable(() =>
    {
        using var source = new EventPipeEventSource(path);
        var collections = CollectionReader.Of(source);
        source.Process();
        return new ProcessTrace([], TimeSpan.Zero, SeesAll: false, []) { Collections = collections(), Lost = source.EventsLost };
    });

    private static T Readable<T>(Func<T> read) => Errors.Or(
        read, problem => problem is not (TraceException or OperationCanceledException or OutOfMemoryException),
        problem => throw new TraceException($"the trace cannot be read: {problem.Message}", problem));

    // The log keeps no addresses of methods, so they are read from the stream itself.
    private static (CodeMap Code, IReadOnlyList<Collection> Collections, IReadOnlyList<(DateTimeOffset At, string Method)> Compiled) ReadStream(
        string path, IReadOnlyDictionary<string, Frame> inlined)
    {
        var compiled = new List<(DateTimeOffset At, int Place)>();
        var (code, modules) = (new CodeMap(), new Dictionary<long, string>());
        var methods = new List<(ulong Start, uint Size, long Module, string Type, string Name)>();
        using var source = new EventPipeEventSource(path);
        var rundown = new ClrRundownTraceEventParser(source);
        source.Clr.LoaderModuleLoad += Module;
        rundown.LoaderModuleDCStop += Module;
        source.Clr.MethodLoadVerbose += method =>
        {
            if (method.IsJitted && method.OptimizationTier != OptimizationTier.Optimized) compiled.Add((TraceStack.At(method), methods.Count));
            Method(method);
        };
        rundown.MethodDCStopVerbose += Method;
        var collections = CollectionReader.Of(source);
        source.Process();
        var frames = methods.ConvertAll(method => method.Type == InlinedCode.MadeAtRunTime && inlined.TryGetValue(method.Name, out var own) ? own
            : MemberNames.FrameOf(method.Type, method.Name, modules.GetValueOrDefault(method.Module, "")));
        foreach (var (method, frame) in methods.Zip(frames)) code.Add(method.Start, method.Size, frame);
        return (code, collections(), compiled.ConvertAll(one => (one.At, frames[one.Place].Method)));

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
            Lost = log.EventsLost,
        };
    }
}
