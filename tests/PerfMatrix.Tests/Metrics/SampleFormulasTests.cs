using PerfMatrix.Contract;
using PerfMatrix.Metrics;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Metrics;

public sealed class SampleFormulasTests
{
    private static readonly VariantObservation s_observation = new()
    {
        Variant = "v",
        Startup = TimeSpan.FromMilliseconds(123.5),
        Requests = 3000,
        Response = new Bytes(120_000),
        Latency = Latency(count: 3000),
        Before = Reading(cpu: 100, rss: 10, peak: 20),
        After = Reading(cpu: 145, rss: 11, peak: 21),
        Final = Reading(cpu: 150, rss: 12, peak: 22),
        CountersBefore = Counters(allocated: 1000, collections: 10, pause: 1, committed: 0),
        CountersAfter = Counters(allocated: 3_001_000, collections: 16, pause: 4, committed: 77),
    };

    private static readonly SliceObservation[] s_slices =
    [
        new(0, 0, TimeSpan.FromMilliseconds(20), 1000),
        new(0, 1, TimeSpan.FromMilliseconds(40), 2000),
    ];

    [Theory]
    [InlineData(MetricNames.Throughput, 50_000)]
    [InlineData(MetricNames.ResponseRate, 2_000_000)]
    [InlineData(MetricNames.CpuPerRequest, 15)]
    [InlineData(MetricNames.LatencyP50, 100)]
    [InlineData(MetricNames.LatencyP90, 200)]
    [InlineData(MetricNames.LatencyP99, 300)]
    [InlineData(MetricNames.LatencyP999, 400)]
    [InlineData(MetricNames.AllocatedPerRequest, 1000)]
    [InlineData(MetricNames.LargeAllocatedPerRequest, 500)]
    [InlineData(MetricNames.ArenaPerRequest, 1001)]
    [InlineData(MetricNames.Gen0PerThousand, 2)]
    [InlineData(MetricNames.Gen1PerThousand, 1)]
    [InlineData(MetricNames.Gen2PerThousand, 0)]
    [InlineData(MetricNames.GcPauseTotal, 3)]
    [InlineData(MetricNames.GcPauseShare, 5)]
    [InlineData(MetricNames.PeakRss, 22)]
    [InlineData(MetricNames.LoadRss, 11)]
    [InlineData(MetricNames.EndRss, 12)]
    [InlineData(MetricNames.GcCommitted, 77)]
    [InlineData(MetricNames.HeapCountMax, 4)]
    [InlineData(MetricNames.Startup, 123.5)]
    [InlineData(MetricNames.Errors, 0)]
    public void Each_metric_is_in_the_unit_of_the_catalogue(string metric, double expected) =>
        Assert.Equal(expected, SampleFormulas.Samples(new VariantRound(s_observation, s_slices))[metric], 9);

    [Fact]
    public void Every_metric_of_the_design_has_one_formula() =>
        Assert.Equal(RunSamples.Catalogue.Select(metric => metric.Name), SampleFormulas.All.Select(formula => formula.Metric));

    [Fact]
    public void Without_a_probe_what_the_probe_tells_is_absent_and_cpu_time_is_not()
    {
        var samples = SampleFormulas.Samples(new VariantRound(s_observation with { CountersBefore = null, CountersAfter = null }, s_slices));

        Assert.Equal(
            [MetricNames.CpuPerRequest, MetricNames.EndRss, MetricNames.Errors, MetricNames.LatencyP50, MetricNames.LatencyP90, MetricNames.LatencyP99,
                MetricNames.LatencyP999, MetricNames.LoadRss, MetricNames.PeakRss, MetricNames.ResponseRate, MetricNames.Startup, MetricNames.Throughput],
            samples.Keys.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void A_failed_round_has_no_samples() =>
        Assert.Empty(SampleFormulas.Samples(new VariantRound(s_observation with { Failure = new RoundFailure { Reason = "answered 500" } }, s_slices)));

    [Fact]
    public void Latency_under_a_rate_that_was_not_sustained_is_no_sample_and_the_rest_is()
    {
        var samples = SampleFormulas.Samples(new VariantRound(s_observation with { Rate = RunSamples.Rate(sent: 29_000) }, s_slices));

        Assert.DoesNotContain(samples.Keys, metric => metric.StartsWith("latency", StringComparison.Ordinal));
        Assert.Equal(
            SampleFormulas.Samples(new VariantRound(s_observation, s_slices)).Keys.Where(metric => !metric.StartsWith("latency", StringComparison.Ordinal)).Order(StringComparer.Ordinal),
            samples.Keys.Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData(30_000, 0, true)]
    [InlineData(30_000, 300, true)]
    [InlineData(30_000, 301, false)]
    [InlineData(29_999, 0, false)]
    public void A_rate_is_sustained_when_all_was_sent_and_at_most_one_in_a_hundred_late(long sent, long late, bool hasLatency)
    {
        var samples = SampleFormulas.Samples(new VariantRound(s_observation with { Rate = RunSamples.Rate(sent, late) }, s_slices));

        Assert.Equal(hasLatency, samples.ContainsKey(MetricNames.LatencyP50));
        Assert.Equal(hasLatency, samples.ContainsKey(MetricNames.LatencyP999));
    }

    [Fact]
    public void Nothing_is_divided_by_no_requests_or_no_time()
    {
        var samples = SampleFormulas.Samples(new VariantRound(s_observation with { Requests = 0, Latency = Latency(count: 0) }, []));

        Assert.DoesNotContain(MetricNames.Throughput, samples.Keys);
        Assert.DoesNotContain(MetricNames.AllocatedPerRequest, samples.Keys);
        Assert.DoesNotContain(MetricNames.GcPauseShare, samples.Keys);
        Assert.DoesNotContain(MetricNames.LatencyP99, samples.Keys);
    }

    [Fact]
    public void A_variant_gets_its_own_slices_only()
    {
        var block = RunSamples.BlockOf(RunSamples.CellOf("net8.0", "workstation"), RunSamples.CellOf("net9.0", "workstation"));
        var round = RunSamples.Round(block, 1, new Random(1), cycles: 3);

        Assert.Equal([1, 1, 1], VariantRound.Of(round, 1).Slices.Select(slice => slice.Variant));
    }

    private static LatencySummary Latency(long count) => new()
    {
        Count = count,
        Mean = TimeSpan.FromMicroseconds(120),
        P50 = TimeSpan.FromMicroseconds(100),
        P90 = TimeSpan.FromMicroseconds(200),
        P99 = TimeSpan.FromMicroseconds(300),
        P999 = TimeSpan.FromMicroseconds(400),
        Maximum = TimeSpan.FromMicroseconds(500),
    };

    private static ProcessReading Reading(double cpu, long rss, long peak) =>
        new() { Cpu = TimeSpan.FromMilliseconds(cpu), Rss = new Bytes(rss), PeakRss = new Bytes(peak) };

    private static ProbeCounters Counters(long allocated, long collections, double pause, long committed) => new()
    {
        CpuMilliseconds = 0,
        AllocatedBytes = allocated,
        Gen0Collections = collections,
        Gen1Collections = collections / 2,
        Gen2Collections = 1,
        GcPauseMilliseconds = pause,
        LargeObjectBytes = allocated / 2,
        Arena = new ArenaCounters { PositionBytes = allocated * 1001 / 1000, AllocatedBytes = allocated, LargeBytes = 0, Refills = 1, MinorFaults = 1, ReservedBytes = 1 << 30 },
        GcCommittedBytes = committed,
        GcHeapBytes = 0,
        RssBytes = 0,
        LockContentions = 0,
        CompletedWorkItems = 0,
        HeapCountMaximum = 4,
    };
}
