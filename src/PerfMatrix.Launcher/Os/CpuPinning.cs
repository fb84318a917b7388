using System.ComponentModel;
using System.Runtime.InteropServices;

namespace PerfMatrix.Launcher.Os;

/// <summary>Pins a process from its first instruction.</summary>
internal interface ICpuPinning
{
    /// <summary>Runs an action so that the process it starts is on the given CPUs.</summary>
    /// <param name="cpus">The CPUs; empty means not pinned.</param>
    /// <exception cref="System.ComponentModel.Win32Exception">The system refuses these CPUs.</exception>
    /// <exception cref="PlatformNotSupportedException">This system cannot pin.</exception>
    T Run<T>(IReadOnlyList<int> cpus, Func<T> start);
}

/// <summary>Chooses the pinning of this system.</summary>
internal static class SystemCpuPinning
{
    public static ICpuPinning Create() => OperatingSystem.IsLinux() ? new LinuxCpuPinning() : new NoCpuPinning();
}

/// <summary>
/// A child inherits the affinity of the thread that starts it (sched_setaffinity(2)), so the thread goes to the CPUs, starts the child and comes
/// back: there is no second program between us and the application, as taskset would be.
/// </summary>
internal sealed unsafe partial class LinuxCpuPinning : ICpuPinning
{
    /// <summary>Size of the sets handed to the system, which is that of cpu_set_t: 1,024 CPUs.</summary>
    private const int SetBytes = 128;

    public T Run<T>(IReadOnlyList<int> cpus, Func<T> start)
    {
        if (cpus.Count == 0)
            return start();
        var before = Get();
        var wanted = SetOf(cpus);
        Set(wanted, cpus);
        try
        {
            // The system takes the part of a set that it has and says nothing of the rest.
            return Get().AsSpan().SequenceEqual(wanted) ? start() : throw Refused(cpus, "some of them are not there");
        }
        finally
        {
            Set(before, cpus);
        }
    }

    private static byte[] SetOf(IReadOnlyList<int> cpus)
    {
        var set = new byte[SetBytes];
        foreach (var cpu in cpus)
        {
            if (cpu is < 0 or >= SetBytes * 8)
                throw Refused(cpus, $"{cpu} is not the number of a CPU");
            set[cpu / 8] |= (byte)(1 << cpu % 8);
        }

        return set;
    }

    private static byte[] Get()
    {
        var set = new byte[SetBytes];
        fixed (byte* first = set)
        {
            if (sched_getaffinity(0, SetBytes, first) < 0)
                throw new Win32Exception(Marshal.GetLastPInvokeError());
        }

        return set;
    }

    private static void Set(byte[] set, IReadOnlyList<int> cpus)
    {
        fixed (byte* first = set)
        {
            if (sched_setaffinity(0, SetBytes, first) < 0)
                throw Refused(cpus, Marshal.GetLastPInvokeErrorMessage());
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

/// <summary>Refuses to pin, rather than measure something else than was asked for.</summary>
internal sealed class NoCpuPinning : ICpuPinning
{
    public T Run<T>(IReadOnlyList<int> cpus, Func<T> start) => cpus.Count == 0
        ? start()
        : throw new PlatformNotSupportedException("pinning to CPUs works on Linux only; measure with --cores all");
}
