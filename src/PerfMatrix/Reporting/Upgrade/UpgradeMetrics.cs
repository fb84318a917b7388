using PerfMatrix.Metrics;

namespace PerfMatrix.Reporting;

/// <summary>A metric of the upgrade report. A further one is an entry in <see cref="UpgradeMetrics"/>.</summary>
/// <param name="Name">Name in the catalogue.</param>
/// <param name="Heading">Name and unit in tables.</param>
/// <param name="Noun">Name in sentences.</param>
/// <param name="Scale">What a value is divided by for tables.</param>
/// <param name="Decimals">Decimal places in tables.</param>
internal sealed record UpgradeMetric(string Name, string Heading, string Noun, double Scale = 1, int Decimals = 0)
{
    /// <summary>
    /// Smallest difference that counts in every round of a nearly deterministic metric, in its unit: allocations are decided like the gate does, without statistics.
    /// </summary>
    public double? TightAmount { get; init; }

    /// <summary>The value as tables show it.</summary>
    public string Text(double value) => Reporting.Text.Number(value / Scale, Decimals);
}

/// <summary>The metrics of the upgrade report, in the order of tables.</summary>
internal static class UpgradeMetrics
{
    private const double BytesPerMebibyte = 1024 * 1024;

    /// <summary>What users feel.</summary>
    public static IReadOnlyList<UpgradeMetric> Speed { get; } =
    [
        new(MetricNames.Throughput, "throughput req/s", "throughput"),
        new(MetricNames.LatencyP50, "latency p50 us", "median latency"),
        new(MetricNames.LatencyP99, "latency p99 us", "p99 latency"),
    ];

    /// <summary>What it costs.</summary>
    public static IReadOnlyList<UpgradeMetric> Cost { get; } =
    [
        new(MetricNames.CpuPerRequest, "CPU/request us", "CPU per request", Decimals: 1),
        new(MetricNames.PeakRss, "peak RSS MiB", "peak memory", BytesPerMebibyte),
        new(MetricNames.AllocatedPerRequest, "allocated B/request", "allocated memory") { TightAmount = 8 },
        new(MetricNames.Startup, "start-up ms", "start-up time"),
    ];

    /// <summary>All of them.</summary>
    public static IReadOnlyList<UpgradeMetric> All { get; } = [.. Speed, .. Cost];

    /// <summary>A metric by name.</summary>
    public static UpgradeMetric Of(string name) => All.First(metric => metric.Name == name);
}
