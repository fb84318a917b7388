using PerfMatrix.Gate;
using PerfMatrix.Statistics;

namespace PerfMatrix.Selftest;

/// <summary>The A/A history that the trials of a selftest document make: what the canary of the gate holds a machine against.</summary>
public static class SpreadHistory
{
    /// <summary>Pairs that a machine must have shown of a metric before its history counts: of 20 the spread is known to about a third.</summary>
    public const int EnoughPairs = 20;

    /// <summary>The history of a file; none when there is no such file.</summary>
    /// <exception cref="UsageException">It is damaged, or of a newer version.</exception>
    public static StoredSpreads Read(string path) => File.Exists(path) ? Of(SelftestFile.Read(path)) : StoredSpreads.None;

    /// <summary>The history of a document: the median over the trials of a machine's fingerprint.</summary>
    public static StoredSpreads Of(SelftestDocument document)
    {
        var known = from trial in document.Trials
                    from spread in trial.Spreads ?? []
                    group spread by (trial.Machine.Fingerprint, spread.Metric) into metric
                    where metric.Sum(spread => spread.Pairs) >= EnoughPairs
                    select (metric.Key, Spread: LogRatio.FromPercent(Selection.Median([.. metric.Select(spread => spread.Percent)])));
        return new(known.ToDictionary(metric => metric.Key, metric => metric.Spread));
    }
}
