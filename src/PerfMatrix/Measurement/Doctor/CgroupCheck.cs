using PerfMatrix.Protocol;

namespace PerfMatrix.Measurement;

/// <summary>The crank driver limits CPUs and memory with cgroups; the local driver pins and needs none.</summary>
internal sealed class CgroupCheck(string root) : IDoctorCheck
{
    private const string Advice = "Only crank's cpuSet and memory limits need it: run the agent as root with cgroup-tools. The local driver pins instead.";

    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) => Task.FromResult<IReadOnlyList<Finding>>([Check()]);

    private Finding Check() => Cgroups.Look(root) switch
    {
        { Version: null } => new("cgroups", Health.Limited, "not mounted", Advice),
        { CanCreate: true } found => new("cgroups", Health.Good, $"{found.Version}, groups can be created"),
        var found => new("cgroups", Health.Limited, $"{found.Version}, no group can be created", Advice),
    };
}
