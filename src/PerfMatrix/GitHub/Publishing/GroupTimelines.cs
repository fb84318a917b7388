using PerfMatrix.Reporting.Gc;
using PerfMatrix.Results;

namespace PerfMatrix.GitHub;

/// <summary>The timelines of a document that was put together of groups: each lies beside the document of its group.</summary>
public static class GroupTimelines
{
    /// <summary>Reads them. Groups that came without their folder (only their document was downloaded) have none.</summary>
    /// <param name="run">The document.</param>
    /// <param name="groups">The groups, of this and of other runs.</param>
    public static TimelineFiles Of(RunDocument run, IReadOnlyList<MeasuredGroup> groups) => TimelineFiles.Read(
        run,
        groups.Where(group => group.Folder is not null).Select(group => new NamedRun(Path.Combine(group.Folder!, MeasuredGroup.Document), group.Run)));
}
