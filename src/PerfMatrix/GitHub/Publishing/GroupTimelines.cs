using PerfMatrix.Reporting.Gc;
using PerfMatrix.Results;

namespace PerfMatrix.GitHub;

/// <summary>The timelines of a document that was put together of groups: each lies beside the document of its group.</summary>
public static class GroupTimelines
{
    /// <summary>Reads them. Groups that came without their folder (only their document was downloaded) have none.</summary>
    /// <param name="run">The document.</param>
    /// <param name="groups">The groups, of this and of other runs.</param>
    public static TimelineFiles Of(RunDocument run, IReadOnlyList<MeasuredGroup> groups)
    {
        var read = groups.Where(group => group is { Folder: not null, Run.Timelines.Count: > 0 }).Select(group => Of(run, group, group.Folder!)).ToList();
        return new([.. read.SelectMany(files => files.Timelines)], [.. read.SelectMany(files => files.Problems)]);
    }

    private static TimelineFiles Of(RunDocument run, MeasuredGroup group, string folder)
    {
        var recorded = group.Run.Timelines!.ToHashSet();
        var own = run.Timelines?.Where(recorded.Contains).ToList();
        return own is { Count: > 0 } ? TimelineFiles.Read(Path.Combine(folder, MeasuredGroup.Document), run with { Timelines = own }) : new([], []);
    }
}
