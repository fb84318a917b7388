using PerfMatrix.Protocol;

namespace PerfMatrix.Measurement;

/// <summary>Real-time scheduling takes the decisions of the fair scheduler out of the measurement, which are most of its noise.</summary>
internal sealed class SchedulingCheck(Func<bool> isPermitted) : IDoctorCheck
{
    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) => Task.FromResult<IReadOnlyList<Finding>>([Check()]);

    private Finding Check() => isPermitted()
        ? new("Scheduling", Health.Good, "real-time permitted (SCHED_RR)")
        : new("Scheduling", Health.Limited, "real-time not permitted", OperatingSystem.IsLinux()
            ? $"Results are several times noisier beside other work. Permit it for this shell: {RealtimeScheduling.HowToPermit}"
            : "Results are several times noisier beside other work. Real-time scheduling works on Linux only.");
}
