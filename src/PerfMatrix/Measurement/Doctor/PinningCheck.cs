namespace PerfMatrix.Measurement;

/// <summary>Pinning makes the cores axis; it needs sched_setaffinity, which any Linux process may call for itself.</summary>
internal sealed class PinningCheck : IDoctorCheck
{
    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) => Task.FromResult<IReadOnlyList<Finding>>([Check()]);

    private static Finding Check() => OperatingSystem.IsLinux()
        ? new("Pinning", Health.Good, "available (sched_setaffinity)")
        : new("Pinning", Health.Limited, "not on this system", "Only cells with all cores can be measured; use Linux for the cores axis.");
}
