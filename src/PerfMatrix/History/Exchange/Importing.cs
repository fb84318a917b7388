namespace PerfMatrix.History;

/// <summary>Adds runs that were measured before: the history is rebuilt in the order of time.</summary>
public static class Importing
{
    /// <summary>The changes that add the runs which are not there yet.</summary>
    public static FileChanges Add(IHistoryFiles files, IReadOnlyList<CompactRun> runs)
    {
        var added = runs.Where(run => files.Read(HistoryPaths.Run(run.Run.Id)) is null).ToList();
        return added.Count == 0 ? new FileChanges() : Rebuilding.Rebuild(files, added, isByTime: true);
    }
}
