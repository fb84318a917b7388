using PerfMatrix.Protocol;

namespace PerfMatrix.Metrics;

/// <summary>A percentile of latency (us) over all slices without their wake-up, within 1 % (the histogram's resolution).</summary>
/// <param name="metric">Name of the metric.</param>
/// <param name="percentile">Takes the percentile out of the summary.</param>
public sealed class LatencyPercentile(string metric, Func<LatencySummary, TimeSpan> percentile) : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => metric;

    /// <inheritdoc />
    public double? Compute(VariantRound round) =>
        round.Observation.Latency is { Count: > 0 } latency ? percentile(latency).TotalMicroseconds : null;
}
