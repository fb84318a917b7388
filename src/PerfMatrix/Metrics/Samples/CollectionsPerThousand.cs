
using PerfMatrix.Contract;

namespace PerfMatrix.Metrics;

/// <summary>Collections per 1,000 requests. Lower generations include higher ones, as <c>GC.CollectionCount</c> counts.</summary>
/// <param name="metric">Name of the metric.</param>
/// <param name="collections">Takes the generation's count out of the counters.</param>
public sealed class CollectionsPerThousand(string metric, Func<ProbeCounters, long> collections) : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => metric;

    /// <inheritdoc />
    public double? Compute(VariantRound round) => 1000 * round.PerRequest(round.Growth(counters => collections(counters)));
}
