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

/// <summary>Something the doctor looks at; never throws because something is missing. A new one is a function of <see cref="MachineChecks"/> or
/// <see cref="ToolChecks"/>, and a line in <see cref="DoctorChecks"/>.</summary>
internal delegate Task<IReadOnlyList<Finding>> DoctorCheck(CancellationToken cancellation);

internal static class DoctorChecks
{
    /// <param name="root">Root of the file system; another folder in tests.</param>
    internal static IReadOnlyList<DoctorCheck> All(MachineFacts machine, Dotnet dotnet, string? path, string root, string runs, DoctorCheck? feeds) =>
    [
        ToolChecks.Sdk(dotnet),
        Quick(() =>
        [
            MachineChecks.Cpus(machine),
            MachineChecks.Pinning(),
            MachineChecks.Scheduling(PriorityScheduling.IsPermitted),
            MachineChecks.Proc(root),
            .. MachineChecks.ControlGroups(root),
        ]),
        .. feeds is null ? Array.Empty<DoctorCheck>() : [feeds],
        Quick(() =>
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

    internal static DoctorCheck Quick(Func<IEnumerable<Finding?>> look) =>
        _ => Task.FromResult<IReadOnlyList<Finding>>([.. look().OfType<Finding>()]);
}
