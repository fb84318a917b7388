
using PerfMatrix.Contract;

namespace PerfMatrix.Probe;

/// <summary>Reads the memory of this process as it is now.</summary>
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
