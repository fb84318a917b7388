namespace PerfMatrix.Metrics;

/// <summary>
/// Bytes that the pointer of the zero GC's arena moved, per request: what allocating really costs in memory, the ends of pieces that no object fitted into included.
/// Counted by the GC, independently of <see cref="AllocatedPerRequest"/>, which the runtime counts.
/// </summary>
public sealed class ArenaPerRequest : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.ArenaPerRequest;

    /// <inheritdoc />
    public double? Compute(VariantRound round) => round.PerRequest(round.Growth(counters => counters.Arena?.PositionBytes ?? double.NaN));
}
