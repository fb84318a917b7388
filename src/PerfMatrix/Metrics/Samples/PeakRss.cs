namespace PerfMatrix.Metrics;

/// <summary>Largest resident memory (bytes) from start to stop, start-up and warm-up included.</summary>
public sealed class PeakRss : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.PeakRss;

    /// <inheritdoc />
    public double? Compute(VariantRound round) => round.Observation.Final?.PeakRss.Count;
}
