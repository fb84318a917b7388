namespace PerfMatrix.History;

/// <summary>Regenerates derived files from the runs. Files that cannot be read are named in the index and left out; the rest works.</summary>
internal static class Rebuilding
{
    private const int MostProblems = 20;

    public static FileChanges Rebuild(IHistoryFiles files, params IReadOnlyList<CompactRun> added) => Rebuild(files, added, isByTime: false);

    /// <param name="isByTime">Whether runs are put in the order in which they began, instead of that of publishing.</param>
    public static FileChanges Rebuild(IHistoryFiles files, IReadOnlyList<CompactRun> added, bool isByTime)
    {
        var (runs, problems) = ReadAll(files);
        var ordered = isByTime
            ? runs.Concat(added).OrderBy(run => run.Run.StartedAt).ThenBy(run => run.Run.Id, StringComparer.Ordinal).ToList()
            : [.. runs.OrderBy(run => run.Run.Sequence).ThenBy(run => run.Run.Id, StringComparer.Ordinal), .. added];
        var stored = runs.Select(run => run.Run.Id).ToHashSet();
        var store = new HistoryStore(new WithoutDerived(files)) { Notes = ChangeLabels.In(files) };
        foreach (var run in ordered)
        {
            // A run that cannot be read keeps its place, so that the others keep theirs.
            var sequence = isByTime ? store.NextSequence : Math.Max(run.Run.Sequence, store.NextSequence);
            store.Append(run.At(sequence), isStored: stored.Contains(run.Run.Id) && sequence == run.Run.Sequence);
        }

        var site = HistoryJson.Find<IndexDocument>(files, HistoryPaths.Index)?.Site;
        store.Note(index => index with { Problems = [.. problems.Take(MostProblems)], Site = site });
        store.SetNotes(store.Notes);
        Shelf.Restore(files, store);
        return HistorySize.Note(files, Difference(files, store.Save()));
    }

    public static (IReadOnlyList<CompactRun> Runs, IReadOnlyList<HistoryProblem> Problems) ReadAll(IHistoryFiles files)
    {
        var paths = files.Paths.Where(path => path.StartsWith(HistoryPaths.Runs, StringComparison.Ordinal)
            && path.EndsWith(".json", StringComparison.Ordinal)).Order(StringComparer.Ordinal).ToList();
        files.Prepare([.. files.Paths]);
        var (problems, tables) = (new List<HistoryProblem>(), new Dictionary<string, RunTable>());
        List<CompactRun> runs = [.. paths.Select(path => Errors.Or<CompactRun?, HistoryException>(() => Read(files, path, tables), problem =>
        {
            problems.Add(problem.Problem);
            return null;
        })).OfType<CompactRun>()];
        return (runs, problems);
    }

    public static CompactRun Read(IHistoryFiles files, string path, Dictionary<string, RunTable> tables)
    {
        var run = HistoryJson.Read<StoredRun>(path, files.Read(path)!);
        if (path != HistoryPaths.Run(run.Id)) throw new HistoryException(path, $"holds the run {run.Id}, which belongs elsewhere", isNewer: false);
        if (!tables.TryGetValue(run.Table, out var table))
        {
            var name = HistoryPaths.Table(run.Table);
            var content = files.Read(name) ?? throw new HistoryException(path, $"names the table {name}, which is missing", isNewer: false);
            tables[run.Table] = table = HistoryJson.Read<RunTable>(name, content);
        }

        StoredRunCheck.Require(path, run, table);
        return new CompactRun(run, table);
    }

    /// <summary>Only what differs, and derived files that are not derived any more go.</summary>
    private static FileChanges Difference(IHistoryFiles files, FileChanges made)
    {
        var changes = new FileChanges();
        foreach (var path in files.Paths.Where(HistoryPaths.IsDerived).Where(path => !made.Files.ContainsKey(path))) changes.Remove(path);
        foreach (var (path, content) in made.Files.Where(file => file.Value is not null)) changes.Set(files, path, content!);
        return changes;
    }

    /// <summary>The history as if nothing had been derived yet.</summary>
    private sealed class WithoutDerived(IHistoryFiles files) : IHistoryFiles
    {
        public IReadOnlyCollection<string> Paths => files.Paths;

        public byte[]? Read(string path) => path.StartsWith(HistoryPaths.Runs, StringComparison.Ordinal)
            || path.StartsWith("tables/", StringComparison.Ordinal) ? files.Read(path) : null;
    }
}

/// <summary>Checks that the columns of a stored run fit together, so that a damaged file is named instead of breaking the history.</summary>
internal static class StoredRunCheck
{
    public static void Require(string path, StoredRun run, RunTable table)
    {
        var count = run.Variants.Cell.Count;
        Require(path, run.Variants.Side.Length == count && run.Variants.Status.Length == count
            && run.Variants.RuntimeVersion.Count == count, "columns of the variants differ in length");
        Require(path, run.Variants.Cell.All(cell => cell >= 0 && cell < table.Cells.Count), "a variant names a cell that the table does not have");
        Require(path, run.Variants.RuntimeVersion.All(version => version is null || (version >= 0 && version < run.RuntimeVersions.Count)),
            "a variant names a runtime version that is not there");
        Require(path, run.Variants.Status.All(letter => StatusLetters.All.Contains(letter, StringComparison.Ordinal)),
            $"a status is not one of {string.Join(", ", StatusLetters.All.AsEnumerable())}");
        Require(path, run.Sequence >= 0, "the sequence is below 0");
        foreach (var (metric, points) in run.Summary)
        {
            Require(path, table.Metrics.Any(known => known.Name == metric), $"the table has no metric '{metric}'");
            Require(path, points.Value.Count == count && new[] { points.Ratio, points.Low, points.High }.All(
                column => column.Count == 0 || column.Count == count), $"columns of '{metric}' differ in length");
        }
    }

    private static void Require(string path, bool isFine, string problem)
    {
        if (!isFine) throw new HistoryException(path, $"is damaged: {problem}", isNewer: false);
    }
}
