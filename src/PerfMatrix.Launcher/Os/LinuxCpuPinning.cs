using System.ComponentModel;
using System.Runtime.InteropServices;

namespace PerfMatrix.Launcher;

/// <summary>
/// Pins a process from its first instruction: a child inherits the affinity of the thread that starts it (sched_setaffinity(2)),
/// so there is no second program between us and the application, as taskset would be.
/// </summary>
internal static unsafe partial class CpuAffinity
{
    private const int SetBytes = 128;

    /// <summary>Runs an action with the calling thread on the given CPUs, then puts the thread back.</summary>
    /// <param name="cpus">The CPUs; empty means where the thread is.</param>
    /// <param name="start">Starts the process.</param>
    /// <exception cref="Win32Exception">This process may not use these CPUs.</exception>
    /// <exception cref="PlatformNotSupportedException">Not on Linux.</exception>
    public static T Run<T>(IReadOnlyList<int> cpus, Func<T> start)
    {
        if (cpus.Count == 0)
            return start();
        if (!OperatingSystem.IsLinux())
            throw new PlatformNotSupportedException("pinning to CPUs works on Linux only; measure with --cores all.");
        var before = stackalloc byte[SetBytes];
        new Span<byte>(before, SetBytes).Clear();
        Check(sched_getaffinity(0, SetBytes, before) < 0, "sched_getaffinity");
        var wanted = stackalloc byte[SetBytes];
        Fill(new Span<byte>(wanted, SetBytes), cpus);
        Check(sched_setaffinity(0, SetBytes, wanted) < 0, $"sched_setaffinity to CPUs {string.Join(",", cpus)}");
        try
        {
            return start();
        }
        finally
        {
            _ = sched_setaffinity(0, SetBytes, before);
        }
    }

    private static void Fill(Span<byte> set, IReadOnlyList<int> cpus)
    {
        set.Clear();
        foreach (var cpu in cpus)
            set[cpu / 8] |= (byte)(1 << cpu % 8);
    }

    private static void Check(bool failed, string call)
    {
        if (failed)
            throw new Win32Exception(Marshal.GetLastSystemError(), $"{call} failed");
    }

#pragma warning disable IDE1006, CA5392 // names of the C library, which the loader finds by its own rules
    [LibraryImport("libc")]
    private static partial int sched_setaffinity(int thread, nuint bytes, byte* set);

    [LibraryImport("libc")]
    private static partial int sched_getaffinity(int thread, nuint bytes, byte* set);
#pragma warning restore IDE1006, CA5392
}
