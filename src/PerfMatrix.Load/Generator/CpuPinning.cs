using System.Runtime.InteropServices;

namespace PerfMatrix.Load.Generator;

/// <summary>Keeps the load generator's threads on their CPUs (sched_setaffinity(2)); does nothing outside Linux, where the cores axis is unavailable.</summary>
internal static unsafe partial class CpuPinning
{
    private const int SetBytes = 128;

    /// <summary>Pins the calling thread; an empty list leaves it as it is.</summary>
    public static void PinCurrentThread(IReadOnlyList<int> cpus)
    {
        if (cpus.Count == 0 || !OperatingSystem.IsLinux())
            return;
        var set = stackalloc byte[SetBytes];
        new Span<byte>(set, SetBytes).Clear();
        foreach (var cpu in cpus)
            set[cpu / 8] |= (byte)(1 << cpu % 8);
        if (sched_setaffinity(0, SetBytes, set) != 0)
            throw new FormatException($"CPUs {string.Join(",", cpus)} cannot be used by this process: sched_setaffinity failed with error {Marshal.GetLastSystemError()}.");
    }

#pragma warning disable IDE1006, CA5392 // a name of the C library, which the loader finds by its own rules
    [LibraryImport("libc")]
    private static partial int sched_setaffinity(int thread, nuint bytes, byte* set);
#pragma warning restore IDE1006, CA5392
}
