using PerfMatrix.Metrics;

namespace PerfMatrix.Reporting;

/// <summary>A metric of the upgrade report. A further one is an entry in <see cref="UpgradeMetrics"/>.</summary>
/// <param name="Metric">The metric.</param>
/// <param name="Heading">Name and unit in tables.</param>
/// <param name="Noun">Name in sentences.</param>
/// <param name="Scale">What a value is divided by for tables.</param>
/// <param name="Decimals">Decimal places in tables.</param>
internal sealed record UpgradeMetric(Metric Metric, string Heading, string Noun, double Scale = 1, int Decimals = 0)
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
        new(Metric.Throughput, "throughput req/s", "throughput"),
        new(Metric.LatencyP50, "latency p50 us", "median latency"),
        new(Metric.LatencyP99, "latency p99 us", "p99 latency"),
    ];

    /// <summary>What it costs.</summary>
    public static IReadOnlyList<UpgradeMetric> Cost { get; } =
    [
        new(Metric.CpuPerRequest, "CPU/request us", "CPU per request", Decimals: 1),
        new(Metric.PeakRss, "peak RSS MiB", "peak memory", BytesPerMebibyte),
        new(Metric.AllocatedPerRequest, "allocated B/request", "allocated memory") { TightAmount = 8 },
        new(Metric.Startup, "start-up ms", "start-up time"),
    ];

    /// <summary>All of them.</summary>
    public static IReadOnlyList<UpgradeMetric> All { get; } = [.. Speed, .. Cost];

    /// <summary>A metric by name.</summary>
    public static UpgradeMetric Of(string name) => All.First(shown => shown.Metric.Name == name);
}
