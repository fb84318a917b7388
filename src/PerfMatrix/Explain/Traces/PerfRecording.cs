using System.IO.Pipelines;

namespace PerfMatrix.Explain.Traces;

/// <summary>Samples the CPUs while they run threads of some processes: Linux's <c>perf</c>, whose software clock virtual machines have.</summary>
internal sealed class PerfRecording(ChildProcess perf, string file, TraceSpace space, long most, int frequency) : IAsyncDisposable
{
    private static readonly SystemProcessRunner s_runner = new();

    // Of it, perf needs most to start and to end.
    private static readonly TimeSpan s_trial = TimeSpan.FromSeconds(5);

    public TimeSpan Period { get; } = TimeSpan.FromSeconds(1) / frequency;
    public string File => file;

    /// <summary>Why it cannot be used here; null when it can. It is tried on this process, while that runs.</summary>
    public static async Task<string?> ObstacleAsync(string folder, CancellationToken cancellation)
    {
        if (!OperatingSystem.IsLinux()) return "perf is there on Linux only";
        var file = Path.Combine(folder, "try.perf");
        try
        {
            var recording = RunAsync(
                folder, null, cancellation, [.. Record(file, FrequencyOn(1)), "-p", $"{Environment.ProcessId}", "--", "sleep", "0.2"]);
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

    /// <summary>Samples a second of a CPU: fewer of many, for a file holds a round of all. Primes do not beat with the kernel's tick.</summary>
    internal static int FrequencyOn(int cores) => cores switch { <= 8 => 997, <= 64 => 199, _ => 67 };

    /// <param name="cores">CPUs that a process may take.</param>
    /// <param name="program">perf, or what stands for it in tests.</param>
    public static PerfRecording Start(IEnumerable<int> processes, string file, TraceSpace space, int cores, string program = "perf")
    {
        // perf takes whole ones only, and ends by itself there.
        var (most, frequency) = (Math.Max(1, space.Left >> 20) << 20, FrequencyOn(cores));
        string[] arguments = [.. Record(file, frequency), "--max-size", $"{most >> 20}M", "-p", string.Join(',', processes)];
        return new(ChildProcess.StartForeign(program, arguments, Path.GetDirectoryName(file)!), file, space, most, frequency);
    }

    public bool HasEnded => perf.HasExited;

    /// <exception cref="TraceException">The trace was too large, there is none, or perf had ended before.</exception>
    public async Task EndAsync()
    {
        // Its exit code says nothing: the signal that asks it to end is what it ends by.
        var endedEarly = HasEnded;
        await perf.EndAsync();
        var size = System.IO.File.Exists(File) ? new FileInfo(File).Length : 0;
        if (!space.Take(size) || size >= most) throw new TraceException(space.Words);
        if (size > 0 && !endedEarly) return;
        var words = (await perf.LastWordsAsync()).ReplaceLineEndings(" ");
        throw new TraceException($"perf {(endedEarly ? "ended early" : "left no samples")}: {(words.Length > 0 ? words : "it said nothing")}");
    }

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

    public ValueTask DisposeAsync() => perf.DisposeAsync();

    private static string[] Record(string file, int frequency) =>
        ["record", "-q", "-e", "cpu-clock", "-F", $"{frequency}", "-g", "-k", "CLOCK_REALTIME", "--no-buildid", "--no-buildid-cache", "-o", file];

    private static Task<ProcessResult> RunAsync(string folder, Stream? output, CancellationToken cancellation, params string[] arguments) =>
        s_runner.RunAsync(new("perf", arguments, folder, new Dictionary<string, string>
        {
            ["PATH"] = Environment.GetEnvironmentVariable("PATH") ?? "",
        })
        { Output = output }, cancellation);
}

/// <summary>What became of trying <c>perf</c>, and what on this machine may forbid it.</summary>
/// <param name="Samples">Samples of a process that ran all the time.</param>
/// <param name="Paranoia"><c>kernel.perf_event_paranoid</c>; null where nobody may read it.</param>
/// <param name="IsFiltered">Whether a seccomp filter decides which system calls there are, as in most containers.</param>
internal sealed record PerfTrial(int ExitCode, int Samples, string Words, int? Paranoia, bool IsFiltered, bool IsRoot)
{
    public static PerfTrial OfThisMachine(int exitCode, int samples, string words) => new(
        exitCode, samples, words,
        int.TryParse(Read("/proc/sys/kernel/perf_event_paranoid"), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var level)
            ? level : null,
        Read("/proc/self/status").Split('\n').Any(line => line.StartsWith("Seccomp:", StringComparison.Ordinal) && line.TrimEnd().EndsWith('2')),
        Environment.IsPrivilegedProcess);

    private static string Read(string file) => FileErrors.Or(() => File.ReadAllText(file).Trim(), "");
}

/// <summary>Why <c>perf</c> cannot be used, and what would help.</summary>
internal static class PerfObstacle
{
    // Above it nobody but root may look into the kernel, where half of the time of a small request is spent.
    private const int MostParanoid = 1;
    private const int LongestWords = 300;

    /// <summary>A sentence without a full stop; null when it can be used.</summary>
    public static string? Of(PerfTrial trial)
    {
        if (trial is { ExitCode: 0, Samples: > 0 }) return null;
        if (trial.ExitCode == 0) return "perf runs here and sees nothing: its samples of a process that ran all the time are none";
        if (trial.Words.Contains("not found for kernel", StringComparison.OrdinalIgnoreCase))
            return "perf is installed for another kernel than the one that runs; install linux-tools-$(uname -r)";
        var said = trial.Words.Length > LongestWords ? trial.Words[..LongestWords] : trial.Words;
        if (trial is { IsRoot: false, Paranoia: > MostParanoid })
            return $"perf may not be used here: kernel.perf_event_paranoid is {trial.Paranoia}, at most {MostParanoid} is needed "
                + $"(sudo sysctl kernel.perf_event_paranoid={MostParanoid})";
        return trial.IsFiltered
            ? $"perf may not be used here: a seccomp filter decides about system calls, as in containers; start it with --cap-add PERFMON and a "
                + $"profile that permits perf_event_open. It said: {said}"
            : $"perf may not be used here: {said}";
    }
}

/// <summary>Reads what <c>perf script -F pid,tid,time,ip,dso</c> prints: a line with process, thread and time, then a line for each address of the
/// stack with the file it is in, then an empty line.</summary>
internal static class PerfScript
{
    private const ulong Kernel = 0xffff_8000_0000_0000;

    /// <summary>The samples by process, of processes whose code is known. A line that is cut short is left out.</summary>
    public static Dictionary<int, List<CpuSample>> Read(TextReader text, IReadOnlyDictionary<int, CodeMap> processes)
    {
        var samples = processes.Keys.ToDictionary(id => id, _ => new List<CpuSample>());
        (int Process, DateTimeOffset At)? head = null;
        var stack = new List<Frame>();
        var isCaller = false;
        for (var line = text.ReadLine(); line is not null; line = text.ReadLine())
        {
            if (line.AsSpan().Trim().IsEmpty) End();
            else if (head is null) head = Head(line);
            else if (processes.TryGetValue(head.Value.Process, out var code) && FrameOf(line, code, ref isCaller) is { } frame) stack.Add(frame);
        }

        End();
        return samples;

        void End()
        {
            if (head is { } at && stack.Count > 0 && samples.TryGetValue(at.Process, out var own)) own.Add(new(at.At, [.. stack]));
            (head, isCaller) = (null, false);
            stack.Clear();
        }
    }

    // "  1234/1240 1763910000.123456: "
    private static (int, DateTimeOffset)? Head(string line)
    {
        var words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return words is [var ids, var time, ..] && int.TryParse(ids.Split('/')[0], NumberStyles.None, CultureInfo.InvariantCulture, out var process)
            && double.TryParse(time.TrimEnd(':'), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var seconds)
            ? (process, DateTimeOffset.UnixEpoch + TimeSpan.FromSeconds(seconds)) : null;
    }

    // "            7f8d1c2a3b4c (/app/libcoreclr.so)". The first address outside the kernel is where the thread was, to the others it will return.
    private static Frame? FrameOf(string line, CodeMap code, ref bool isCaller)
    {
        var text = line.AsSpan().Trim();
        var space = text.IndexOf(' ');
        var digits = space < 0 ? text : text[..space];
        if (!ulong.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var address)) return null;
        if (address >= Kernel) return Frame.OfLibrary("kernel");
        var method = isCaller ? code.FindCaller(address) : code.Find(address);
        isCaller = true;
        if (method is not null) return method;
        return Frame.OfLibrary(LibraryOf(space < 0 ? "" : text[space..].Trim().Trim("()").ToString()));
    }

    // Memory without a file is called //anon or after the map that perf would look names up in.
    private static string LibraryOf(string file) =>
        !file.StartsWith('/') || file.StartsWith("//", StringComparison.Ordinal) || file.StartsWith("/tmp/perf-", StringComparison.Ordinal)
        || file.Contains("doublemapper", StringComparison.Ordinal) ? "unknown" : Path.GetFileName(file);
}
