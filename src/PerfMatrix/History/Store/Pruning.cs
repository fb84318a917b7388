namespace PerfMatrix.History;

/// <summary>Takes the raw rounds and the timelines out of old runs; their summaries stay for ever, so every view but that of single rounds stays, too.</summary>
public static class Pruning
{
    /// <summary>The changes that prune a history.</summary>
    /// <param name="files">The history.</param>
    /// <param name="before">Runs that began before this lose their rounds.</param>
    /// <exception cref="UsageException">The run lists cannot be read; rebuild first.</exception>
    public static FileChanges Prune(IHistoryFiles files, DateTimeOffset before)
    {
        var changes = new FileChanges();
        var (runs, _) = Rebuilding.ReadAll(files);
        var old = runs.Where(run => run.Run.StartedAt < before && run.Run.Rounds is not null).ToList();
        var pruned = old.Select(run => run.Run.WithoutRounds()).ToList();
        foreach (var path in old.Where(run => run.Run.Timelines is not null).Select(run => HistoryPaths.Timelines(run.Run.Id)).Where(files.Paths.ToHashSet().Contains)) changes.Remove(path);
        foreach (var run in pruned) changes.Set(HistoryPaths.Run(run.Id), HistoryJson.Write(run, HistoryJson.Compact.StoredRun));
        try
        {
            foreach (var chunk in pruned.Select(run => HistoryPaths.ChunkOf(run.Sequence)).Distinct()) Rewrite(files, changes, chunk, [.. pruned.Select(run => run.Id)]);
        }
        catch (HistoryException problem)
        {
            throw new UsageException($"{problem.Message}. Run `perfmatrix history rebuild` first.", problem);
        }

        return changes;
    }

    private static void Rewrite(IHistoryFiles files, FileChanges changes, int chunk, HashSet<string> pruned)
    {
        var path = HistoryPaths.RunList(chunk);
        var content = files.Read(path) ?? throw new HistoryException(path, "is missing", isNewer: false);
        var list = HistoryJson.Read(path, content, HistoryJson.Compact.RunListDocument);
        changes.Set(path, HistoryJson.Write(list with { Runs = [.. list.Runs.Select(run => pruned.Contains(run.Id) ? run with { Rounds = 0 } : run)] }, HistoryJson.Compact.RunListDocument));
        var newest = list.Runs.LastOrDefault();
        if (newest is null || !pruned.Contains(newest.Id) || files.Read(HistoryPaths.Index) is not { } entry) return;
        var index = HistoryJson.Read(HistoryPaths.Index, entry, HistoryJson.Compact.IndexDocument);
        if (index.Newest?.Id == newest.Id) changes.Set(HistoryPaths.Index, HistoryJson.Write(index with { Newest = newest with { Rounds = 0 } }, HistoryJson.Compact.IndexDocument));
    }
}
