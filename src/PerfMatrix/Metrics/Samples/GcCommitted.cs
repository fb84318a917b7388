namespace PerfMatrix.Metrics;

/// <summary>Memory (bytes) committed by the GC at its last collection; unknown before the first.</summary>
public sealed class GcCommitted : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.GcCommitted;

    /// <inheritdoc />
    public double? Compute(VariantRound round) => round.Observation.CountersAfter is { GcCommittedBytes: > 0 } after ? after.GcCommittedBytes : null;
}
