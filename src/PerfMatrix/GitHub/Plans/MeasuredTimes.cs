namespace PerfMatrix.GitHub.Plans;

/// <summary>How long blocks took in earlier runs, from the starts of their rounds, as a multiple of what was estimated for them.</summary>
internal sealed class MeasuredTimes(IReadOnlyDictionary<(string Scenario, int Cores), double> factors)
{
    private const int NewestRuns = 20;

    // What is beyond was a machine that slept, or a file that somebody wrote by hand.
    private const double Least = 0.3;
    private const double Most = 5;

    public static MeasuredTimes None { get; } = new(new Dictionary<(string, int), double>());

    /// <param name="folder">A checkout of the history branch; one that is not there, or holds nothing yet, corrects nothing.</param>
    public static MeasuredTimes Read(string folder) => Directory.Exists(folder) ? Of(new FolderFiles(folder)) : None;

    /// <summary>Reads the newest runs of the history that a checkout has fetched, <c>origin/gh-pages</c>; without it nothing is corrected.</summary>
    public static async Task<MeasuredTimes> OfCheckoutAsync(string root, CancellationToken cancellation) =>
        await CommitFiles.OfCheckoutAsync(root, "origin", "gh-pages", cancellation) is { } files ? Of(files) : None;

    public TimeSpan Corrected(Block block, MeasureSettings measure) =>
        TimeEstimate.Of(block, measure) * factors.GetValueOrDefault((block.Scenario, block.Cores), 1);

    // The median over the newest runs.
    private static MeasuredTimes Of(IHistoryFiles files)
    {
        var runs = files.Paths.Where(path => path.StartsWith(HistoryPaths.Runs, StringComparison.Ordinal)).OrderDescending(StringComparer.Ordinal)
            .Take(NewestRuns).ToList();
        files.Prepare(runs);
        return new(runs.SelectMany(path => OfRun(files, path)).GroupBy(block => block.Key, block => block.Factor)
            .ToDictionary(block => block.Key, block => Math.Clamp(OrderStatistics.Median([.. block]), Least, Most)));
    }

    // A run that does not read corrects nothing; publishing tells of it.
    private static IEnumerable<((string Scenario, int Cores) Key, double Factor)> OfRun(IHistoryFiles files, string path) =>
        Errors.Or<IEnumerable<((string, int), double)>>(() =>
        {
            var run = HistoryJson.Read<StoredRun>(path, files.Read(path)!);
            var table = HistoryPaths.Table(run.Table) is var name && files.Read(name) is { } bytes ? HistoryJson.Read<RunTable>(name, bytes) : null;
            return table is null ? [] : [.. run.Blocks.Select(block => OfBlock(run, table, block)).OfType<((string, int), double)>()];
        }, problem => problem is HistoryException or UsageException or ArgumentOutOfRangeException, _ => []);

    private static ((string Scenario, int Cores) Key, double Factor)? OfBlock(StoredRun run, RunTable table, StoredBlock block)
    {
        if (block.Start is not { Count: > 1 } starts || block.Variants.Count == 0) return null;
        var cell = table.Cells[run.Variants.Cell[block.Variants[0]]];
        if (RoundTime(table.Settings.Of(cell.Scenario), block.Variants.Count) is not { } estimate) return null;
        var seconds = OrderStatistics.Median([.. starts.Zip(starts.Skip(1), (one, next) => (double)(next - one))]);
        return ((cell.Scenario, cell.Cores), seconds / estimate.TotalSeconds);
    }

    // From the settings that were recorded.
    private static TimeSpan? RoundTime(ScenarioSettings settings, int variants) =>
        settings is { Slices: { } slices, Slice: { } slice, MinimumWarmup: { } warmup }
            ? TimeEstimate.OfRound(variants, warmup + (slices * slice),
                WarmupPauses.Least(warmup, settings.MaximumWarmup, variants, slice) + (settings.Settle ?? TimeSpan.Zero)) : null;
}
