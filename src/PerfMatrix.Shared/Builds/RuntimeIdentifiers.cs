using System.Runtime.InteropServices;

namespace PerfMatrix.Builds;

/// <summary>The runtime identifier (RID) that applications are published for.</summary>
public static class RuntimeIdentifiers
{
    /// <summary>The identifier of this machine.</summary>
    public static string OfThisMachine() =>
        For(OperatingSystem.IsLinux(), RuntimeInformation.OSArchitecture, RuntimeInformation.RuntimeIdentifier);

    /// <summary>
    /// The portable identifier. A runtime that a Linux distribution builds itself reports one like <c>fedora.41-x64</c>, for which there are no runtime
    /// packs: those of <c>linux-x64</c> run there.
    /// </summary>
    /// <param name="linux">Whether the system is Linux.</param>
    /// <param name="architecture">Architecture of the system.</param>
    /// <param name="reported">What the runtime reports of itself.</param>
    public static string For(bool linux, Architecture architecture, string reported)
    {
        ArgumentNullException.ThrowIfNull(reported);
        if (!linux || architecture is not (Architecture.X64 or Architecture.Arm64))
            return reported;

        var musl = reported.Contains("musl", StringComparison.Ordinal) || reported.StartsWith("alpine", StringComparison.Ordinal);
        return (musl ? "linux-musl-" : "linux-") + (architecture == Architecture.X64 ? "x64" : "arm64");
    }
}
