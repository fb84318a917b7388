namespace PerfMatrix.Metrics;

/// <summary>Time (ms) from process start to the last byte of the first successful answer.</summary>
public sealed class Startup : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.Startup;

    /// <inheritdoc />
    public double? Compute(VariantRound round) => round.Observation.Startup > TimeSpan.Zero ? round.Observation.Startup.TotalMilliseconds : null;
}
