using PerfMatrix.Reporting.Gc;
using PerfMatrix.Results;

namespace PerfMatrix.GitHub;

/// <summary>The timelines of a document that was put together of groups: each lies beside the document of its group, in a folder or an archive.</summary>
public static class GroupTimelines
{
    /// <summary>Reads them. Groups whose document alone is here have none.</summary>
    /// <param name="run">The document.</param>
    /// <param name="groups">The groups, of this and of other runs.</param>
    public static TimelineFiles Of(RunDocument run, IReadOnlyList<MeasuredGroup> groups) => TimelineFiles.Read(
        run,
        groups.Where(group => group.Files is not null).Select(group => new RunWithFiles(group.Run, group.Files!)));
}
