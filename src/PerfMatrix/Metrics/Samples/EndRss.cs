namespace PerfMatrix.Metrics;

/// <summary>Resident memory (bytes) just before the stop.</summary>
public sealed class EndRss : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.EndRss;

    /// <inheritdoc />
    public double? Compute(VariantRound round) => round.Observation.Final?.Rss.Count;
}
