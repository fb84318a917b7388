namespace PerfMatrix.Metrics;

/// <summary>CPU time (us) of the application per request, from the operating system's readings before the first and after the last slice; needs no probe.</summary>
public sealed class CpuPerRequest : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => MetricNames.CpuPerRequest;

    /// <inheritdoc />
    public double? Compute(VariantRound round) =>
        round.Observation is { Before: { } before, After: { } after } ? round.PerRequest((after.Cpu - before.Cpu).TotalMicroseconds) : null;
}
