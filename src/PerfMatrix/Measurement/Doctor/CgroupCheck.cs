namespace PerfMatrix.Measurement;

/// <summary>The crank driver limits CPUs and memory with cgroups; the local driver pins and needs none.</summary>
internal sealed class CgroupCheck(string root) : IDoctorCheck
{
    private const string Advice = "Only crank's cpuSet and memory limits need it: run the agent as root with cgroup-tools. The local driver pins instead.";

    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) => Task.FromResult<IReadOnlyList<Finding>>([Check()]);

    private Finding Check()
    {
        var mount = Path.Combine(root, "sys/fs/cgroup");
        if (!Directory.Exists(mount)) return new("cgroups", Health.Limited, "not mounted", Advice);
        var version = File.Exists(Path.Combine(mount, "cgroup.controllers")) ? "v2" : "v1";
        return CanCreateGroup(version == "v2" ? mount : Path.Combine(mount, "cpu"))
            ? new("cgroups", Health.Good, $"{version}, groups can be created")
            : new("cgroups", Health.Limited, $"{version}, no group can be created", Advice);
    }

    /// <summary>Tries it, because permissions alone do not tell (a container may mount the tree read-only).</summary>
    private static bool CanCreateGroup(string parent)
    {
        var trial = Path.Combine(parent, $"perfmatrix-doctor-{Guid.NewGuid():N}");
        try
        {
            if (!Directory.Exists(parent)) return false;
            Directory.CreateDirectory(trial);
            Directory.Delete(trial);
            return true;
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
