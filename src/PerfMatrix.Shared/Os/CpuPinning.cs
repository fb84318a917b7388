namespace PerfMatrix.Shared.Os;

/// <summary>Keeps threads, and the processes that they start, on given CPUs (sched_setaffinity(2)). Refuses where that cannot be done.</summary>
public static unsafe partial class CpuPinning
{
    /// <summary>Size of the sets handed to the system, which is that of cpu_set_t: 1,024 CPUs.</summary>
    private const int SetBytes = 128;

    /// <summary>Runs an action so that the process it starts is on the given CPUs. A child inherits the affinity of the thread that starts it, so the
    /// thread goes to the CPUs, starts the child and comes back: no second program is between us and the application, as taskset would be.</summary>
    /// <param name="cpus">The CPUs; empty means not pinned.</param>
    /// <exception cref="Win32Exception">The system refuses these CPUs.</exception>
    /// <exception cref="PlatformNotSupportedException">This system cannot pin.</exception>
    public static T Run<T>(IReadOnlyList<int> cpus, Func<T> start)
    {
        if (cpus.Count == 0) return start();
        if (!OperatingSystem.IsLinux()) throw new PlatformNotSupportedException("pinning to CPUs works on Linux only; measure with --cores all");
        var before = Get();
        try
        {
            PinThread(cpus);
            return start();
        }
        finally
        {
            Set(before, cpus);
        }
    }

    /// <summary>Pins the calling thread; an empty list leaves it as it is, and so do systems without the cores axis.</summary>
    /// <exception cref="Win32Exception">The system refuses these CPUs.</exception>
    public static void PinThread(IReadOnlyList<int> cpus)
    {
        if (cpus.Count == 0 || !OperatingSystem.IsLinux()) return;
        var wanted = SetOf(cpus);
        Set(wanted, cpus);
        // The system takes the part of a set that it has and says nothing of the rest.
        if (!Get().AsSpan().SequenceEqual(wanted)) throw Refused(cpus, "some of them are not there");
    }

    private static byte[] SetOf(IReadOnlyList<int> cpus)
    {
        var set = new byte[SetBytes];
        foreach (var cpu in cpus)
        {
            if (cpu is < 0 or >= SetBytes * 8) throw Refused(cpus, $"{cpu} is not the number of a CPU");
            set[cpu / 8] |= (byte)(1 << cpu % 8);
        }

        return set;
    }

    private static byte[] Get()
    {
        var set = new byte[SetBytes];
        fixed (byte* first = set)
        {
            if (sched_getaffinity(0, SetBytes, first) < 0) throw new Win32Exception(Marshal.GetLastPInvokeError());
        }

        return set;
    }

    private static void Set(byte[] set, IReadOnlyList<int> cpus)
    {
        fixed (byte* first = set)
        {
            if (sched_setaffinity(0, SetBytes, first) < 0) throw Refused(cpus, Marshal.GetLastPInvokeErrorMessage());
        }
    }

    private static Win32Exception Refused(IReadOnlyList<int> cpus, string reason) =>
        new($"it cannot be pinned to CPUs {string.Join(",", cpus)}: {reason} ({Environment.ProcessorCount} CPUs may be used here)");

#pragma warning disable IDE1006, CA5392 // names of the C library, which the loader finds by its own rules
    [LibraryImport("libc", SetLastError = true)]
    private static partial int sched_setaffinity(int thread, nuint bytes, byte* set);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int sched_getaffinity(int thread, nuint bytes, byte* set);
#pragma warning restore IDE1006, CA5392
}
