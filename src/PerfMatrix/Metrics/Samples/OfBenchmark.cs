
using PerfMatrix.Contract;

namespace PerfMatrix.Metrics;

/// <summary>A number that BenchmarkDotNet reports of a case, as it reports it; unknown for applications under load.</summary>
/// <param name="metric">Name of the metric.</param>
/// <param name="value">Takes the number out of the report.</param>
public sealed class OfBenchmark(string metric, Func<BenchmarkObservation, double?> value) : ISampleFormula
{
    /// <inheritdoc />
    public string Metric => metric;

    /// <inheritdoc />
    public double? Compute(VariantRound round) => round.Observation.Benchmark is { } benchmark ? value(benchmark) : null;
}
