using PerfMatrix.History;
using PerfMatrix.Matrix;
using PerfMatrix.Results;

namespace PerfMatrix.GitHub;

/// <summary>How long the blocks of published runs took, from the starts of their rounds.</summary>
internal static class BlockTimes
{
    private const int NewestRuns = 20;

    // What is beyond was a machine that slept, or a file that somebody wrote by hand.
    private const double Least = 0.3;
    private const double Most = 5;

    /// <summary>Measured time of a round as a multiple of its estimate, by scenario and core count: the median over the newest runs.</summary>
    /// <param name="files">The history.</param>
    public static IReadOnlyDictionary<(string Scenario, int Cores), double> Of(IHistoryFiles files)
    {
        var runs = files.Paths.Where(path => path.StartsWith(HistoryPaths.Runs, StringComparison.Ordinal)).OrderDescending(StringComparer.Ordinal).Take(NewestRuns).ToList();
        files.Prepare(runs);
        return runs.SelectMany(path => OfRun(files, path)).GroupBy(block => block.Key, block => block.Factor).ToDictionary(block => block.Key, block => Math.Clamp(Median(block), Least, Most));
    }

    // A run that does not read corrects nothing; publishing tells of it.
    private static IEnumerable<((string Scenario, int Cores) Key, double Factor)> OfRun(IHistoryFiles files, string path)
    {
        try
        {
            var run = HistoryJson.Read<StoredRun>(path, files.Read(path)!);
            var table = HistoryPaths.Table(run.Table) is var name && files.Read(name) is { } bytes ? HistoryJson.Read<RunTable>(name, bytes) : null;
            return table is null ? [] : [.. run.Blocks.Select(block => OfBlock(run, table, block)).OfType<((string, int), double)>()];
        }
        catch (Exception problem) when (problem is HistoryException or UsageException or ArgumentOutOfRangeException)
        {
            return [];
        }
    }

    private static ((string Scenario, int Cores) Key, double Factor)? OfBlock(StoredRun run, RunTable table, StoredBlock block)
    {
        if (block.Start is not { Count: > 1 } starts || block.Variants.Count == 0)
            return null;
        var cell = table.Cells[run.Variants.Cell[block.Variants[0]]];
        if (RoundTime(table.Settings.Of(cell.Scenario), block.Variants.Count) is not { } estimate)
            return null;
        var seconds = Median(starts.Zip(starts.Skip(1), (one, next) => (double)(next - one)));
        return ((cell.Scenario, cell.Cores), seconds / estimate.TotalSeconds);
    }

    /// <summary>What <see cref="TimeEstimate"/> says of a round, from the settings that were recorded; runs from before `settleMs` was recorded count as without.</summary>
    private static TimeSpan? RoundTime(ScenarioSettings settings, int variants)
    {
        if (settings is not { Slices: { } slices, SliceMs: { } slice, MinimumWarmupMs: { } warmup })
            return null;
        var variant = TimeEstimate.StartOfVariant + TimeSpan.FromMilliseconds(warmup + (slices * slice)) + TimeEstimate.StopOfVariant;
        return (variants * variant) + TimeSpan.FromMilliseconds(settings.SettleMs ?? 0) + TimeEstimate.Round;
    }

    private static double Median(IEnumerable<double> values) => Statistics.Selection.Median([.. values]);
}
