namespace PerfMatrix.History;

/// <summary>Adds a run to a history. Pure: files in, changes out.</summary>
internal static class Publishing
{
    /// <param name="site">Address of the site; null leaves what the history knows of it.</param>
    public static FileChanges Add(IHistoryFiles files, CompactRun run, string? site = null)
    {
        if (files.Read(HistoryPaths.Run(run.Run.Id)) is not null)
        {
            RefuseOther(files, run.Run);
            return IsWhole(files) ? new FileChanges() : Rebuilding.Rebuild(files);
        }

        files.Prepare(HistoryPaths.Always);
        if (!IsWhole(files)) return Rebuilding.Rebuild(files, run);
        return Errors.Or(() =>
        {
            var store = new HistoryStore(files);
            RefuseDemo(store.Index, run.Run);
            PrepareShards(files, store, run);
            store.Append(run.At(store.NextSequence));
            if (site is not null) store.Note(index => index with { Site = site });
            return store.Save();
        }, (HistoryException problem) => problem.IsNewer ? throw problem.ToUsage() : Rebuilding.Rebuild(files, run));
    }

    public static void Verify(IHistoryFiles files, string id)
    {
        var store = new HistoryStore(files);
        if (Enumerable.Range(0, store.Index.Chunks).Reverse().Any(chunk => store.RunList(chunk).Runs.Exists(run => run.Id == id))) return;
        throw new UsageException(
            $"the branch was pushed, but its index does not name the run {id}. Somebody may have overwritten it; run `perfmatrix publish` again.");
    }

    /// <summary>Whether the index names as many runs as there are files: a hand or a killed job may have left one without the other.</summary>
    internal static bool IsWhole(IHistoryFiles files)
    {
        var runs = files.Paths.Count(path => path.StartsWith(HistoryPaths.Runs, StringComparison.Ordinal));
        if (files.Read(HistoryPaths.Index) is not { } content) return runs == 0;
        return Errors.Or(() =>
        {
            var index = HistoryJson.Read<IndexDocument>(HistoryPaths.Index, content);
            return runs == index.Runs + index.Problems.Count(problem => problem.Path.StartsWith(HistoryPaths.Runs, StringComparison.Ordinal));
        }, (HistoryException problem) => problem.IsNewer ? throw problem.ToUsage() : false);
    }

    /// <summary>A measured run in a demo would be called generated like the rest of it, and what came after it, too.</summary>
    private static void RefuseDemo(IndexDocument index, StoredRun run)
    {
        if (index.Generated && !run.Generated)
            throw new UsageException(
                $"the run {run.Id} was measured, but this history is a demo: its {index.Runs} runs are generated. Publish to another branch or "
                    + "folder.");
    }

    private static void RefuseOther(IHistoryFiles files, StoredRun run)
    {
        var path = HistoryPaths.Run(run.Id);
        if (HistoryJson.Find<StoredRun>(files, path) is { } there && there.DocumentSha256 != run.DocumentSha256)
            throw new UsageException(
                $"{path}: a run of this id with other content was published before (document {there.DocumentSha256[..12]}, this "
                    + $"one {run.DocumentSha256[..12]}). Runs are never overwritten; give the run an id of its own.");
    }

    /// <summary>What appending will read: the run lists and shards of the last two chunks of the scenarios and metrics of the run.</summary>
    private static void PrepareShards(IHistoryFiles files, HistoryStore store, CompactRun run)
    {
        var chunk = HistoryPaths.ChunkOf(store.NextSequence);
        int[] chunks = [chunk, chunk - 1];
        var scenarios = run.Table.Cells.Select(cell => HistoryPaths.FolderOf(cell.Scenario)).Distinct().ToList();
        files.Prepare(
        [
            .. chunks.Select(HistoryPaths.RunList),
            HistoryPaths.Table(run.Run.Table),
            .. from one in chunks
               from metric in run.Table.Metrics
               from scenario in scenarios
               select HistoryPaths.Shard(HistoryPaths.FolderOf(metric.Name), scenario, one),
        ]);
    }
}
