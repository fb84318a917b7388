namespace PerfMatrix.Measurement.Doctor;

/// <summary>Every agent of a profile: does it answer, with which version, how far is its clock, and what is its machine.</summary>
internal static class AgentCheck
{
    private const double ComfortableDisk = 3;
    private static readonly TimeSpan s_clockTolerance = TimeSpan.FromSeconds(5);

    public static DoctorCheck Of(Func<CancellationToken, IAsyncEnumerable<AgentReport>> examine) =>
        async cancellation => await examine(cancellation).SelectMany(report => Describe(report)).ToListAsync(cancellation);

    private static IEnumerable<Finding> Describe(AgentReport report)
    {
        var name = $"agent {report.Agent.Authority}";
        if (report.Info is not { } info)
        {
            yield return new(name, Health.Impossible, Line(report.Problem ?? "does not answer"),
                "Start the agent there, or correct the endpoint in crank/profiles.yml.");
            yield break;
        }

        yield return report.Problem is { } problem
            ? new(name, report.Machine is null ? Health.Impossible : Health.Limited, Line(problem))
            : new(name, Health.Good, $"version {info.Version}, {info.Os} {info.Arch}");
        yield return Clock(name, info.ClockAhead);
        if (report.Machine is { } machine)
        {
            yield return new($"{name}, CPUs", Health.Good, $"{machine.Cpus.Count} ({machine.CpuModel})");
            yield return Limits(name, machine);
            foreach (var controller in CgroupController.All.Where(controller => machine.LimitProblems.ContainsKey(controller.Name)))
                yield return new($"{name}, {controller.Words}s", Health.Limited, machine.LimitProblems[controller.Name],
                    $"Blocks with {controller.Option} fail there; run the agent as root where /sys/fs/cgroup is writable.");
            if (machine.FreeDisk is { } free) yield return Disk(name, free);
        }
    }

    private static Finding Clock(string agent, TimeSpan? ahead) => ahead switch
    {
        null => new($"{agent}, clock", Health.Limited, "not reported"),
        { } time when time.Duration() <= s_clockTolerance => new($"{agent}, clock", Health.Good, "agrees with this machine's"),
        { } time => new($"{agent}, clock", Health.Limited, $"{time.TotalSeconds:+0;-0} s from this machine's",
            "Times in results will not match; synchronise the clocks (NTP)."),
    };

    private static Finding Limits(string agent, MachineReading machine) => machine.CanLimit
        ? new($"{agent}, cgroups", Health.Good, $"{machine.Cgroups}, with crank's tools: cores by cpuSet")
        : new($"{agent}, cgroups", Health.Limited, machine.Cgroups is null ? "not mounted: cores by pinning"
            : $"{machine.Cgroups}, not usable by the agent: cores by pinning",
            "Run the agent as root with cgroup-tools (Debian: apt-get install cgroup-tools) to use cpuSet.");

    private static Finding Disk(string agent, Bytes free)
    {
        var found = $"{free.Gibibytes:F1} GiB free";
        return free.Gibibytes >= ComfortableDisk ? new($"{agent}, disk", Health.Good, found)
            : new($"{agent}, disk", Health.Limited, found,
                "An agent keeps every application it was sent, about 110 MB each; free some space or restart it.");
    }

    private static string Line(string text) => text.Split('\n')[0].TrimEnd();
}
