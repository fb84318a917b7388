using PerfMatrix.Statistics;

namespace PerfMatrix.History;

/// <summary>
/// Takes the level of each kind of machine out of a window: even the ratio of two builds differs a little between CPU models. A machine that has run fewer than
/// five times before the newest five points has no level yet, and its points are left out: the first runs on a new machine are not judged.
/// </summary>
internal static class MachineLevels
{
    /// <summary>A median of normal noise has 1.57 times the variance of a mean.</summary>
    private const double VarianceOfMedian = Math.PI / 2;

    /// <summary>The points without the levels, and the number of points that each level rests on; none when there is only one machine.</summary>
    public static (IReadOnlyList<TrendPoint> Points, IReadOnlyDictionary<int, int> Counts) Remove(IReadOnlyList<TrendPoint> window)
    {
        if (window.Count == 0 || window.All(point => point.Machine == window[0].Machine)) return (window, new Dictionary<int, int>());
        var machines = window
            .Take(Math.Max(0, window.Count - TrendRule.NewestPoints))
            .GroupBy(point => point.Machine)
            .Where(machine => machine.Count() >= TrendRule.MachineLevelPoints)
            .ToDictionary(machine => machine.Key, machine => machine.Select(point => point.Ratio).ToArray());
        var levels = machines.ToDictionary(machine => machine.Key, machine => Selection.Median([.. machine.Value]));
        return (
            [.. window.Where(point => levels.ContainsKey(point.Machine)).Select(point => point with { Ratio = point.Ratio - levels[point.Machine] })],
            machines.ToDictionary(machine => machine.Key, machine => machine.Value.Length));
    }

    /// <summary>What errors of the levels add to the variance of a step, in units of the noise: nothing when both sides have the same mix of machines.</summary>
    public static double Variance(IReadOnlyList<TrendPoint> points, IReadOnlyDictionary<int, int> counts, int split)
    {
        double sum = 0;
        foreach (var (machine, count) in counts)
        {
            var before = points.Take(split).Count(point => point.Machine == machine) / (double)split;
            var after = points.Skip(split).Count(point => point.Machine == machine) / (double)(points.Count - split);
            sum += (after - before) * (after - before) * VarianceOfMedian / count;
        }

        return sum;
    }
}
