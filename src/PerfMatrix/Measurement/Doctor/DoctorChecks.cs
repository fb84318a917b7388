
using PerfMatrix.Os;

namespace PerfMatrix.Measurement;

/// <summary>The checks of the doctor.</summary>
public static class DoctorChecks
{
    /// <summary>All checks, in the order shown.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="tools">Other programs.</param>
    /// <param name="root">Root of the file system; another folder in tests.</param>
    /// <param name="runs">Folder that runs are written to.</param>
    /// <param name="feed">The configured feed; null leaves its check out.</param>
    /// <param name="frameworks">Target frameworks to ask the feed for, e.g. those of the matrix.</param>
    public static IReadOnlyList<IDoctorCheck> All(IMachine machine, ITools tools, string root, string runs, IRuntimeFeed? feed, IReadOnlyList<string> frameworks) =>
    [
        new SdkCheck(tools),
        new CpuCheck(machine),
        new PinningCheck(),
        new SchedulingCheck(() => PriorityScheduling.IsPermitted),
        new ProcCheck(root),
        new CgroupCheck(root),
        .. feed is null ? Array.Empty<IDoctorCheck>() : [new FeedCheck(feed, frameworks)],
        new DiskCheck(runs),
        new FrequencyCheck(root),
        new LoadCheck(root, machine),
        new ToolCheck(tools, "git", "the run document cannot name the commit it measured", "Install git."),
        new ToolCheck(tools, "g++", "the Zero GC cannot be built; its cells are unavailable", "Install g++ (Debian: apt-get install g++)."),
        new ToolCheck(tools, "wrk", "scripts/benchmark load has nothing to compare with; measuring does not need it", "Install wrk (Debian: apt-get install wrk)."),
    ];
}
