using System.Globalization;
using PerfMatrix.Os;

namespace PerfMatrix.Measurement;

/// <summary>How many cores an application can get, and whether the load generator has some of its own.</summary>
internal sealed class CpuCheck(MachineFacts machine) : IDoctorCheck
{
    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) => Task.FromResult<IReadOnlyList<Finding>>([Check(machine.Cpus.Count)]);

    private Finding Check(int cpus)
    {
        var found = string.Create(CultureInfo.InvariantCulture, $"{cpus} allowed, {machine.CpuModel}");
        return cpus switch
        {
            1 => new("CPUs", Health.Limited, found, "Server GC modes are n/a on one core, and the load generator shares it. Allow more CPUs."),
            2 => new("CPUs", Health.Limited, found, "In 2-core cells the load generator shares the application's CPUs; in 1-core cells each has its own. With four CPUs each has its own in both."),
            _ => new("CPUs", Health.Good, found),
        };
    }
}
