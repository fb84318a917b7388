
using PerfMatrix.Contract;

namespace PerfMatrix.Metrics;

/// <summary>
/// A percentile of latency (us) over all slices without their wake-up, within 1 % (the histogram's resolution). Unknown under a rate that was not sustained.
/// </summary>
/// <param name="metric">Name of the metric.</param>
/// <param name="percentile">Takes the percentile out of the summary.</param>
public sealed class LatencyPercentile(string metric, Func<LatencySummary, TimeSpan> percentile) : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => metric;

    /// <inheritdoc />
    public double? Compute(VariantRound round) =>
        round.Observation is { Latency: { Count: > 0 } latency, Rate: not { IsSustained: false } } ? percentile(latency).TotalMicroseconds : null;
}
