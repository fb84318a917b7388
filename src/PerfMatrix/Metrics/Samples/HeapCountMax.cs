namespace PerfMatrix.Metrics;

/// <summary>Largest number of GC heaps in use; known only in scenarios that observe heaps.</summary>
public sealed class HeapCountMax : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.HeapCountMax;

    /// <inheritdoc />
    public double? Compute(VariantRound round) => round.Observation.CountersAfter?.HeapCountMaximum;
}
