namespace PerfMatrix.Measurement;

/// <summary>A changing clock adds noise. Interleaving takes most of it away; single-variant blocks keep it.</summary>
internal sealed class FrequencyCheck(string root) : IDoctorCheck
{
    public Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation) => Task.FromResult<IReadOnlyList<Finding>>([Governor(), Turbo()]);

    private Finding Governor() => Read("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") switch
    {
        null => new("CPU governor", Health.Good, "not visible here (usual in virtual machines)"),
        "performance" => new("CPU governor", Health.Good, "performance"),
        var other => new("CPU governor", Health.Limited, other, "As root: cpupower frequency-set -g performance."),
    };

    private Finding Turbo() => (Read("sys/devices/system/cpu/intel_pstate/no_turbo"), Read("sys/devices/system/cpu/cpufreq/boost")) switch
    {
        ("0", _) => new("Turbo", Health.Limited, "on", "As root: echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo."),
        (_, "1") => new("Turbo", Health.Limited, "on", "As root: echo 0 > /sys/devices/system/cpu/cpufreq/boost."),
        (null, null) => new("Turbo", Health.Good, "not visible here (usual in virtual machines)"),
        _ => new("Turbo", Health.Good, "off"),
    };

    private string? Read(string file)
    {
        try
        {
            var path = Path.Combine(root, file);
            return File.Exists(path) ? File.ReadAllText(path).Trim() : null;
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
