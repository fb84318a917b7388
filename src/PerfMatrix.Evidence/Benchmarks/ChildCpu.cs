using System.Runtime.InteropServices;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>CPU time of all child processes that have ended (getrusage(2), RUSAGE_CHILDREN), so that a generator's start counts as well.</summary>
internal static unsafe partial class ChildCpu
{
    private const int Children = -1;

    /// <summary>User and kernel time so far.</summary>
    public static TimeSpan Total()
    {
        // struct rusage begins with two struct timeval (seconds, microseconds): user and system time.
        var usage = stackalloc long[18];
        if (getrusage(Children, usage) != 0)
            throw new InvalidOperationException("getrusage failed.");
        return TimeSpan.FromSeconds(usage[0] + usage[2]) + TimeSpan.FromMicroseconds(usage[1] + usage[3]);
    }

#pragma warning disable IDE1006, CA5392 // a name of the C library, which the loader finds by its own rules
    [LibraryImport("libc")]
    private static partial int getrusage(int who, long* usage);
#pragma warning restore IDE1006, CA5392
}
