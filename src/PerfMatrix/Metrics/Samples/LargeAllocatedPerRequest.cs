namespace PerfMatrix.Metrics;

/// <summary>Bytes of objects of 85,000 bytes and more per request: allocations on the large object heap, which only collections of generation 2 clear.</summary>
public sealed class LargeAllocatedPerRequest : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.LargeAllocatedPerRequest;

    /// <inheritdoc />
    public double? Compute(VariantRound round) => round.PerRequest(round.Growth(counters => counters.LargeObjectBytes ?? double.NaN));
}
