namespace PerfMatrix.History;

/// <summary>Takes the level of each kind of machine out of a window: even the ratio of two builds differs a little between CPU models. A machine that
/// has run fewer than five times before the newest five points has no level yet: its first runs are left out, and not judged.</summary>
internal sealed class MachineLevels
{
    /// <summary>A median of normal noise has 1.57 times the variance of a mean.</summary>
    private const double VarianceOfMedian = Math.PI / 2;

    private readonly OrderedDictionary<int, (int Count, double Level)> _levels = [];

    /// <summary>Finds the levels; none when there is only one machine.</summary>
    public MachineLevels(IReadOnlyList<TrendPoint> window)
    {
        if (window.All(point => point.Machine == window[0].Machine)) return;
        var old = window.Take(Math.Max(0, window.Count - TrendRule.NewestPoints));
        foreach (var machine in old.GroupBy(point => point.Machine, point => point.Ratio))
            _levels[machine.Key] = (machine.Count(), OrderStatistics.Median([.. machine]));
        Points = [.. window.Where(point => _levels.TryGetValue(point.Machine, out var own) && own.Count >= TrendRule.MachineLevelPoints)
            .Select(point => point with { Ratio = point.Ratio - _levels[point.Machine].Level })];
    }

    /// <summary>The points without the levels; null when there is only one machine, and the window stays as it is.</summary>
    public IReadOnlyList<TrendPoint>? Points { get; }

    /// <summary>What levels add to the variance of a step, in units of the noise: nothing when both sides have the same machines.</summary>
    public double Variance(IReadOnlyList<TrendPoint> points, int split)
    {
        double sum = 0;
        foreach (var (machine, (count, _)) in _levels)
        {
            var before = points.Take(split).Count(point => point.Machine == machine);
            var after = points.Skip(split).Count(point => point.Machine == machine);
            var difference = ((double)after / (points.Count - split)) - ((double)before / split);
            sum += difference * difference * VarianceOfMedian / count;
        }

        return sum;
    }
}
