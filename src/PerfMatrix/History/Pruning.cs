namespace PerfMatrix.History;

/// <summary>Takes the raw rounds, the timelines and what traced rounds showed out of old runs; their summaries stay for ever, so every other view
/// stays, too. Only run lists and what is pruned are read, so that a daily prune brings no more from a long history than a short one.</summary>
internal static class Pruning
{
    /// <param name="before">Runs that began before this lose their rounds.</param>
    public static FileChanges Prune(IHistoryFiles files, DateTimeOffset before) => Errors.Or(() =>
    {
        var changes = new FileChanges();
        var pruned = WithRounds(files, before).Select(path => HistoryJson.Find<StoredRun>(files, path))
            .OfType<StoredRun>().Where(run => run.Rounds is not null).ToList();
        var paths = pruned.Exists(run => run.Timelines is not null) ? files.Paths.ToHashSet(StringComparer.Ordinal) : [];
        foreach (var run in pruned)
        {
            changes.Set(HistoryPaths.Run(run.Id), HistoryJson.Write(run.WithoutRounds()));
            if (run.Timelines is not null && paths.Contains(HistoryPaths.Timelines(run.Id))) changes.Remove(HistoryPaths.Timelines(run.Id));
        }

        foreach (var chunk in pruned.Select(run => HistoryPaths.ChunkOf(run.Sequence)).Distinct())
            Rewrite(files, changes, chunk, [.. pruned.Select(run => run.Id)]);
        TracedShelf.Prune(files, changes, before);
        return HistorySize.NoteAdded(files, changes);
    }, (HistoryException problem) => throw problem.ToUsage());

    private static List<string> WithRounds(IHistoryFiles files, DateTimeOffset before)
    {
        var store = new HistoryStore(files);
        var chunks = Enumerable.Range(0, store.Index.Chunks).ToList();
        files.Prepare([.. chunks.Select(HistoryPaths.RunList)]);
        var runs = chunks.SelectMany(chunk => store.RunList(chunk).Runs).Where(run => run.Rounds > 0 && run.StartedAt < before)
            .Select(run => HistoryPaths.Run(run.Id)).ToList();
        files.Prepare(runs);
        return runs;
    }

    private static void Rewrite(IHistoryFiles files, FileChanges changes, int chunk, HashSet<string> pruned)
    {
        var path = HistoryPaths.RunList(chunk);
        var content = files.Read(path) ?? throw new HistoryException(path, "is missing", isNewer: false);
        var list = HistoryJson.Read<RunListDocument>(path, content);
        List<RunEntry> runs = [.. list.Runs.Select(run => pruned.Contains(run.Id) ? run with { Rounds = 0 } : run)];
        changes.Set(path, HistoryJson.Write(list with { Runs = runs }));
        if (list.Runs.LastOrDefault() is { } newest && pruned.Contains(newest.Id))
            changes.SetIndex(files, index => index.Newest?.Id == newest.Id ? index with { Newest = newest with { Rounds = 0 } } : index);
    }
}
