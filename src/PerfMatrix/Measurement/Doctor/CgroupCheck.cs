
using PerfMatrix.Os;

namespace PerfMatrix.Measurement;

/// <summary>crank limits the CPUs of a job with cgroups, where the local driver pins and needs none; a memory limit needs them under both.</summary>
internal sealed class CgroupCheck(string root) : IDoctorCheck
{
    private const string Advice = "Only crank's cpuSet needs it: run the agent as root with cgroup-tools. The local driver pins instead.";
    private const string MemoryAdvice = "Cells with --memory are unavailable; run as root where /sys/fs/cgroup is writable, or leave the option out.";

    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation)
    {
        var found = Cgroups.Look(root);
        return Task.FromResult<IReadOnlyList<Finding>>([Groups(found), Memory(found)]);
    }

    private static Finding Groups(Cgroups found) => found switch
    {
        { Version: null } => new("cgroups", Health.Limited, "not mounted", Advice),
        { CanCreate: true } => new("cgroups", Health.Good, $"{found.Version}, groups can be created"),
        _ => new("cgroups", Health.Limited, $"{found.Version}, no group can be created", Advice),
    };

    private static Finding Memory(Cgroups found) => found.MemoryProblem is { } problem
        ? new("Memory limits", Health.Limited, problem, MemoryAdvice)
        : new("Memory limits", Health.Good, "available (control groups)");
}
