namespace PerfMatrix.Shared.Contract;

/// <summary>Names that the probe, the launcher and the load job agree on.</summary>
public static class ProbeRoutes
{
    /// <summary>GET: answers a <see cref="ProbeProof"/>.</summary>
    public const string Proof = "/_perfmatrix/proof";
    public const string Counters = "/_perfmatrix/counters";

    /// <summary>GET: answers a <see cref="ProbeTimeline"/>. The first request switches recording on; until then it costs nothing.</summary>
    public const string Timeline = "/_perfmatrix/timeline";

    /// <summary>Environment variable with the token of the block; without it the probe maps nothing.</summary>
    public const string TokenVariable = "PERFMATRIX_TOKEN";

    /// <summary>Request header that carries the token; requests without it get 404, so the probe is invisible to strangers.</summary>
    public const string TokenHeader = "X-PerfMatrix-Token";

    /// <summary>Variable that switches the heap count of each GC on (<c>1</c>). It costs events, so only timeline scenarios set it.</summary>
    public const string HeapsVariable = "PERFMATRIX_HEAPS";

    /// <summary>Environment variable that has allocations on the large object heap counted (value <c>1</c>). It costs an event for every 100 KB
    /// allocated, so only scenarios about them set it.</summary>
    public const string LargeObjectsVariable = "PERFMATRIX_LARGE";
}

/// <summary>Totals since the start of the process, read inside it. A metric is the difference of two readings, or the last one.</summary>
public sealed record ProbeCounters
{
    /// <summary>User and kernel CPU time of the process, milliseconds.</summary>
    public required double CpuMilliseconds { get; init; }

    /// <summary><c>GC.GetTotalAllocatedBytes(precise: true)</c>.</summary>
    public required long AllocatedBytes { get; init; }

    /// <summary>Collections of generation 0; includes those of generations 1 and 2, as <c>GC.CollectionCount(0)</c> counts.</summary>
    public required long Gen0Collections { get; init; }

    /// <summary>Collections of generation 1; includes those of generation 2.</summary>
    public required long Gen1Collections { get; init; }
    public required long Gen2Collections { get; init; }

    /// <summary><c>GC.GetTotalPauseDuration()</c>, milliseconds.</summary>
    public required double GcPauseMilliseconds { get; init; }

    /// <summary><c>GCMemoryInfo.TotalCommittedBytes</c> of the last collection; 0 before the first.</summary>
    public required long GcCommittedBytes { get; init; }

    /// <summary><c>GCMemoryInfo.HeapSizeBytes</c> of the last collection; 0 before the first.</summary>
    public required long GcHeapBytes { get; init; }
    public required long RssBytes { get; init; }

    /// <summary><c>Monitor.LockContentionCount</c>.</summary>
    public required long LockContentions { get; init; }

    /// <summary><c>ThreadPool.CompletedWorkItemCount</c>.</summary>
    public required long CompletedWorkItems { get; init; }

    /// <summary>Largest <c>NumHeaps</c> of GCGlobalHeapHistory so far; absent before a collection, or unless <c>PERFMATRIX_HEAPS=1</c>.</summary>
    public int? HeapCountMaximum { get; init; }

    /// <summary>Bytes of objects of 85,000 bytes and more; absent unless they are counted (<c>PERFMATRIX_LARGE=1</c>). On the large object heap
    /// within 100 KB, under the zero GC exact.</summary>
    public long? LargeObjectBytes { get; init; }

    /// <summary>The arena of the zero GC; absent under any other.</summary>
    public ArenaCounters? Arena { get; init; }

    /// <summary>What was put in on purpose; absent unless something was.</summary>
    public InjectedCounters? Injected { get; init; }
}

/// <summary>What the zero GC says of its arena (<c>workloads/ZeroGc</c>), totals since the start of the process.</summary>
public sealed record ArenaCounters
{
    /// <summary>Bytes given away, with what was lost at the ends of pieces: where the arena's pointer stands.</summary>
    public required long PositionBytes { get; init; }

    /// <summary>Bytes given to objects, and to pieces that objects are being cut from.</summary>
    public required long AllocatedBytes { get; init; }

    /// <summary>Bytes of objects of 85,000 bytes and more.</summary>
    public required long LargeBytes { get; init; }

    /// <summary>Pieces handed to threads.</summary>
    public required long Refills { get; init; }

    /// <summary>Page faults of the process without input or output (<c>getrusage</c>, <c>ru_minflt</c>): in a fresh arena one a 4 KiB page.</summary>
    public required long MinorFaults { get; init; }
    public required long ReservedBytes { get; init; }
}
