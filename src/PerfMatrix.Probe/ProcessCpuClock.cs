using System.Diagnostics;

namespace PerfMatrix.Probe;

/// <summary>User and kernel CPU time of this process, to the nanosecond where the system can.</summary>
internal static class ProcessCpuClock
{
    private const int CLOCK_PROCESS_CPUTIME_ID = 2;

    /// <summary>Linux: the process CPU-time clock (clock_gettime(2)), as <c>/proc/self/stat</c> counts in steps of 10 ms. Elsewhere
    /// <see cref="Process.TotalProcessorTime"/>.</summary>
    public static TimeSpan Read() => OperatingSystem.IsLinux() && Environment.Is64BitProcess ? ReadClock() : ReadProcess();

    private static TimeSpan ReadClock() =>
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, out var time) == 0
            ? TimeSpan.FromTicks(time.Seconds * TimeSpan.TicksPerSecond + time.Nanoseconds / TimeSpan.NanosecondsPerTick)
            : ReadProcess();

    private static TimeSpan ReadProcess()
    {
        using var process = Process.GetCurrentProcess();
        return process.TotalProcessorTime;
    }

    [DllImport("libc"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int clock_gettime(int clock, out Timespec time);

    [StructLayout(LayoutKind.Sequential)]
    private struct Timespec
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
