using PerfMatrix.Os;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>The checks of the doctor.</summary>
public static class DoctorChecks
{
    /// <summary>All checks, in the order shown.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="dotnet">The SDK.</param>
    /// <param name="path">Search path for programs.</param>
    /// <param name="root">Root of the file system; another folder in tests.</param>
    /// <param name="runs">Folder that runs are written to.</param>
    /// <param name="feeds">The check of the configured feeds; null leaves it out.</param>
    internal static IReadOnlyList<IDoctorCheck> All(MachineFacts machine, Dotnet dotnet, string? path, string root, string runs, FeedCheck? feeds) =>
    [
        new SdkCheck(dotnet),
        new CpuCheck(machine),
        new PinningCheck(),
        new SchedulingCheck(() => PriorityScheduling.IsPermitted),
        new ProcCheck(root),
        new CgroupCheck(root),
        .. feeds is null ? Array.Empty<IDoctorCheck>() : [feeds],
        new DiskCheck(runs),
        new FrequencyCheck(root),
        new LoadCheck(root, machine),
        new ToolCheck(path, "git", "the run document cannot name the commit it measured", "Install git."),
        new ToolCheck(path, "g++", "the Zero GC cannot be built; its cells are unavailable", "Install g++ (Debian: apt-get install g++)."),
        new ToolCheck(path, "wrk", "scripts/benchmark load has nothing to compare with; measuring does not need it", "Install wrk (Debian: apt-get install wrk)."),
    ];
}
