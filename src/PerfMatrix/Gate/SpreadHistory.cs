using PerfMatrix.Results;
using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>The A/A history that real self-tests leave behind: what the canary of the gate holds a machine against.</summary>
internal static class SpreadHistory
{
    /// <summary>Pairs that a machine must have shown of a metric before its history counts: of 20 the spread is known to about a third.</summary>
    public const int EnoughPairs = 20;

    private static readonly DocumentFile<SpreadDocument> s_file = new(
        "selftest.json", "a selftest document", "Give the path of a selftest.json.", "delete it to judge without a history");

    /// <summary>Where <c>selftest</c> keeps it unless told otherwise, relative to the root of the checkout.</summary>
    public static string DefaultPath { get; } = Path.Combine("artifacts", "selftest", "selftest.json");

    /// <summary>The history of a file; none when there is no such file.</summary>
    /// <exception cref="UsageException">It is damaged, or of a newer version.</exception>
    public static StoredSpreads Read(string path) => s_file.Find(path) is { } document ? Of(document.Trials) : StoredSpreads.None;

    /// <summary>The median over the trials of a machine's fingerprint.</summary>
    private static StoredSpreads Of(IEnumerable<SpreadTrial> trials)
    {
        var known = from trial in trials
                    from spread in trial.Spreads ?? []
                    group spread by (trial.Machine.Fingerprint, spread.Metric) into metric
                    where metric.Sum(spread => spread.Pairs) >= EnoughPairs
                    select (metric.Key, Spread: LogRatio.FromPercent(OrderStatistics.Median([.. metric.Select(spread => spread.Percent)])));
        return new(known.ToDictionary(metric => metric.Key, metric => metric.Spread));
    }
}

/// <summary>How far pairs of identical programs spread in a trial.</summary>
/// <param name="Percent">Standard deviation of a pair, estimated from its median absolute deviation; the median over the series of the trial.</param>
internal sealed record SpreadRecord(string Metric, double Percent, int Pairs);

/// <summary>The part of <c>selftest.json</c> that the gate needs; the rest is evidence about it.</summary>
internal sealed record SpreadDocument(int SchemaVersion, IReadOnlyList<SpreadTrial> Trials);

/// <param name="Spreads">Null in documents from before they were kept.</param>
internal sealed record SpreadTrial(SpreadMachine Machine, IReadOnlyList<SpreadRecord>? Spreads = null);

internal sealed record SpreadMachine(string Fingerprint);
