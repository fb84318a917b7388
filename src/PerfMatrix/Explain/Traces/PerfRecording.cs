namespace PerfMatrix.Explain.Traces;

/// <summary>Samples the CPUs while they run threads of some processes: Linux's <c>perf</c>, clock of the software, which works in virtual machines,
/// too.</summary>
internal sealed class PerfRecording : IAsyncDisposable
{
    // Not a multiple of the kernel's tick, so that the two do not beat.
    private const int Frequency = 997;

    private static readonly SystemProcessRunner s_runner = new();

    private readonly ChildProcess _perf;

    private PerfRecording(ChildProcess perf, string file) => (_perf, File) = (perf, file);

    public static TimeSpan Period { get; } = TimeSpan.FromSeconds(1) / Frequency;

    public string File { get; }

    /// <summary>Why it cannot be used here; null when it can.</summary>
    public static async Task<string?> ObstacleAsync(string folder, CancellationToken cancellation)
    {
        if (!OperatingSystem.IsLinux()) return "perf is there on Linux only";
        var file = Path.Combine(folder, "try.perf");
        try
        {
            var tried = await RunAsync(folder, null, cancellation, [.. Record(file), "--", "true"]);
            return tried.ExitCode == 0 ? null : $"perf may not be used here (root, or kernel.perf_event_paranoid at most 1): {tried.Words}";
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

    public static PerfRecording Start(IEnumerable<int> processes, string file)
    {
        string[] arguments = [.. Record(file), "--max-size", $"{EventPipeRecording.Largest >> 20}M", "-p", string.Join(',', processes)];
        return new(ChildProcess.StartForeign("perf", arguments, Path.GetDirectoryName(file)!), file);
    }

    public Task EndAsync() => _perf.EndAsync();

    /// <summary>The samples of each process.</summary>
    /// <exception cref="TraceException">They cannot be read.</exception>
    public async Task<Dictionary<int, List<CpuSample>>> ReadAsync(IReadOnlyDictionary<int, CodeMap> processes, CancellationToken cancellation)
    {
        var text = File + ".txt";
        try
        {
            ProcessResult read;
            await using (var output = System.IO.File.Create(text))
                read = await RunAsync(
                    Path.GetDirectoryName(File)!, output, cancellation, "script", "-i", File, "-F", "pid,tid,time,ip,dso", "--ns", "-f");
            if (read.ExitCode != 0) throw new TraceException($"perf script failed: {read.Words}");
            using var reader = System.IO.File.OpenText(text);
            return PerfScript.Read(reader, processes);
        }
        finally
        {
            System.IO.File.Delete(text);
        }
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
