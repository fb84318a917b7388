using PerfMatrix.Metrics;
using PerfMatrix.Results;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Statistics;

namespace PerfMatrix.Measurement;

/// <summary>
/// The pairs of one round: every variant against the anchor for every metric, and for throughput every two variants. Above 0 means b is worse.
/// A pair that is undefined (failed round, sample missing or zero) is not recorded.
/// </summary>
internal static class RoundPairs
{
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
            ? new PairRecord(
            round.Block, round.Round, round.Variants[a].Variant, round.Variants[b].Variant, metric.Name, 0.0 + (metric.WorseSign * ratio))
            : null;

    private static double? LogRatio(
        RoundObservation round, IReadOnlyDictionary<string, double> ofA, IReadOnlyDictionary<string, double> ofB, int a, int b, string metric)
    {
        if (!ofA.TryGetValue(metric, out var valueOfA) || !ofB.TryGetValue(metric, out var valueOfB)) return null;
        if (metric == Metric.Throughput.Name) return ThroughputPair.OfCycles(round.Slices, a, b);
        return valueOfA > 0 && valueOfB > 0 ? Math.Log(valueOfB / valueOfA) : null;
    }
}

/// <summary>
/// Two estimators of ln(throughput of b / throughput of a) of one round. The result is in the natural direction: above 0 means b is faster.
/// </summary>
internal static class ThroughputPair
{
    /// <summary>
    /// The one in use: the Hodges-Lehmann estimate over cycles of the log ratio of the two slices of the same cycle, which are neighbours in time.
    /// A slice of 20 ms varies by 12 to 15 %, whatever the machine does otherwise, so efficiency matters as much as robustness: bootstrapped over the
    /// slices of rounds of 150 cycles, its standard error was 1.5 % where that of the median was 1.9 % (of the ratio of totals 1.4 %, which one
    /// disturbed slice moves). A cycle in which either answered nothing is left out; null when fewer than half of the cycles remain.
    /// </summary>
    public static double? OfCycles(IReadOnlyList<SliceObservation> slices, int a, int b)
    {
        var ofA = ByCycle(slices, a);
        var ofB = ByCycle(slices, b);
        var ratios = ofA.Keys.Intersect(ofB.Keys).Select(cycle => Math.Log(Rate(ofB[cycle]) / Rate(ofA[cycle]))).Where(double.IsFinite).ToArray();
        return ratios.Length > 0 && 2 * ratios.Length >= ofA.Count ? HodgesLehmann.Estimate(ratios) : null;
    }

    /// <summary>The alternative, kept for the noise benchmark: the log ratio of the two totals. One disturbed slice moves it.</summary>
    public static double? RatioOfTotals(IReadOnlyList<SliceObservation> slices, int a, int b)
    {
        var ratio = Math.Log(TotalRate(slices, b) / TotalRate(slices, a));
        return double.IsFinite(ratio) ? ratio : null;
    }

    private static Dictionary<int, SliceObservation> ByCycle(IReadOnlyList<SliceObservation> slices, int variant) =>
        slices.Where(slice => slice.Variant == variant).ToDictionary(slice => slice.Cycle);

    private static double Rate(SliceObservation slice) => slice.Requests / slice.Elapsed.TotalSeconds;

    private static double TotalRate(IReadOnlyList<SliceObservation> slices, int variant)
    {
        var own = slices.Where(slice => slice.Variant == variant).ToList();
        return own.Sum(slice => slice.Requests) / own.Sum(slice => slice.Elapsed.TotalSeconds);
    }
}

/// <summary>What recording a timeline costs, from the windows of a control round.</summary>
internal static class ControlPairs
{
    /// <summary>Most that recording may cost, as a share of throughput.</summary>
    public const double Limit = 0.02;

    /// <summary>One record a variant; none for a variant without a whole pair.</summary>
    public static IEnumerable<ControlRecord> Of(RoundObservation round, RawFile raw)
    {
        for (var variant = 0; variant < round.Variants.Count; variant++)
        {
            var own = variant;
            double[] ratios =
                [.. (round.Control ?? []).Where(window => window.Variant == own).GroupBy(window => window.Pair).Select(LogRatio).OfType<double>()];
            if (ratios.Length > 0)
                yield return new ControlRecord(round.Variants[variant].Variant, round.Block, ratios, raw);
        }
    }

    /// <summary>Sentences for variants whose recording has been shown to cost more than the limit.</summary>
    public static IEnumerable<string> Warnings(IEnumerable<ControlRecord> controls) =>
        from control in controls
        let interval = Estimate.Of([.. control.LogRatios]).Interval
        where interval is not null && interval.Value.High < Math.Log(1 - Limit)
        let cost = FormattableString.Invariant($"{-interval.Value.HighPercent:0.0} to {-interval.Value.LowPercent:0.0} % of throughput")
        select FormattableString.Invariant(
            $"{control.Variant}: recording its timeline costs {cost} (95 % interval of its control round), more than {100 * Limit:0} %.");

    private static double? LogRatio(IEnumerable<ControlWindow> pair)
    {
        var windows = pair.ToLookup(window => window.Recorded);
        if (windows[true].Count() != 1 || windows[false].Count() != 1)
            return null;
        var ratio = Math.Log(Rate(windows[true].First()) / Rate(windows[false].First()));
        return double.IsFinite(ratio) ? ratio : null;
    }

    private static double Rate(ControlWindow window) => window.Requests / window.Elapsed.TotalSeconds;
}
