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
        return s_read is null || s_read(ref statistics) == 0 ? null
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

internal static class CountersReading
{
    /// <param name="collections">The listener to ask for the heap count.</param>
    /// <param name="large">The listener to ask for large objects; null when they are not counted.</param>
    public static ProbeCounters Take(CollectionListener collections, LargeObjectListener? large)
    {
        var arena = ArenaReading.Take();
        var last = GC.GetGCMemoryInfo(GCKind.Any);
        return new ProbeCounters
        {
            CpuMilliseconds = ProcessCpuClock.Read().TotalMilliseconds,
            AllocatedBytes = GC.GetTotalAllocatedBytes(precise: true),
            Gen0Collections = GC.CollectionCount(0),
            Gen1Collections = GC.CollectionCount(1),
            Gen2Collections = GC.CollectionCount(2),
            GcPauseMilliseconds = GC.GetTotalPauseDuration().TotalMilliseconds,
            GcCommittedBytes = last.TotalCommittedBytes,
            GcHeapBytes = last.HeapSizeBytes,
            RssBytes = Environment.WorkingSet,
            LockContentions = Monitor.LockContentionCount,
            CompletedWorkItems = ThreadPool.CompletedWorkItemCount,
            HeapCountMaximum = collections.HeapCountMaximum,
            LargeObjectBytes = large is null ? null : arena?.LargeBytes ?? large.Settled(),
            Arena = arena,
            Injected = InjectedCount.Take(),
        };
    }
}

internal static class SampleReading
{
    public static ProbeSample Take()
    {
        var last = GC.GetGCMemoryInfo(GCKind.Any);
        var sizes = last.GenerationInfo;
        return new ProbeSample
        {
            UnixMilliseconds = (DateTime.UtcNow - DateTime.UnixEpoch).TotalMilliseconds,
            Gen0Bytes = sizes[0].SizeAfterBytes,
            Gen1Bytes = sizes[1].SizeAfterBytes,
            Gen2Bytes = sizes[2].SizeAfterBytes,
            LohBytes = sizes[3].SizeAfterBytes,
            PohBytes = sizes[4].SizeAfterBytes,
            FragmentedBytes = last.FragmentedBytes,
            CommittedBytes = last.TotalCommittedBytes,
            InUseBytes = GC.GetTotalMemory(forceFullCollection: false),
            AllocatedBytes = GC.GetTotalAllocatedBytes(precise: false),
            Gen0Collections = GC.CollectionCount(0),
            Gen1Collections = GC.CollectionCount(1),
            Gen2Collections = GC.CollectionCount(2),
            GcPauseMilliseconds = GC.GetTotalPauseDuration().TotalMilliseconds,
        };
    }
}

/// <summary>User and kernel CPU time of this process, to the nanosecond where the system can.</summary>
internal static class ProcessCpuClock
{
    private const int CLOCK_PROCESS_CPUTIME_ID = 2;

    /// <summary>Linux: clock_gettime(2), as <c>/proc/self/stat</c> counts in steps of 10 ms.</summary>
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
