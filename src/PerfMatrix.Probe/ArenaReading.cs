using System.Runtime.InteropServices;
using PerfMatrix.Contract;

namespace PerfMatrix.Probe;

/// <summary>Reads the statistics that the zero GC exports; any other GC has none.</summary>
internal static class ArenaReading
{
    private static readonly ReadStatistics? s_read = Find();

    private delegate byte ReadStatistics(ref Statistics statistics);

    /// <summary>The arena of this process; null under any other GC.</summary>
    public static ArenaCounters? Take()
    {
        var statistics = new Statistics { Size = (ulong)Marshal.SizeOf<Statistics>() };
        return s_read is null || s_read(ref statistics) == 0
            ? null
            : new ArenaCounters
            {
                PositionBytes = (long)statistics.Position,
                AllocatedBytes = (long)statistics.Allocated,
                LargeBytes = (long)statistics.Large,
                Refills = (long)statistics.Refills,
                MinorFaults = (long)statistics.MinorFaults,
                ReservedBytes = (long)statistics.Reserved,
            };
    }

    // The runtime has loaded the library already; this only finds it again, beside the runtime.
    private static ReadStatistics? Find()
    {
        var name = Environment.GetEnvironmentVariable("DOTNET_GCName");
        return !string.IsNullOrEmpty(name)
            && NativeLibrary.TryLoad(Path.Combine(AppContext.BaseDirectory, name), out var library)
            && NativeLibrary.TryGetExport(library, "perfmatrix_zerogc_statistics", out var function)
                ? Marshal.GetDelegateForFunctionPointer<ReadStatistics>(function)
                : null;
    }

    /// <summary><c>Statistics</c> of <c>workloads/ZeroGc/arena.h</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Statistics
    {
        public ulong Size;
        public ulong Reserved;
        public ulong Position;
        public ulong Allocated;
        public ulong Large;
        public ulong Refills;
        public ulong Recycled;
        public ulong MinorFaults;
    }
}
