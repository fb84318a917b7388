using PerfMatrix.Metrics;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Metrics;

public sealed class MetricTests
{
    private static readonly VariantObservation s_observation = new()
    {
        Variant = "v",
        Startup = TimeSpan.FromMilliseconds(123.5),
        Requests = 3000,
        Response = new Bytes(120_000),
        Latency = Latency(count: 3000),
        Paced = RunSamples.Paced(latency: Latency(count: 10_000)),
        Before = Reading(cpu: 100, rss: 10, peak: 20) with { Throttled = TimeSpan.FromMilliseconds(70) },
        After = Reading(cpu: 145, rss: 11, peak: 21) with { Throttled = TimeSpan.FromMilliseconds(85) },
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
    [InlineData("throughput", 50_000)]
    [InlineData("responseRate", 2_000_000)]
    [InlineData("cpuPerRequest", 15)]
    [InlineData("throttled", 250)]
    [InlineData("latencyP50", 100)]
    [InlineData("latencyP90", 200)]
    [InlineData("latencyP99", 300)]
    [InlineData("latencyP999", 400)]
    [InlineData("pacedLatencyP50", 100)]
    [InlineData("pacedLatencyP90", 200)]
    [InlineData("pacedLatencyP99", 300)]
    [InlineData("pacedLatencyP999", 400)]
    [InlineData("allocatedPerRequest", 1000)]
    [InlineData("largeAllocatedPerRequest", 500)]
    [InlineData("arenaPerRequest", 1001)]
    [InlineData("gen0PerThousand", 2)]
    [InlineData("gen1PerThousand", 1)]
    [InlineData("gen2PerThousand", 0)]
    [InlineData("gcPauseTotal", 3)]
    [InlineData("gcPauseShare", 5)]
    [InlineData("peakRss", 22)]
    [InlineData("loadRss", 11)]
    [InlineData("endRss", 12)]
    [InlineData("gcCommitted", 77)]
    [InlineData("heapCountMax", 4)]
    [InlineData("startup", 123.5)]
    [InlineData("errors", 0)]
    public void Each_metric_is_in_the_unit_of_the_catalogue(string metric, double expected) =>
        Assert.Equal(expected, new VariantRound(s_observation, s_slices).Samples()[metric], 9);

    [Theory]
    [InlineData("cpuPerRequest", 10, 11, 0.0953)]
    [InlineData("throughput", 10, 11, 0.0953)]
    [InlineData("gcPauseShare", 1, 2, 0.0102)]
    [InlineData("gcPauseShare", 0, 2, 0.0202)]
    [InlineData("gcPauseShare", 2, 0, -0.0202)]
    public void A_ratio_of_two_values_is_that_of_logarithms_and_of_two_shares_that_of_what_they_leave(
        string metric, double a, double b, double expected) => Assert.Equal(expected, Metric.Find(metric)!.LogRatio(a, b)!.Value, 4);

    [Theory]
    [InlineData("cpuPerRequest", 0, 1)]
    [InlineData("cpuPerRequest", 1, 0)]
    [InlineData("gcPauseShare", 100, 1)]
    public void Without_a_ratio_there_is_none(string metric, double a, double b) => Assert.Null(Metric.Find(metric)!.LogRatio(a, b));

    [Fact]
    public void Without_a_limit_nothing_is_throttled_and_nothing_is_said_of_it() => Assert.DoesNotContain(
        "throttled", new VariantRound(s_observation with { Before = Reading(1, 1, 1), After = Reading(2, 1, 1) }, s_slices).Samples().Keys);

    [Fact]
    public void Only_throughput_and_the_rate_of_responses_are_better_when_higher() =>
        Assert.Equal(
        ["throughput", "responseRate"], Metric.All.Where(metric => metric.Direction == Direction.HigherIsBetter).Select(metric => metric.Name));

    [Fact]
    public void An_unknown_name_gets_a_suggestion() =>
        Assert.Contains(
        "did you mean 'throughput'?", Assert.Throws<UsageException>(() => Metric.Named("troughput", problem => new(problem))).Message);

    [Fact]
    public void Names_are_unique_and_every_metric_has_title_unit_and_description()
    {
        Assert.Distinct(Metric.All.Select(metric => metric.Name));
        Assert.All(Metric.All, metric => Assert.All([metric.Title, metric.Unit, metric.Description], Assert.NotEmpty));
    }

    [Fact]
    public void Without_a_probe_what_the_process_itself_counts_is_absent_and_cpu_time_is_not()
    {
        var all = new VariantRound(s_observation, s_slices).Samples().Keys;
        var samples = new VariantRound(s_observation with { CountersBefore = null, CountersAfter = null }, s_slices).Samples().Keys;

        Assert.Equal(all.Where(metric => !Metric.Find(metric)!.IsSelfReported), samples);
        Assert.Contains("cpuPerRequest", samples);
        Assert.DoesNotContain("allocatedPerRequest", samples);
    }

    [Fact]
    public void A_failed_round_has_no_samples() =>
        Assert.Empty(new VariantRound(s_observation with { Failure = new RoundFailure { Reason = "answered 500" } }, s_slices).Samples());

    [Fact]
    public void Latency_under_a_rate_that_was_not_sustained_is_no_sample_and_the_rest_is()
    {
        var samples = new VariantRound(s_observation with { Rate = RunSamples.Rate(sent: 29_000) }, s_slices).Samples();

        Assert.DoesNotContain(samples.Keys, metric => metric.StartsWith("latency", StringComparison.Ordinal));
        Assert.Equal(
            new VariantRound(s_observation, s_slices).Samples().Keys.Where(metric => !metric.StartsWith("latency", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal),
            samples.Keys.Order(StringComparer.Ordinal));
    }

    /// <summary>What waits behind a pause is latency, however many they are.</summary>
    [Theory]
    [InlineData(30_000, 6000, 0, true)]
    [InlineData(30_000, 6000, 1, false)]
    [InlineData(29_999, 0, 0, false)]
    public void A_rate_is_sustained_when_all_was_sent_and_no_part_ended_with_a_queue(long sent, long late, int behind, bool hasLatency)
    {
        var samples = new VariantRound(s_observation with { Rate = RunSamples.Rate(sent, late, behind) }, s_slices).Samples();

        Assert.Equal(hasLatency, samples.ContainsKey("latencyP50"));
        Assert.Equal(hasLatency, samples.ContainsKey("latencyP999"));
    }

    [Theory]
    [InlineData(0, 10_000, true)]
    [InlineData(5, 10_000, true)]
    [InlineData(6, 10_000, false)]
    [InlineData(0, 9_999, false)]
    public void A_paced_rate_is_sustained_when_all_was_sent_and_half_of_the_slices_ended_without_a_queue(int behind, long sent, bool hasLatency)
    {
        var samples = new VariantRound(s_observation with { Paced = RunSamples.Paced(behind, sent, Latency(count: 10_000)) }, s_slices).Samples();

        Assert.Equal(hasLatency ? 4 : 0, samples.Keys.Count(metric => metric.StartsWith("paced", StringComparison.Ordinal)));
        Assert.Contains("latencyP50", samples.Keys);
    }

    [Theory]
    [InlineData(10_000, "P50 P90 P99 P999")]
    [InlineData(9_999, "P50 P90 P99")]
    [InlineData(999, "P50 P90")]
    [InlineData(99, "P50")]
    [InlineData(19, "")]
    public void A_paced_percentile_needs_ten_requests_beyond_it(int requests, string percentiles)
    {
        var samples = new VariantRound(s_observation with { Paced = RunSamples.Paced(latency: Latency(requests)) }, s_slices).Samples();

        Assert.Equal(
            percentiles,
            string.Join(' ', samples.Keys.Where(metric => metric.StartsWith("paced", StringComparison.Ordinal)).Select(metric => metric[12..])));
    }

    [Fact]
    public void Nothing_is_divided_by_no_requests_or_no_time()
    {
        var samples = new VariantRound(s_observation with { Requests = 0, Latency = Latency(count: 0) }, []).Samples();

        Assert.DoesNotContain("throughput", samples.Keys);
        Assert.DoesNotContain("allocatedPerRequest", samples.Keys);
        Assert.DoesNotContain("gcPauseShare", samples.Keys);
        Assert.DoesNotContain("latencyP99", samples.Keys);
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
        Arena = new ArenaCounters
        {
            PositionBytes = allocated * 1001 / 1000,
            AllocatedBytes = allocated,
            LargeBytes = 0,
            Refills = 1,
            MinorFaults = 1,
            ReservedBytes = 1 << 30,
        },
        GcCommittedBytes = committed,
        GcHeapBytes = 0,
        RssBytes = 0,
        LockContentions = 0,
        CompletedWorkItems = 0,
        HeapCountMaximum = 4,
    };
}
