namespace PerfMatrix.Shared.Contract;

/// <summary>A moment of the process under test and the collections that ended since it was asked last, by the process's own clock.</summary>
public sealed record ProbeTimeline
{
    public required ProbeSample Now { get; init; }

    /// <summary>Collections that are over, the oldest first; each is handed out once.</summary>
    public required IReadOnlyList<ProbeCollection> Collections { get; init; }

    /// <summary>Collections lost since the start because they were not read in time; the buffer is bounded.</summary>
    public required long Dropped { get; init; }
}

/// <summary>What the process says of its memory now. Sizes of generations are those after the last collection; all are 0 before the first.</summary>
public sealed record ProbeSample
{
    /// <summary>Milliseconds since 1970-01-01 UTC.</summary>
    public required double UnixMilliseconds { get; init; }

    public required long Gen0Bytes { get; init; }
    public required long Gen1Bytes { get; init; }
    public required long Gen2Bytes { get; init; }
    public required long LohBytes { get; init; }
    public required long PohBytes { get; init; }

    /// <summary><c>GCMemoryInfo.FragmentedBytes</c>.</summary>
    public required long FragmentedBytes { get; init; }

    /// <summary><c>GCMemoryInfo.TotalCommittedBytes</c>.</summary>
    public required long CommittedBytes { get; init; }

    /// <summary><c>GC.GetTotalMemory(false)</c>: objects in use, garbage included; what is beyond the generations came since a collection.</summary>
    public required long InUseBytes { get; init; }

    /// <summary><c>GC.GetTotalAllocatedBytes(false)</c>.</summary>
    public required long AllocatedBytes { get; init; }

    /// <summary><c>GC.CollectionCount(0)</c>, higher generations included.</summary>
    public required long Gen0Collections { get; init; }

    /// <summary><c>GC.CollectionCount(1)</c>, generation 2 included.</summary>
    public required long Gen1Collections { get; init; }

    /// <summary><c>GC.CollectionCount(2)</c>.</summary>
    public required long Gen2Collections { get; init; }

    /// <summary><c>GC.GetTotalPauseDuration()</c>, milliseconds.</summary>
    public required double GcPauseMilliseconds { get; init; }
}

/// <summary>One collection, from the runtime's events GCStart, GCGlobalHeapHistory, GCHeapStats, GCEnd and those of the suspension. Sizes of
/// generations are those after it.</summary>
public sealed record ProbeCollection
{
    /// <summary>Number of the collection, from 1.</summary>
    public required long Number { get; init; }
    public required int Generation { get; init; }

    /// <summary>Whether it ran in the background (event GCStart, Type 1).</summary>
    public required bool IsBackground { get; init; }

    /// <summary>Why, as GCStart counts: 0 allocation of small objects, 1 induced, 2 low memory, 3 empty, 4 allocation of large objects, ...</summary>
    public required int Reason { get; init; }

    /// <summary>Start, milliseconds since 1970-01-01 UTC.</summary>
    public required double UnixMilliseconds { get; init; }

    /// <summary>From start to end, milliseconds.</summary>
    public required double DurationMilliseconds { get; init; }

    /// <summary>Time the application stood still for it, from the beginning of the suspension to the end of the restart, milliseconds; a background
    /// collection has two such pauses.</summary>
    public required double PauseMilliseconds { get; init; }

    /// <summary>Heaps in use (event GCGlobalHeapHistory, NumHeaps).</summary>
    public required int Heaps { get; init; }

    /// <summary>Budget of generation 0 that it set for each heap (GCGlobalHeapHistory, FinalYoungestDesired); 0 for one in the background.</summary>
    public required long BudgetBytes { get; init; }

    public required long Gen0Bytes { get; init; }
    public required long Gen1Bytes { get; init; }
    public required long Gen2Bytes { get; init; }
    public required long LohBytes { get; init; }
    public required long PohBytes { get; init; }

    /// <summary>Bytes that survived into an older generation, over all generations.</summary>
    public required long PromotedBytes { get; init; }
}
