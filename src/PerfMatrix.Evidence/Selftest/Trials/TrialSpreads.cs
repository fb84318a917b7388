using PerfMatrix.Gate;
using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>Measures how far pairs of identical programs spread in a trial.</summary>
internal static class TrialSpreads
{
    // Of fewer the median absolute deviation says little.
    private const int LeastPairs = 5;

    /// <summary>The median over the series of each metric: canaries, and of an A/A trial the cells themselves.</summary>
    /// <param name="comparison">Every round of the trial.</param>
    /// <param name="identical">Whether head is a copy of base in nothing different.</param>
    public static IReadOnlyList<SpreadRecord> Of(ComparisonDocument comparison, bool identical) =>
    [
        .. from series in identical ? comparison.Canaries.Concat(comparison.Pairs) : comparison.Canaries
           let ratios = series.Rounds.Select(round => round.LogRatio).OfType<double>().Where(double.IsFinite).ToArray()
           where ratios.Length >= LeastPairs
           group (Spread: Spread.Robust(ratios), ratios.Length) by series.Metric into metric
           orderby metric.Key
           select new SpreadRecord(metric.Key, LogRatio.ToPercent(Selection.Median([.. metric.Select(series => series.Spread)])), metric.Sum(series => series.Length)),
    ];
}
