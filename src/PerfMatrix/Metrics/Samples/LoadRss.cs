namespace PerfMatrix.Metrics;

/// <summary>Resident memory (bytes) right after the last slice: what the load has built up. <see cref="EndRss"/> is what is left of it later.</summary>
public sealed class LoadRss : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.LoadRss;

    /// <inheritdoc />
    public double? Compute(VariantRound round) => round.Observation.After?.Rss.Count;
}
