namespace PerfMatrix.Metrics;

/// <summary>GC pauses as a share of the variant's slice time, in percent (0 to 100; a collection that runs while the variant idles can push it beyond).</summary>
public sealed class GcPauseShare : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.GcPauseShare;

    /// <inheritdoc />
    public double? Compute(VariantRound round) =>
        round.Elapsed > TimeSpan.Zero ? 100 * round.Growth(counters => counters.GcPauseMilliseconds) / round.Elapsed.TotalMilliseconds : null;
}
