using System.IO.Pipelines;

namespace PerfMatrix.Explain.Traces;

/// <summary>Samples the CPUs while they run threads of some processes: Linux's <c>perf</c>, clock of the software, which works in virtual machines,
/// too.</summary>
internal sealed class PerfRecording : IAsyncDisposable
{
    // Not a multiple of the kernel's tick, so that the two do not beat.
    private const int Frequency = 997;

    private static readonly SystemProcessRunner s_runner = new();

    // Of it, perf needs most to start and to end.
    private static readonly TimeSpan s_trial = TimeSpan.FromSeconds(5);

    private readonly ChildProcess _perf;
    private readonly TraceSpace _space;

    private PerfRecording(ChildProcess perf, string file, TraceSpace space) => (_perf, File, _space) = (perf, file, space);

    public static TimeSpan Period { get; } = TimeSpan.FromSeconds(1) / Frequency;
    public string File { get; }

    /// <summary>Why it cannot be used here; null when it can. It is tried on this process, while that runs.</summary>
    public static async Task<string?> ObstacleAsync(string folder, CancellationToken cancellation)
    {
        if (!OperatingSystem.IsLinux()) return "perf is there on Linux only";
        var file = Path.Combine(folder, "try.perf");
        try
        {
            var recording = RunAsync(folder, null, cancellation, [.. Record(file), "-p", $"{Environment.ProcessId}", "--", "sleep", "0.2"]);
            for (var clock = Stopwatch.StartNew(); !recording.IsCompleted && clock.Elapsed < s_trial;) Thread.SpinWait(1000);
            var tried = await recording;
            var read = tried.ExitCode == 0 ? await RunAsync(folder, null, cancellation, "script", "-i", file, "-F", "pid", "-f") : tried;
            return PerfObstacle.Of(PerfTrial.OfThisMachine(read.ExitCode, read.ExitCode == 0 ? read.Output.Count : 0, tried.Words));
        }
        catch (ProcessStartException)
        {
            return "perf is not installed";
        }
        finally
        {
            System.IO.File.Delete(file);
        }
    }

    /// <param name="program">perf, or what stands for it in tests.</param>
    public static PerfRecording Start(IEnumerable<int> processes, string file, TraceSpace space, string program = "perf")
    {
        string[] arguments = [.. Record(file), "--max-size", $"{Math.Max(1, space.Left >> 20)}M", "-p", string.Join(',', processes)];
        return new(ChildProcess.StartForeign(program, arguments, Path.GetDirectoryName(file)!), file, space);
    }

    /// <summary>Whether perf has ended.</summary>
    public bool HasEnded => _perf.HasExited;

    /// <exception cref="TraceException">The trace was too large, there is none, or perf had ended before.</exception>
    public async Task EndAsync()
    {
        // Its exit code says nothing: the signal that asks it to end is what it ends by.
        var endedEarly = HasEnded;
        await _perf.EndAsync();
        var size = System.IO.File.Exists(File) ? new FileInfo(File).Length : 0;
        if (!_space.Take(size) || size >= TraceSpace.LargestFile) throw new TraceException(_space.Words);
        if (size > 0 && !endedEarly) return;
        // Until the last of its words is read.
        await _perf.WaitAsync(CancellationToken.None);
        var words = _perf.LastLines.ReplaceLineEndings(" ");
        throw new TraceException($"perf {(endedEarly ? "ended early" : "left no samples")}: {(words.Length > 0 ? words : "it said nothing")}");
    }

    /// <summary>The samples of each process.</summary>
    /// <exception cref="TraceException">They cannot be read.</exception>
    public async Task<Dictionary<int, List<CpuSample>>> ReadAsync(IReadOnlyDictionary<int, CodeMap> processes, CancellationToken cancellation)
    {
        // As text it is many times as large, so no file holds that.
        var text = new Pipe();
        var samples = Task.Run(() =>
        {
            using var reader = new StreamReader(text.Reader.AsStream());
            return PerfScript.Read(reader, processes);
        }, CancellationToken.None);
        try
        {
            var read = await RunAsync(Path.GetDirectoryName(File)!, text.Writer.AsStream(leaveOpen: true), cancellation,
                "script", "-i", File, "-F", "pid,tid,time,ip,dso", "--ns", "-f");
            if (read.ExitCode != 0) throw new TraceException($"perf script failed: {read.Words}");
        }
        finally
        {
            await text.Writer.CompleteAsync();
            await ((Task)samples).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        return await samples;
    }

    public ValueTask DisposeAsync() => _perf.DisposeAsync();

    private static string[] Record(string file) =>
        ["record", "-q", "-e", "cpu-clock", "-F", $"{Frequency}", "-g", "-k", "CLOCK_REALTIME", "--no-buildid", "--no-buildid-cache", "-o", file];

    private static Task<ProcessResult> RunAsync(string folder, Stream? output, CancellationToken cancellation, params string[] arguments) =>
        s_runner.RunAsync(new("perf", arguments, folder, new Dictionary<string, string>
        {
            ["PATH"] = Environment.GetEnvironmentVariable("PATH") ?? "",
        })
        { Output = output }, cancellation);
}
