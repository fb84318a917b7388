
using PerfMatrix.Contract;

namespace PerfMatrix.Measurement;

/// <summary>
/// Compares a memory limit with <c>GCMemoryInfo.TotalAvailableMemoryBytes</c>. Within a limit of its container the GC takes three quarters of it for its heap
/// (https://learn.microsoft.com/dotnet/core/runtime-config/garbage-collector#heap-limit), and reports those: so did real processes of 8.0.33, 9.0.22 and 10.0.14.
/// </summary>
internal static class MemoryLimitCheck
{
    private const string OwnHeapLimit = "GCHeapHardLimit";

    /// <summary>The kernel rounds a limit to pages; the largest there are on ARM.</summary>
    private const long Tolerance = 64 << 10;

    /// <summary>What contradicts; null when nothing does. A heap limit that the leg sets by itself hides that of the process, and proves nothing either way.</summary>
    public static string? Contradiction(ProofExpectation expected, ProbeProof proof)
    {
        if (expected.MemoryLimit is not { } limit || expected.GcConfiguration.Keys.Any(name => name.StartsWith(OwnHeapLimit, StringComparison.Ordinal)))
            return null;
        var heap = limit.Count / 4 * 3;
        return Math.Abs(proof.TotalAvailableMemoryBytes - heap) <= Tolerance
            ? null
            : ProofCheck.Differs("memory limit", $"{MemorySize.Format(limit)} ({heap} bytes of heap)", $"{proof.TotalAvailableMemoryBytes} bytes of heap");
    }
}
