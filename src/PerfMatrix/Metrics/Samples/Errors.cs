namespace PerfMatrix.Metrics;

/// <summary>Failed requests of warm-up and slices. A round with errors is failed and has no samples, so a recorded value is 0; the raw file has the counts by kind.</summary>
public sealed class Errors : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.Errors;

    /// <inheritdoc />
    public double? Compute(VariantRound round) => round.Observation.Benchmark is null ? round.Observation.Errors.Total : null;
}
