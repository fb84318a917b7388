using PerfMatrix.Contract;
using PerfMatrix.Metrics;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>
/// The pairs of one round: every variant against the anchor for every metric, and for throughput every two variants. Above 0 means b is worse.
/// A pair that is undefined (failed round, sample missing or zero) is not recorded.
/// </summary>
public static class RoundPairs
{
    /// <summary>Computes the pairs.</summary>
    /// <param name="round">The round.</param>
    /// <param name="samples">Samples of each variant, in the order of the round; empty for a failed one.</param>
    public static IReadOnlyList<PairRecord> Of(RoundObservation round, IReadOnlyList<IReadOnlyDictionary<string, double>> samples)
    {
        var pairs = new List<PairRecord>();
        for (var a = 0; a < samples.Count; a++)
        {
            for (var b = a + 1; b < samples.Count; b++)
            {
                var (first, second) = (a, b);
                pairs.AddRange(Metric.All
                    .Where(metric => first == 0 || metric.Name == Metric.Throughput.Name)
                    .Select(metric => Pair(round, samples, first, second, metric))
                    .OfType<PairRecord>());
            }
        }

        return pairs;
    }

    private static PairRecord? Pair(
        RoundObservation round, IReadOnlyList<IReadOnlyDictionary<string, double>> samples, int a, int b, Metric metric) =>
        LogRatio(round, samples[a], samples[b], a, b, metric.Name) is { } ratio
            ? new PairRecord(round.Block, round.Round, round.Variants[a].Variant, round.Variants[b].Variant, metric.Name, 0.0 + (metric.WorseSign * ratio))
            : null;

    private static double? LogRatio(
        RoundObservation round, IReadOnlyDictionary<string, double> ofA, IReadOnlyDictionary<string, double> ofB, int a, int b, string metric)
    {
        if (!ofA.TryGetValue(metric, out var valueOfA) || !ofB.TryGetValue(metric, out var valueOfB)) return null;
        if (metric == Metric.Throughput.Name) return ThroughputPair.OfCycles(round.Slices, a, b);
        return valueOfA > 0 && valueOfB > 0 ? Math.Log(valueOfB / valueOfA) : null;
    }
}
