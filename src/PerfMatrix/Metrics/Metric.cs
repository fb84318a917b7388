namespace PerfMatrix.Metrics;

/// <summary>Which way is good.</summary>
public enum Direction
{
    /// <summary>More is better, as for throughput.</summary>
    HigherIsBetter,

    /// <summary>Less is better, as for latency and memory.</summary>
    LowerIsBetter,
}

/// <summary>A line of the metric catalogue, <c>crank/metrics.yml</c>.</summary>
/// <param name="Name">Name in documents and options, e.g. <c>cpuPerRequest</c>.</param>
/// <param name="Title">Short heading of a column, e.g. <c>CPU/req</c>.</param>
/// <param name="Unit">Unit of every value, e.g. <c>us</c>, <c>requests/s</c>, <c>bytes</c>.</param>
/// <param name="Direction">Which way is good.</param>
/// <param name="Description">One sentence: what it is and how it is taken.</param>
public sealed record Metric(string Name, string Title, string Unit, Direction Direction, string Description)
{
    /// <summary>Decimal places of a value that is shown in its own unit.</summary>
    public int Decimals { get; init; }

    /// <summary>
    /// The sign that turns a log ratio so that a positive one is worse: +1 when less is better, -1 when more is better.
    /// </summary>
    public int WorseSign => Direction == Direction.LowerIsBetter ? 1 : -1;
}

/// <summary>Names of the metrics that the design fixes; others may be added in the catalogue.</summary>
public static class MetricNames
{
    /// <summary>Requests answered correctly per second of slice time.</summary>
    public const string Throughput = "throughput";

    /// <summary>Bytes of response bodies per second.</summary>
    public const string ResponseRate = "responseRate";

    /// <summary>CPU time of the application per request.</summary>
    public const string CpuPerRequest = "cpuPerRequest";

    /// <summary>Median latency.</summary>
    public const string LatencyP50 = "latencyP50";

    /// <summary>90th percentile of latency.</summary>
    public const string LatencyP90 = "latencyP90";

    /// <summary>99th percentile of latency.</summary>
    public const string LatencyP99 = "latencyP99";

    /// <summary>99.9th percentile of latency.</summary>
    public const string LatencyP999 = "latencyP999";

    /// <summary>Managed bytes allocated per request.</summary>
    public const string AllocatedPerRequest = "allocatedPerRequest";

    /// <summary>Bytes of large objects allocated per request.</summary>
    public const string LargeAllocatedPerRequest = "largeAllocatedPerRequest";

    /// <summary>Bytes taken from the zero GC's arena per request.</summary>
    public const string ArenaPerRequest = "arenaPerRequest";

    /// <summary>Collections of generation 0 and above per 1,000 requests.</summary>
    public const string Gen0PerThousand = "gen0PerThousand";

    /// <summary>Collections of generation 1 and above per 1,000 requests.</summary>
    public const string Gen1PerThousand = "gen1PerThousand";

    /// <summary>Collections of generation 2 per 1,000 requests.</summary>
    public const string Gen2PerThousand = "gen2PerThousand";

    /// <summary>Time the GC paused the application while it was measured.</summary>
    public const string GcPauseTotal = "gcPauseTotal";

    /// <summary>Share of the slices' time that the GC paused the application.</summary>
    public const string GcPauseShare = "gcPauseShare";

    /// <summary>Largest resident memory from start to stop.</summary>
    public const string PeakRss = "peakRss";

    /// <summary>Resident memory right after the last slice.</summary>
    public const string LoadRss = "loadRss";

    /// <summary>Resident memory just before the stop.</summary>
    public const string EndRss = "endRss";

    /// <summary>Memory committed by the GC at its last collection.</summary>
    public const string GcCommitted = "gcCommitted";

    /// <summary>Largest number of GC heaps in use.</summary>
    public const string HeapCountMax = "heapCountMax";

    /// <summary>Time from process start to the first successful answer.</summary>
    public const string Startup = "startup";

    /// <summary>Failed requests.</summary>
    public const string Errors = "errors";

    /// <summary>Mean time of an operation, as BenchmarkDotNet reports it.</summary>
    public const string MeanTime = "meanTime";

    /// <summary>Managed bytes allocated per operation of a benchmark.</summary>
    public const string AllocatedPerOperation = "allocatedPerOperation";

    /// <summary>Collections of generation 0 per 1,000 operations of a benchmark.</summary>
    public const string Gen0PerThousandOperations = "gen0PerThousandOperations";

    /// <summary>Collections of generation 1 per 1,000 operations of a benchmark.</summary>
    public const string Gen1PerThousandOperations = "gen1PerThousandOperations";

    /// <summary>Collections of generation 2 per 1,000 operations of a benchmark.</summary>
    public const string Gen2PerThousandOperations = "gen2PerThousandOperations";

    /// <summary>Lock contentions per operation of a benchmark.</summary>
    public const string LockContentions = "lockContentions";

    /// <summary>Work items that the thread pool completed, per operation of a benchmark.</summary>
    public const string CompletedWorkItems = "completedWorkItems";
}
