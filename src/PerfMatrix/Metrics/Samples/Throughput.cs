namespace PerfMatrix.Metrics;

/// <summary>Requests answered correctly per second of slice time, wake-up included.</summary>
public sealed class Throughput : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.Throughput;

    /// <inheritdoc />
    public double? Compute(VariantRound round) =>
        round.Elapsed > TimeSpan.Zero ? round.Slices.Sum(slice => slice.Requests) / round.Elapsed.TotalSeconds : null;
}
