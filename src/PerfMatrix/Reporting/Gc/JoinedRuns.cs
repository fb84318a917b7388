using PerfMatrix.Results;

namespace PerfMatrix.Reporting.Gc;

/// <summary>Runs that a report shows as one, for scenarios that were measured one after the other.</summary>
/// <param name="Run">The runs as one document.</param>
/// <param name="Timelines">Their timelines.</param>
public sealed record JoinedRuns(RunDocument Run, TimelineFiles Timelines)
{
    /// <summary>Reads and joins them.</summary>
    /// <param name="documents">Paths of run documents, at least one.</param>
    /// <exception cref="UsageException">A document is damaged, or they are of different commits or machines.</exception>
    public static JoinedRuns Read(IReadOnlyList<string> documents)
    {
        List<NamedRun> runs = [.. documents.Distinct().Select(path => new NamedRun(path, RunDocument.File.Read(path))).OrderBy(run => run.Run.StartedAt)];
        RunMerge.RequireOneCommit(runs, "runs of one commit");
        RunMerge.RequireOneMachine(runs, "runs of one kind of machine and driver");
        var joined = runs.Count == 1 ? runs[0].Run : RunMerge.Of($"{runs[0].Run.Id}-and-{runs.Count - 1}", runs);
        return new JoinedRuns(joined, TimelineFiles.Read(joined, runs.Select(run => RunWithFiles.Beside(run.Name, run.Run))));
    }
}
