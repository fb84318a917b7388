
using PerfMatrix.Contract;

namespace PerfMatrix.Probe;

/// <summary>Reads the counters of this process.</summary>
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
        };
    }
}
