namespace PerfMatrix.Measurement.Doctor;

/// <summary>How much a finding limits measuring.</summary>
public enum Health
{
    Good,

    /// <summary>Something cannot be measured, or only with more noise.</summary>
    Limited,
    Impossible,
}

/// <param name="Advice">What to do about it; null when nothing.</param>
internal sealed record Finding(string What, Health Health, string Found, string? Advice = null);

/// <summary>Something the doctor looks at. A new one is a function of <see cref="MachineChecks"/> or <see cref="ToolChecks"/>, or a class where it
/// has to wait, and a line in <see cref="DoctorChecks"/>.</summary>
internal interface IDoctorCheck
{
    /// <summary>Looks; never throws because something is missing.</summary>
    Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation);
}

internal sealed class QuickChecks(Func<IEnumerable<Finding?>> look) : IDoctorCheck
{
    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) =>
        Task.FromResult<IReadOnlyList<Finding>>([.. look().OfType<Finding>()]);
}

internal static class DoctorChecks
{
    /// <param name="root">Root of the file system; another folder in tests.</param>
    internal static IReadOnlyList<IDoctorCheck> All(MachineFacts machine, Dotnet dotnet, string? path, string root, string runs, FeedCheck? feeds) =>
    [
        new SdkCheck(dotnet),
        new QuickChecks(() =>
        [
            MachineChecks.Cpus(machine),
            MachineChecks.Pinning(),
            MachineChecks.Scheduling(PriorityScheduling.IsPermitted),
            MachineChecks.Proc(root),
            .. MachineChecks.ControlGroups(root),
        ]),
        .. feeds is null ? Array.Empty<IDoctorCheck>() : [feeds],
        new QuickChecks(() =>
        [
            MachineChecks.Disk(runs),
            MachineChecks.Governor(root),
            MachineChecks.Turbo(root),
            MachineChecks.LoadAverage(root, machine),
            MachineChecks.Stolen(root),
            ToolChecks.Tool(path, "git", "the run document cannot name the commit it measured", "Install git."),
            ToolChecks.Tool(path, "g++", "the Zero GC cannot be built; its cells are unavailable", "Install g++ (Debian: apt-get install g++)."),
            ToolChecks.Tool(path, "wrk", "scripts/benchmark load has nothing to compare with; measuring does not need it",
                "Install wrk (Debian: apt-get install wrk)."),
        ]),
    ];
}
