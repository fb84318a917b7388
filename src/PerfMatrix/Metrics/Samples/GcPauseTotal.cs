namespace PerfMatrix.Metrics;

/// <summary>Time (ms) the GC paused the application between the two probe readings.</summary>
public sealed class GcPauseTotal : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.GcPauseTotal;

    /// <inheritdoc />
    public double? Compute(VariantRound round) => round.Growth(counters => counters.GcPauseMilliseconds);
}
