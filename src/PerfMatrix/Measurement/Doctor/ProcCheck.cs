namespace PerfMatrix.Measurement;

/// <summary>/proc gives peak memory, CPU time of a process and the GC libraries it has mapped.</summary>
internal sealed class ProcCheck(string root) : IDoctorCheck
{
    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) => Task.FromResult<IReadOnlyList<Finding>>([Check()]);

    private Finding Check() => File.Exists(Path.Combine(root, "proc/self/status"))
        ? new("/proc", Health.Good, "readable")
        : new("/proc", Health.Limited, "missing", "Memory is read through portable APIs and GC libraries are not proven; use Linux for both.");
}
