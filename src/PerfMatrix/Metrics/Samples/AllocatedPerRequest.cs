namespace PerfMatrix.Metrics;

/// <summary>Managed bytes allocated per request; the probe's own requests lie outside the two readings but for the second one's few kilobytes.</summary>
public sealed class AllocatedPerRequest : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.AllocatedPerRequest;

    /// <inheritdoc />
    public double? Compute(VariantRound round) => round.PerRequest(round.Growth(counters => counters.AllocatedBytes));
}
