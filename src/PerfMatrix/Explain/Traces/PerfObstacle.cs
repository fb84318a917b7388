namespace PerfMatrix.Explain.Traces;

/// <summary>What became of trying <c>perf</c>, and what on this machine may forbid it.</summary>
/// <param name="Samples">Samples of a process that ran all the time.</param>
/// <param name="Words">What it said.</param>
/// <param name="Paranoia"><c>kernel.perf_event_paranoid</c>; null where nobody may read it.</param>
/// <param name="IsFiltered">Whether a seccomp filter decides which system calls there are, as in most containers.</param>
internal sealed record PerfTrial(int ExitCode, int Samples, string Words, int? Paranoia, bool IsFiltered, bool IsRoot)
{
    private const string ParanoiaFile = "/proc/sys/kernel/perf_event_paranoid";
    private const string Status = "/proc/self/status";

    public static PerfTrial OfThisMachine(int exitCode, int samples, string words) => new(
        exitCode, samples, words,
        int.TryParse(Read(ParanoiaFile), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var level) ? level : null,
        Read(Status).Split('\n').Any(line => line.StartsWith("Seccomp:", StringComparison.Ordinal) && line.TrimEnd().EndsWith('2')),
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
