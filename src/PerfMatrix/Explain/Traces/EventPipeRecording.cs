using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;

namespace PerfMatrix.Explain.Traces;

/// <summary>Records the events of one process into a file: collections, and what code does with the names of its methods. Ends with the names, which
/// takes the process a moment, so it has to be ended while the process lives.</summary>
internal sealed class EventPipeRecording(EventPipeSession session, string file, TraceSpace space) : IAsyncDisposable
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const string Sampler = "Microsoft-DotNETCore-SampleProfiler";
    private const int BufferMegabytes = 128;
    // Thrown (Monitoring in ClrEtwAll.man) tells that an exception is thrown. The keyword of exceptions tells of each catch and finally on its way,
    // too, with the full name of the method, so a trace would be full sooner.
    private const long Gc = 0x1, Loader = 0x8, Jit = 0x10, Ngen = 0x20, Contention = 0x4000, Threading = 0x1_0000, Thrown = 0x2_0000_0000;
    private const long AllocationSampling = 0x800_0000_0000;

    /// <summary>The first version that draws objects at random; before, every so many bytes the object at hand is named.</summary>
    public const int RandomSince = 10;
    private readonly Task _copying = Task.Run(() => CopyAsync(session.EventStream, file, space));

    public string File => file;

    /// <param name="runtime">Major version of the process's runtime.</param>
    /// <param name="profiler">Where CPU samples come from; null records collections only.</param>
    /// <exception cref="TraceException">The process gives no events.</exception>
    public static Task<EventPipeRecording> StartAsync(
        int process, int runtime, CpuProfiler? profiler, string file, TraceSpace space, CancellationToken cancellation) => Errors.OrAsync(
        async () => new EventPipeRecording(await new DiagnosticsClient(process).StartEventPipeSessionAsync(
            Providers(runtime, profiler, space.IsSparing), requestRundown: profiler is not null, BufferMegabytes, cancellation), file, space),
        problem => FileErrors.Is(problem) || problem is DiagnosticsClientException or TimeoutException,
        problem => throw new TraceException("the application gives no events: diagnostics are switched off in it (DOTNET_EnableDiagnostics=0), it is "
            + $"compiled to native code, or it has ended ({problem.Message.Split(". ")[0].TrimEnd('.')})", problem, isLasting: true));

    private static List<EventPipeProvider> Providers(int runtime, CpuProfiler? profiler, bool isSparing)
    {
        var usual = Loader | Jit | Ngen | Gc | (isSparing ? 0 : Contention | Thrown);
        // Events of allocations and locks cost time of the threads that pauses and intervals between them are measured of.
        if (profiler is null) return [new(Runtime, EventLevel.Informational, Gc)];
        // At the level that names allocated objects before .NET 10, threads tell of every wait for work.
        EventPipeProvider events = runtime >= RandomSince ? new(Runtime, EventLevel.Informational, usual | Threading | AllocationSampling)
            : new(Runtime, EventLevel.Verbose, usual);
        return profiler == CpuProfiler.EventPipe ? [events, new(Sampler, EventLevel.Informational)] : [events];
    }

    /// <exception cref="TraceException">The process ended before, or the trace was too large.</exception>
    public async Task EndAsync(CancellationToken cancellation)
    {
        try
        {
            if (!_copying.IsCompleted) await session.StopAsync(cancellation);
            await _copying.WaitAsync(cancellation);
        }
        catch (Exception problem) when (problem is DiagnosticsClientException or IOException or ObjectDisposedException or TimeoutException)
        {
            throw new TraceException($"the trace was cut short: {problem.Message}", problem);
        }
    }

    public async ValueTask DisposeAsync()
    {
        session.Dispose();
        await ((Task)_copying).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    /// <summary>Writes events into a file. What has no room is read all the same: a process whose events nobody takes stands still.</summary>
    /// <exception cref="TraceException">Some were not written.</exception>
    internal static async Task CopyAsync(Stream events, string path, TraceSpace space)
    {
        // Without a buffer nothing is left to write, and to fail, at the end.
        await using var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0);
        var buffer = new byte[1 << 16];
        TraceException? lost = null;
        for (var size = 0L; await events.ReadAsync(buffer) is > 0 and var count; size += count)
            lost ??= await LostAsync(file, buffer.AsMemory(0, count), size, space);
        if (lost is not null) throw lost;
    }

    private static async Task<TraceException?> LostAsync(FileStream file, ReadOnlyMemory<byte> events, long size, TraceSpace space)
    {
        var isFull = size + events.Length > space.Largest;
        if (isFull) space.HasFullFile = true;
        if (isFull || !space.Take(events.Length)) return new(space.Words);
        return await Errors.OrAsync<TraceException?, IOException>(async () =>
        {
            await file.WriteAsync(events);
            return null;
        }, problem => new($"its trace could not be written: {problem.Message}", problem));
    }
}

/// <summary>The room on the disk that all traces of a cell share. Reading two files at a time needs more for a moment: 1,200 MB at most.</summary>
internal sealed class TraceSpace(long most = TraceSpace.Most)
{
    /// <summary>Bytes of all files together.</summary>
    public const long Most = 1000L << 20;

    /// <summary>Bytes of one file; one that would be larger is ended early.</summary>
    public const long LargestFile = 48L << 20;

    private long _taken;

    /// <summary>Bytes that one file may have here.</summary>
    public long Largest { get; init; } = LargestFile;

    public bool HasFullFile { get; set; }

    /// <summary>Whether the next files do without exceptions and waits for locks, of which code may make any number a second.</summary>
    public bool IsSparing { get; set; }

    /// <summary>Bytes of files that grow by themselves, as they are now; set between rounds.</summary>
    public long Others { private get; set; }

    /// <summary>Bytes that the next file may have; 0 when there is no room.</summary>
    public long Left => Math.Clamp(most - Interlocked.Read(ref _taken) - Others, 0, Largest);

    public string Words => Left >> 20 > 0 ? $"its trace became larger than {Largest >> 20} MB"
        : $"all traces together reached {most >> 20} MB, the most there is room for";

    /// <returns>Whether there was room for so many.</returns>
    public bool Take(long count) => Interlocked.Add(ref _taken, count) + Others <= most;
}
