namespace PerfMatrix.Shared.Contract;

/// <summary>Environment variables that make a workload really worse, each in one way, so that a gate can be tried on a regression of known size.
/// Nothing is in the way of a request unless they are set. Processes get them from their block only, never from the caller.</summary>
public static class InjectionVariables
{
    /// <summary>Steps of arithmetic that every request spends on its thread, a whole number from 1. A step takes about a nanosecond; how long exactly
    /// is measured (<c>perfmatrix selftest inject</c>), not assumed.</summary>
    public const string Burn = "PERFMATRIX_BURN";

    /// <summary>Bytes that every request allocates on top of its own, as one array: a multiple of 8 from 24 (the smallest object) to 80,000, which
    /// stays off the large object heap.</summary>
    public const string Allocate = "PERFMATRIX_ALLOCATE";

    /// <summary>Every so many requests all are held up for <see cref="StallMilliseconds"/>, as by a stop of the world, without CPU time.</summary>
    public const string Stall = "PERFMATRIX_STALL";

    /// <summary>Every so many requests one waits for <see cref="TailMilliseconds"/>, and no other; no CPU time is spent meanwhile.</summary>
    public const string Tail = "PERFMATRIX_TAIL";

    /// <summary>MiB that the process takes when it starts, touches and keeps.</summary>
    public const string Memory = "PERFMATRIX_MEMORY";

    /// <summary>MiB that the GC commits for an array that nobody touches, so that the process takes hardly more memory.</summary>
    public const string Committed = "PERFMATRIX_COMMITTED";

    /// <summary>Milliseconds that the process waits for before it can answer.</summary>
    public const string Startup = "PERFMATRIX_STARTUP";

    /// <summary>Microseconds that every request holds a lock of all requests.</summary>
    public const string Lock = "PERFMATRIX_LOCK";

    /// <summary>Every so many requests all generations are collected, while everything stands.</summary>
    public const string Collect = "PERFMATRIX_COLLECT";

    /// <summary>Percent that a benchmark's operation takes longer, by its own work or its own waits; of benchmarks alone.</summary>
    public const string Operation = "PERFMATRIX_OPERATION";

    /// <summary>Bytes that a benchmark's operation allocates on top of its own, as <see cref="Allocate"/> does; of benchmarks alone.</summary>
    public const string OperationBytes = "PERFMATRIX_OPERATION_BYTES";

    public const int StallMilliseconds = 15;
    public const int TailMilliseconds = 5;

    public static IReadOnlyList<string> All { get; } =
        [Burn, Allocate, Stall, Tail, Memory, Committed, Startup, Lock, Collect, Operation, OperationBytes];
}

/// <summary>What of <see cref="InjectionVariables"/> really happened, counted where it happened: totals since the start of the process. The cost of
/// CPU time and allocations is in the counters that every process has.</summary>
public sealed record InjectedCounters
{
    public long Stalls { get; init; }
    public double StallMilliseconds { get; init; }

    /// <summary>Requests that waited by themselves, for the tail of the latencies.</summary>
    public long Waits { get; init; }
    public double WaitMilliseconds { get; init; }
    public long HeldBytes { get; init; }
    public double StartupMilliseconds { get; init; }
}
