using PerfMatrix.Contract;
using PerfMatrix.Statistics;

namespace PerfMatrix.Measurement;

/// <summary>
/// Two estimators of ln(throughput of b / throughput of a) of one round. The result is in the natural direction: above 0 means b is faster.
/// </summary>
public static class ThroughputPair
{
    /// <summary>
    /// The one in use: the Hodges-Lehmann estimate over cycles of the log ratio of the two slices of the same cycle, which are neighbours in time.
    /// A slice of 20 ms varies by 12 to 15 %, whatever the machine does otherwise, so efficiency matters as much as robustness: bootstrapped over the
    /// slices of rounds of 150 cycles, its standard error was 1.5 % where that of the median was 1.9 % (of the ratio of totals 1.4 %, which one disturbed
    /// slice moves). A cycle in which either answered nothing is left out; null when fewer than half of the cycles remain.
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
