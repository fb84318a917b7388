using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Os;

namespace PerfMatrix.Measurement.Doctor;

/// <summary>How much a finding limits measuring.</summary>
public enum Health
{
    Good,

    /// <summary>Something cannot be measured, or only with more noise.</summary>
    Limited,
    Impossible,
}

/// <summary>What a check found.</summary>
/// <param name="What">The thing looked at.</param>
/// <param name="Advice">What to do about it; null when nothing.</param>
internal sealed record Finding(string What, Health Health, string Found, string? Advice = null);

/// <summary>One thing the doctor looks at. A new one is a new class beside this one and a line in <see cref="DoctorChecks"/>.</summary>
internal interface IDoctorCheck
{
    /// <summary>Looks; never throws because something is missing.</summary>
    Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation);
}

internal static class DoctorChecks
{
    /// <summary>All checks, in the order shown.</summary>
    /// <param name="root">Root of the file system; another folder in tests.</param>
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
        new ToolCheck(path, "wrk", "scripts/benchmark load has nothing to compare with; measuring does not need it",
            "Install wrk (Debian: apt-get install wrk)."),
    ];
}
