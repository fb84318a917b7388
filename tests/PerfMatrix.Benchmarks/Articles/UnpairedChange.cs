using PerfMatrix.Evidence;

namespace PerfMatrix.Benchmarks.Articles;

/// <summary>The change between rounds that were not measured side by side, as ln(to / from): the median of all differences, and the interval of
/// shifts that the Mann-Whitney test does not reject (J. Hodges and E. Lehmann, 1963). What the machine did meanwhile is in it.</summary>
internal static class UnpairedChange
{
    /// <summary>What is left out at each end of a 95 % interval.</summary>
    public const double Tail = 0.025;

    /// <param name="from">Values above 0, at least one; so is <paramref name="to"/>.</param>
    public static Estimate Of(IReadOnlyCollection<double> from, IReadOnlyCollection<double> to)
    {
        double[] shifts = [.. from.SelectMany(_ => to, (before, after) => Math.Log(after / before)).Order()];
        var outside = 0;
        while (MannWhitneyDistribution.FromTable(from.Count, to.Count, outside).Less <= Tail) outside++;
        return new(OrderStatistics.Median(shifts), outside == 0 ? null : new Interval(shifts[outside - 1], shifts[^outside]),
            Math.Min(from.Count, to.Count));
    }
}
