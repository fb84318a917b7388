using System.Runtime;

namespace PerfMatrix.Probe;

/// <summary>Reads what the runtime says of itself.</summary>
internal static class ProofReading
{
    public static ProbeProof Take()
    {
        var quota = CpuQuota.OfThisProcess("/");
        return new()
        {
            FrameworkDescription = RuntimeInformation.FrameworkDescription,
            IsServerGc = GCSettings.IsServerGC,
            LatencyMode = GCSettings.LatencyMode.ToString(),
            ProcessorCount = Environment.ProcessorCount,
            GcConfiguration = GcConfiguration(),
            GcLibraries = GcLibraries.OfThisProcess(),
            TotalAvailableMemoryBytes = GC.GetGCMemoryInfo(GCKind.Any).TotalAvailableMemoryBytes,
            CpuQuotaMicroseconds = quota?.Quota,
            CpuPeriodMicroseconds = quota?.Period,
        };
    }

    private static Dictionary<string, string> GcConfiguration() =>
        GC.GetConfigurationVariables().ToDictionary(setting => setting.Key, setting => setting.Value?.ToString() ?? "");
}

/// <summary>The CPU time that the control group of a process gives it in each period, v1 or v2.</summary>
internal static class CpuQuota
{
    /// <summary>In microseconds; null without a limit, or where the system does not tell.</summary>
    public static (long Quota, long Period)? OfThisProcess(string root)
    {
        var file = Path.Combine(root, "proc/self/cgroup");
        var groups = File.Exists(file) ? File.ReadAllLines(file).Select(line => line.Split(':', 3)).Where(parts => parts.Length == 3).ToList() : [];
        foreach (var parts in groups.Where(parts => parts[0] == "0" || parts[1].Split(',').Contains("cpu")))
        {
            var tree = Path.Combine(root, "sys/fs/cgroup", parts[0] == "0" ? "" : "cpu");
            foreach (var group in Endings(parts[2]).Select(path => Path.Combine(tree, path)))
            {
                if (Words(group, "cpu.max") is [var most, var each]) return Of(most, each);
                if (Words(group, "cpu.cfs_quota_us") is [var quota] && Words(group, "cpu.cfs_period_us") is [var period]) return Of(quota, period);
            }
        }

        return null;
    }

    // In a container the tree may begin somewhere on the path.
    private static IEnumerable<string> Endings(string path)
    {
        var names = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
        return Enumerable.Range(0, names.Length + 1).Select(skipped => string.Join('/', names.Skip(skipped)));
    }

    private static string[] Words(string group, string file) =>
        Path.Combine(group, file) is var path && File.Exists(path) ? File.ReadAllText(path).Trim().Split(' ') : [];

    private static (long, long)? Of(string quota, string period) =>
        long.TryParse(quota, NumberStyles.None, CultureInfo.InvariantCulture, out var time)
            ? (time, long.Parse(period, CultureInfo.InvariantCulture))
            : null;
}
