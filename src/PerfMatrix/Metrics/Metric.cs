using static PerfMatrix.Metrics.Direction;

namespace PerfMatrix.Metrics;

public enum Direction
{
    HigherIsBetter,
    LowerIsBetter,
}

/// <summary>Where traced rounds have the cause of a change of a metric.</summary>
internal enum MetricCause
{
    None,
    CpuTime,

    /// <summary>CPU time, or what makes requests wait.</summary>
    Speed,

    /// <summary>The same near the limit of a machine, where a little CPU time changes much.</summary>
    SpeedAtFixedRate,
    Allocations,

    /// <summary>Collections that code asks for, else allocations.</summary>
    Pauses,
}

/// <summary>A metric, and the table of all metrics. To add one, add a property where tables shall show it.</summary>
/// <param name="Name">Name in documents and options, e.g. <c>cpuPerRequest</c>.</param>
/// <param name="Title">Short heading of a column, e.g. <c>CPU/req</c>.</param>
/// <param name="Unit">Unit of every value, e.g. <c>us</c>, <c>requests/s</c>, <c>bytes</c>.</param>
/// <param name="Description">One sentence: what it is and how it is taken.</param>
internal sealed record Metric(string Name, string Title, string Unit, Direction Direction, string Description)
{
    private const string Percent = "%";

    private static readonly List<Metric> s_all = [];

    /// <summary>Decimal places of a value that is shown in its own unit.</summary>
    public int Decimals { get; init; }

    /// <summary>+1 when less is better, -1 when more is better: turns a log ratio so that a positive one is worse.</summary>
    public int WorseSign => Direction == LowerIsBetter ? 1 : -1;

    [JsonIgnore]
    public bool IsShare => Unit == Percent;

    /// <summary>Whether the measured process itself counts it, so that its code can make it say anything.</summary>
    [JsonIgnore]
    public bool IsSelfReported { get; private init; }

    /// <summary>Whether BenchmarkDotNet reports it, so that an application under load has none.</summary>
    [JsonIgnore]
    public bool IsOfBenchmark { get; private init; }

    /// <summary>Whether rounds of one program give nearly the same value, so that the gate's rule <c>counted</c> can judge it.</summary>
    [JsonIgnore]
    public bool HardlyVaries { get; private init; }

    [JsonIgnore]
    public MetricCause Cause { get; private init; }

    /// <summary>A machine does not get better because a policy wants smaller changes found: what it is assumed to do to one side is a tenth of this
    /// size, in percent, or of a larger one of the policy. Of p99 the recorded rounds of a run shared 3.1 % (docs/evidence.md).</summary>
    [JsonIgnore]
    public double LeastSizePercent { get; private init; }

    /// <summary>ln(b / a), above 0 where b's value is larger; null where there is none, as for 0. Shares are compared by what they leave, because the
    /// ratio of two shares near 0 is chance: pauses of 2 instead of 1 % of the time leave 1 % less of it.</summary>
    public double? LogRatio(double a, double b)
    {
        var ratio = IsShare ? Math.Log((100 - a) / (100 - b)) : Math.Log(b / a);
        return double.IsFinite(ratio) ? ratio : null;
    }

    /// <summary>A good round of one variant in, its sample out; null when it cannot be known, e.g. without a probe.</summary>
    [JsonIgnore]
    public Func<VariantRound, double?> Formula { get; private init; } = _ => null;

    internal static Metric Throughput { get; } = Add(
        "throughput", "Throughput", "requests/s", HigherIsBetter, 0,
        "Requests answered correctly per second of slice time, outside moments that disturb several programs at once; the first moments of a slice "
            + "count.",
        round => round.Throughput, MetricCause.Speed, leastSizePercent: 5);

    internal static Metric StallShare { get; } = Add(
        "stallShare", "Stalls", Percent, LowerIsBetter, 1, "Share of throughput that slow slices cost, against the median slice of the round.",
        round => round.StallShare, MetricCause.Speed);

    internal static Metric ResponseRate { get; } = Add(
        "responseRate", "Response rate", "bytes/s", HigherIsBetter, 0, "Bytes of response bodies per second of slice time.",
        round => round.PerSecond(round.Observation.Response.Count));

    /// <summary>From the operating system's readings before the first and after the last slice; needs no probe.</summary>
    internal static Metric CpuPerRequest { get; } = Add(
        "cpuPerRequest", "CPU/req", "us", LowerIsBetter, 2, "User and kernel CPU time of the application during the slices, per request.",
        round => round.Observation is { Before: { } before, After: { } after } ? round.PerRequest((after.Cpu - before.Cpu).TotalMicroseconds) : null,
        MetricCause.CpuTime, leastSizePercent: 5);

    /// <summary>The time is added up over the CPUs, so on several it can be more than a second.</summary>
    internal static Metric Throttled { get; } = Add(
        "throttled", "Throttled", "ms/s", LowerIsBetter, 0,
        "Time that the CPU limit kept the application from running, per second of slice time; there under a CPU limit only.",
        round => round.Observation is { Before.Throttled: { } before, After.Throttled: { } after }
            ? round.PerSecond((after - before).TotalMilliseconds)
            : null);

    internal static Metric LatencyP50 { get; } = Latency("P50", "p50", "Median latency", latency => latency.P50);
    internal static Metric LatencyP90 { get; } = Latency("P90", "p90", "90th percentile of latency", latency => latency.P90);
    internal static Metric LatencyP99 { get; } = Latency("P99", "p99", "99th percentile of latency", latency => latency.P99, leastSizePercent: 35);
    internal static Metric LatencyP999 { get; } = Latency("P999", "p99.9", "99.9th percentile of latency", latency => latency.P999);
    internal static Metric PacedLatencyP50 { get; } = PacedLatency("P50", "p50", "Median latency", 2, latency => latency.P50);
    internal static Metric PacedLatencyP90 { get; } = PacedLatency("P90", "p90", "90th percentile of latency", 10, latency => latency.P90);
    internal static Metric PacedLatencyP99 { get; } = PacedLatency("P99", "p99", "99th percentile of latency", 100, latency => latency.P99);
    internal static Metric PacedLatencyP999 { get; } = PacedLatency("P999", "p99.9", "99.9th percentile of latency", 1000, latency => latency.P999);

    internal static IReadOnlyList<Metric> Paced { get; } = [PacedLatencyP50, PacedLatencyP90, PacedLatencyP99, PacedLatencyP999];

    /// <summary>The probe's own requests lie outside the two readings but for the second one's few kilobytes. Of a heap that DATAS gives back .NET 9
    /// and 10 forget what it had allocated (dotnet/runtime#131069).</summary>
    internal static Metric AllocatedPerRequest { get; } = SelfReported(
        "allocatedPerRequest", "Alloc/req", "bytes", 0, "Managed bytes allocated during the slices, per request.",
        round => round.PerRequest(round.Growth(counters => counters.AllocatedBytes)), MetricCause.Allocations, hardlyVaries: true);

    internal static Metric LargeAllocatedPerRequest { get; } = SelfReported(
        "largeAllocatedPerRequest", "LOH/req", "bytes", 0,
        "Bytes of objects of 85,000 bytes and more allocated during the slices, per request; in scenarios that count them.",
        round => round.PerRequest(round.Growth(counters => counters.LargeObjectBytes ?? double.NaN)), hardlyVaries: true);

    /// <summary>What allocating really costs in memory, the unused ends of pieces included; counted by the GC, not by the runtime.</summary>
    internal static Metric ArenaPerRequest { get; } = SelfReported(
        "arenaPerRequest", "Arena/req", "bytes", 0,
        "Bytes taken from the arena of the zero GC during the slices, per request; there under that GC only.",
        round => round.PerRequest(round.Growth(counters => counters.Arena?.PositionBytes ?? double.NaN)), hardlyVaries: true);

    internal static Metric Gen0PerThousand { get; } = Collections("0", " and above", counters => counters.Gen0Collections);
    internal static Metric Gen1PerThousand { get; } = Collections("1", " and above", counters => counters.Gen1Collections);
    internal static Metric Gen2PerThousand { get; } = Collections("2", "", counters => counters.Gen2Collections);

    internal static Metric GcPauseTotal { get; } = SelfReported(
        "gcPauseTotal", "GC pause", "ms", 1, "Time the GC paused the application during the slices of a round.",
        round => round.Growth(counters => counters.GcPauseMilliseconds), MetricCause.Pauses);

    /// <summary>0 to 100; a collection that runs while the variant idles can push it beyond.</summary>
    internal static Metric GcPauseShare { get; } = SelfReported(
        "gcPauseShare", "GC pause share", Percent, 2, "Share of the slices' time that the GC paused the application.",
        round => round.Elapsed > TimeSpan.Zero
            ? 100 * round.Growth(counters => counters.GcPauseMilliseconds) / round.Elapsed.TotalMilliseconds
            : null, MetricCause.Pauses, leastSizePercent: 2);

    internal static Metric PeakRss { get; } = Add(
        "peakRss", "Peak RSS", "bytes", LowerIsBetter, 0, "Largest resident memory of the application from start to stop.",
        round => round.Observation.Final?.PeakRss.Count, MetricCause.Allocations, leastSizePercent: 10);

    internal static Metric LoadRss { get; } = Add(
        "loadRss", "Load RSS", "bytes", LowerIsBetter, 0, "Resident memory of the application right after its last slice.",
        round => round.Observation.After?.Rss.Count);

    internal static Metric EndRss { get; } = Add(
        "endRss", "End RSS", "bytes", LowerIsBetter, 0,
        "Resident memory of the application just before it is stopped; `settle` says how many seconds after the load that is.",
        round => round.Observation.Final?.Rss.Count);

    internal static Metric GcCommitted { get; } = SelfReported(
        "gcCommitted", "GC committed", "bytes", 0, "Memory committed by the GC at its last collection.",
        round => round.Observation.CountersAfter is { GcCommittedBytes: > 0 } after ? after.GcCommittedBytes : null,
        MetricCause.Allocations, leastSizePercent: 10);

    internal static Metric HeapCountMax { get; } = SelfReported(
        "heapCountMax", "Heaps", "heaps", 0,
        "Largest number of GC heaps in use at any collection; observed in timeline scenarios only.",
        round => round.Observation.CountersAfter?.HeapCountMaximum);

    internal static Metric Startup { get; } = Add(
        "startup", "Start-up", "ms", LowerIsBetter, 0, "Time from starting the process to the last byte of its first successful answer.",
        round => round.Observation.Startup > TimeSpan.Zero ? round.Observation.Startup.TotalMilliseconds : null, leastSizePercent: 7);

    /// <summary>A round with errors has no samples, so a recorded value is 0; the raw file has the counts by kind.</summary>
    internal static Metric Errors { get; } = Add(
        "errors", "Errors", "requests", LowerIsBetter, 0,
        "Failed requests (not 2xx, wrong length, broken connection); a round that has any is failed, never averaged.",
        round => round.Observation.Benchmark is null ? round.Observation.Errors.Total : null);

    internal static Metric MeanTime { get; } = OfBenchmark(
        "meanTime", "Mean", "ns", 1, "Mean time of an operation, as BenchmarkDotNet reports it.", benchmark => benchmark.MeanNanoseconds,
        leastSizePercent: 5);

    internal static Metric MeanTimeError { get; } = OfBenchmark(
        "meanTimeError", "Error", "ns", 1, "Half of the 99.9 % interval of the mean, as BenchmarkDotNet reports it.",
        benchmark => benchmark.ErrorNanoseconds);

    internal static Metric MeanTimeDeviation { get; } = OfBenchmark(
        "meanTimeDeviation", "StdDev", "ns", 1, "Standard deviation of the iterations, as BenchmarkDotNet reports it.",
        benchmark => benchmark.StandardDeviationNanoseconds);

    internal static Metric AllocatedPerOperation { get; } = OfBenchmark(
        "allocatedPerOperation", "Allocated", "bytes", 0, "Managed bytes allocated per operation, as BenchmarkDotNet reports them.",
        benchmark => benchmark.AllocatedBytes, hardlyVaries: true);

    internal static Metric Gen0PerThousandOperations { get; } = OfBenchmark("0", benchmark => benchmark.Gen0PerThousand);
    internal static Metric Gen1PerThousandOperations { get; } = OfBenchmark("1", benchmark => benchmark.Gen1PerThousand);
    internal static Metric Gen2PerThousandOperations { get; } = OfBenchmark("2", benchmark => benchmark.Gen2PerThousand);

    internal static Metric LockContentions { get; } = OfBenchmark(
        "lockContentions", "Lock contentions", "contentions/operation", 4,
        "Contentions on a monitor's lock per operation (Monitor.LockContentionCount).", benchmark => benchmark.LockContentions);

    internal static Metric CompletedWorkItems { get; } = OfBenchmark(
        "completedWorkItems", "Work items", "items/operation", 4,
        "Work items that the thread pool completed per operation (ThreadPool.CompletedWorkItemCount).", benchmark => benchmark.CompletedWorkItems);

    /// <summary>Every metric, in the order of tables and documents.</summary>
    public static IReadOnlyList<Metric> All => s_all;

    /// <summary>A metric by name; null when there is none, as in a document of a newer version.</summary>
    public static Metric? Find(string name) => s_all.Find(metric => metric.Name == name);

    /// <summary>Whether it comes from paced slices.</summary>
    public static bool IsPaced(string name) => Paced.Any(metric => metric.Name == name);

    public static string TitleOf(string name) => Find(name)?.Title ?? name;

    /// <param name="error">Makes the error of a message: "unknown metric ...", with the nearest name.</param>
    public static Metric Named(string name, Func<string, UsageException> error) =>
        Find(name) ?? throw error($"unknown metric '{name}'{Suggestion.Sentence(name, [.. s_all.Select(metric => metric.Name)], "metrics")}");

    private static Metric Add(
        string name, string title, string unit, Direction direction, int decimals, string description, Func<VariantRound, double?> formula,
        MetricCause cause = MetricCause.None, double leastSizePercent = 0, bool hardlyVaries = false, bool isSelfReported = false,
        bool isOfBenchmark = false)
    {
        s_all.Add(new(name, title, unit, direction, description)
        {
            Decimals = decimals,
            Formula = formula,
            Cause = cause,
            LeastSizePercent = leastSizePercent,
            HardlyVaries = hardlyVaries,
            IsSelfReported = isSelfReported,
            IsOfBenchmark = isOfBenchmark,
        });
        return s_all[^1];
    }

    private static Metric SelfReported(
        string name, string title, string unit, int decimals, string description, Func<VariantRound, double?> formula,
        MetricCause cause = MetricCause.None, double leastSizePercent = 0, bool hardlyVaries = false) =>
        Add(name, title, unit, LowerIsBetter, decimals, description, formula, cause, leastSizePercent, hardlyVaries, isSelfReported: true);

    /// <summary>Within 1 % (the histogram's resolution); unknown under a rate that was not sustained.</summary>
    private static Metric Latency(
        string suffix, string title, string what, Func<LatencySummary, TimeSpan> percentile, double leastSizePercent = 0) => Add(
        $"latency{suffix}", title, "us", LowerIsBetter, 0,
        $"{what} in a closed loop (the next request waits for the last answer), without the first moments of each slice.",
        round => round.Observation is { Latency: { Count: > 0 } latency, Rate: not { IsSustained: false } }
            ? percentile(latency).TotalMicroseconds
            : null, MetricCause.Speed, leastSizePercent);

    /// <summary>Within 1 % as well. Unknown under a rate that was not sustained, and where fewer than ten requests lie beyond it.</summary>
    private static Metric PacedLatency(string suffix, string title, string what, int oneIn, Func<LatencySummary, TimeSpan> percentile) => Add(
        $"pacedLatency{suffix}", $"paced {title}", "us", LowerIsBetter, 0,
        $"{what} of a slice in an open loop at 60 % of base's throughput (unless set otherwise), from the time a request was due; in "
            + "comparisons.",
        round => round.Observation.Paced is { IsSustained: true, Latency: { } latency } && latency.Count >= 10 * oneIn
            ? percentile(latency).TotalMicroseconds
            : null, MetricCause.SpeedAtFixedRate, leastSizePercent: 20);

    /// <summary>Lower generations include higher ones, as <c>GC.CollectionCount</c> counts.</summary>
    private static Metric Collections(string generation, string above, Func<ProbeCounters, long> collections) => SelfReported(
        $"gen{generation}PerThousand", $"Gen{generation}", "collections/1000 requests", 3,
        $"Collections of generation {generation}{above} per 1,000 requests.",
        round => 1000 * round.PerRequest(round.Growth(counters => collections(counters))));

    private static Metric OfBenchmark(string generation, Func<BenchmarkObservation, double?> collections) => OfBenchmark(
        $"gen{generation}PerThousandOperations", $"Gen{generation}", "collections/1000 operations", 4,
        $"Collections of generation {generation} per 1,000 operations, as BenchmarkDotNet reports them.", collections);

    private static Metric OfBenchmark(
        string name, string title, string unit, int decimals, string description, Func<BenchmarkObservation, double?> value,
        double leastSizePercent = 0, bool hardlyVaries = false) => Add(
        name, title, unit, LowerIsBetter, decimals, description, round => round.Observation.Benchmark is { } benchmark ? value(benchmark) : null,
        leastSizePercent: leastSizePercent, hardlyVaries: hardlyVaries, isOfBenchmark: true);
}
