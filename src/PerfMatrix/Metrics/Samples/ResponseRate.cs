namespace PerfMatrix.Metrics;

/// <summary>Bytes of response bodies (without headers and framing) per second under load.</summary>
public sealed class ResponseRate : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.ResponseRate;

    /// <inheritdoc />
    public double? Compute(VariantRound round) => round.Elapsed > TimeSpan.Zero ? round.Observation.Response.Count / round.Elapsed.TotalSeconds : null;
}
