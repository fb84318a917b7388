using System.Runtime;
using System.Runtime.InteropServices;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Probe;

/// <summary>Reads what the runtime says of itself.</summary>
internal static class ProofReading
{
    public static ProbeProof Take() => new()
    {
        FrameworkDescription = RuntimeInformation.FrameworkDescription,
        IsServerGc = GCSettings.IsServerGC,
        LatencyMode = GCSettings.LatencyMode.ToString(),
        ProcessorCount = Environment.ProcessorCount,
        GcConfiguration = GcConfiguration(),
        GcLibraries = GcLibraries.OfThisProcess(),
        TotalAvailableMemoryBytes = GC.GetGCMemoryInfo(GCKind.Any).TotalAvailableMemoryBytes,
    };

    private static Dictionary<string, string> GcConfiguration() =>
        GC.GetConfigurationVariables().ToDictionary(setting => setting.Key, setting => setting.Value?.ToString() ?? "");
}
