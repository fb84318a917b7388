namespace PerfMatrix.Launcher.Os;

/// <summary>Reads what the operating system knows of a process: complete on Linux, portable .NET elsewhere.</summary>
internal static unsafe partial class ProcessReader
{
    /// <summary>Reads the counters; null when the process has ended.</summary>
    public static ProcessReading? TryRead(int processId) => OperatingSystem.IsLinux() ? TryReadProc(processId) : TryReadPortably(processId);

    /// <summary>Reads <c>/proc/PID/status</c> and the CPU-time clock of a process.</summary>
    internal static ProcessReading? TryReadProc(int processId)
    {
        if (CpuTime(processId) is not { } cpu || Status(processId) is not { } status) return null;
        return new ProcessReading
        {
            Cpu = cpu,
            Rss = Bytes.FromKibibytes(Field(status, "VmRSS:")),
            PeakRss = Bytes.FromKibibytes(Field(status, "VmHWM:")),
            Threads = (int)Field(status, "Threads:"),
        };
    }

    /// <summary>Works everywhere, less exactly.</summary>
    internal static ProcessReading? TryReadPortably(int processId) => Errors.Or<ProcessReading?>(() =>
    {
        using var process = Process.GetProcessById(processId);
        return new ProcessReading
        {
            Cpu = process.TotalProcessorTime,
            Rss = new Bytes(process.WorkingSet64),
            PeakRss = new Bytes(process.PeakWorkingSet64),
            Threads = process.Threads.Count,
        };
    }, exception => exception is ArgumentException or InvalidOperationException, _ => null);

    // The clock of all CPU time of a process has the id (~pid << 3) | 2 (CPUCLOCK_SCHED; include/linux/posix-timers.h), which is what
    // clock_getcpuclockid(3) computes. It counts nanoseconds, where /proc/PID/stat counts ticks of 10 ms.
    private static TimeSpan? CpuTime(int processId)
    {
        var time = stackalloc long[2];
        return clock_gettime((~processId << 3) | 2, time) == 0 ? TimeSpan.FromSeconds(time[0]) + TimeSpan.FromTicks(time[1] / 100) : null;
    }

    private static string[]? Status(int processId) => Errors.Or<string[]?, IOException>(() =>
    {
        var lines = File.ReadAllLines($"/proc/{processId}/status");
        // A zombie has no memory lines.
        return Array.Exists(lines, line => line.StartsWith("VmRSS:", StringComparison.Ordinal)) ? lines : null;
    }, _ => null);

    private static long Field(string[] status, string name)
    {
        var line = Array.Find(status, candidate => candidate.StartsWith(name, StringComparison.Ordinal)) ?? "";
        var value = line.AsSpan(Math.Min(line.Length, name.Length)).Trim();
        var end = value.IndexOf(' ');
        return long.TryParse(end < 0 ? value : value[..end], CultureInfo.InvariantCulture, out var number) ? number : 0;
    }

#pragma warning disable IDE1006, CA5392 // a name of the C library, which the loader finds by its own rules
    [LibraryImport("libc")]
    private static partial int clock_gettime(int clock, long* time);
#pragma warning restore IDE1006, CA5392
}

internal static class ExitCode
{
    /// <summary>The code of a process that was killed (SIGKILL).</summary>
    public const int Killed = 137;

    /// <summary>The code of the shell that could not move itself into the group of the application.</summary>
    public const int NotInGroup = 125;

    /// <summary>The code, and the signal behind it: .NET reports a process that signal N ended as 128 + N, as shells do.</summary>
    public static string Describe(int code) => code switch
    {
        91 => "91 (the arena of the zero GC is full)",
        NotInGroup => $"{NotInGroup} (with a limit: it could not enter its control group, then its last lines say so)",
        134 => "134 (SIGABRT: it aborted, e.g. on an unhandled exception)",
        Killed => "137 (SIGKILL: killed, by the system when memory is short; or its GC could not be loaded or started, then its last lines say so)",
        139 => "139 (SIGSEGV: it crashed)",
        143 => "143 (SIGTERM: it was asked to end)",
        _ => $"{code}",
    };
}
