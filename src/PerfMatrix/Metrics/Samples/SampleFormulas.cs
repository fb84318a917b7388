namespace PerfMatrix.Metrics;

/// <summary>Every metric this tool can compute.</summary>
public static class SampleFormulas
{
    /// <summary>The formulas, in the order documents list them.</summary>
    public static IReadOnlyList<ISampleFormula> All { get; } =
    [
        new Throughput(),
        new ResponseRate(),
        new CpuPerRequest(),
        new LatencyPercentile(MetricNames.LatencyP50, latency => latency.P50),
        new LatencyPercentile(MetricNames.LatencyP90, latency => latency.P90),
        new LatencyPercentile(MetricNames.LatencyP99, latency => latency.P99),
        new LatencyPercentile(MetricNames.LatencyP999, latency => latency.P999),
        new AllocatedPerRequest(),
        new LargeAllocatedPerRequest(),
        new ArenaPerRequest(),
        new CollectionsPerThousand(MetricNames.Gen0PerThousand, counters => counters.Gen0Collections),
        new CollectionsPerThousand(MetricNames.Gen1PerThousand, counters => counters.Gen1Collections),
        new CollectionsPerThousand(MetricNames.Gen2PerThousand, counters => counters.Gen2Collections),
        new GcPauseTotal(),
        new GcPauseShare(),
        new PeakRss(),
        new LoadRss(),
        new EndRss(),
        new GcCommitted(),
        new HeapCountMax(),
        new Startup(),
        new Errors(),
        new OfBenchmark(MetricNames.MeanTime, benchmark => benchmark.MeanNanoseconds),
        new OfBenchmark(MetricNames.AllocatedPerOperation, benchmark => benchmark.AllocatedBytes),
        new OfBenchmark(MetricNames.Gen0PerThousandOperations, benchmark => benchmark.Gen0PerThousand),
        new OfBenchmark(MetricNames.Gen1PerThousandOperations, benchmark => benchmark.Gen1PerThousand),
        new OfBenchmark(MetricNames.Gen2PerThousandOperations, benchmark => benchmark.Gen2PerThousand),
        new OfBenchmark(MetricNames.LockContentions, benchmark => benchmark.LockContentions),
        new OfBenchmark(MetricNames.CompletedWorkItems, benchmark => benchmark.CompletedWorkItems),
    ];

    /// <summary>The samples of a round of one variant; metrics that cannot be known are absent, and a failed round has none at all.</summary>
    public static IReadOnlyDictionary<string, double> Samples(VariantRound round)
    {
        var samples = new Dictionary<string, double>();
        if (round.Observation.Failure is not null) return samples;
        foreach (var formula in All)
        {
            if (formula.Compute(round) is { } value && double.IsFinite(value)) samples[formula.Metric] = value;
        }

        return samples;
    }
}
