
using PerfMatrix.Os;

namespace PerfMatrix.Measurement;

/// <summary>With priority the measured programs do not wait behind others that run on the machine.</summary>
internal sealed class SchedulingCheck(Func<bool> isPermitted) : IDoctorCheck
{
    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) => Task.FromResult<IReadOnlyList<Finding>>([Check()]);

    private Finding Check() => isPermitted()
        ? new("Scheduling", Health.Good, "priority permitted (nice -20)")
        : new("Scheduling", Health.Limited, "priority not permitted", OperatingSystem.IsLinux()
            ? $"Results are several times noisier while other programs run. Permit it for this shell: {PriorityScheduling.HowToPermit}"
            : "Results are several times noisier while other programs run. Scheduling with priority works on Linux only.");
}
