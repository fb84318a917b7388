using PerfMatrix.Statistics;

namespace PerfMatrix.History;

/// <summary>
/// Takes the level of each kind of machine out of a window: even the ratio of two builds differs a little between CPU models. A machine that has run fewer than
/// four times before the newest five points has no level yet, and its points are left out: the first runs on a new machine are not judged.
/// </summary>
internal static class MachineLevels
{
    public static IReadOnlyList<TrendPoint> Remove(IReadOnlyList<TrendPoint> window)
    {
        if (window.Count == 0 || window.All(point => point.Machine == window[0].Machine)) return window;
        var levels = window
            .Take(Math.Max(0, window.Count - TrendRule.NewestPoints))
            .GroupBy(point => point.Machine)
            .Where(machine => machine.Count() >= TrendRule.MachineLevelPoints)
            .ToDictionary(machine => machine.Key, machine => Selection.Median([.. machine.Select(point => point.Ratio)]));
        return [.. window.Where(point => levels.ContainsKey(point.Machine)).Select(point => point with { Ratio = point.Ratio - levels[point.Machine] })];
    }
}
