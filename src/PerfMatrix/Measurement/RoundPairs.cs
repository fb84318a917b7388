namespace PerfMatrix.Measurement;

/// <summary>The pairs of one round: every variant against the anchor for every metric, and for throughput every two variants. Above 0 means b is
/// worse. A pair that is undefined (failed round, sample missing or zero) is not recorded.</summary>
/// <remarks>The ratio of throughput is that of totals: requests by time, over all slices but those of moments that disturb several programs
/// (<see cref="DisturbedMoments"/>). An estimate that is robust against single slices, as Hodges-Lehmann over cycles, takes the stalls of one side
/// for noise: 15 ms in 8 % of head's slices cost 5.9 % and read as 1.1 % where slices vary by 5 %, as 2.9 % where they vary by 13 % (simulated). In
/// real rounds of identical programs both spread alike. The figures are in docs/evidence.md.</remarks>
internal static class RoundPairs
{
    /// <param name="samples">Samples of each variant, in the order of the round; empty for a failed one.</param>
    public static IReadOnlyList<PairRecord> Of(RoundObservation round, IReadOnlyList<IReadOnlyDictionary<string, double>> samples)
    {
        var pairs = from a in Enumerable.Range(0, samples.Count)
                    from b in Enumerable.Range(0, samples.Count).Skip(a + 1)
                    from metric in Metric.All
                    where a == 0 || metric.Name == Metric.Throughput.Name
                    select Pair(round, samples, a, b, metric);
        return [.. pairs.OfType<PairRecord>()];
    }

    private static PairRecord? Pair(
        RoundObservation round, IReadOnlyList<IReadOnlyDictionary<string, double>> samples, int a, int b, Metric metric) =>
        LogRatio(samples[a], samples[b], metric) is { } ratio
            ? new PairRecord(
            round.Block, round.Round, round.Variants[a].Variant, round.Variants[b].Variant, metric.Name, 0.0 + (metric.WorseSign * ratio))
            : null;

    private static double? LogRatio(IReadOnlyDictionary<string, double> ofA, IReadOnlyDictionary<string, double> ofB, Metric metric) =>
        ofA.TryGetValue(metric.Name, out var a) && ofB.TryGetValue(metric.Name, out var b) ? metric.LogRatio(a, b) : null;
}
