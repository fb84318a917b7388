namespace PerfMatrix.Drivers.Local;

/// <summary>Environment variables of the caller that would change how a .NET process runs.</summary>
internal static class RuntimeSettings
{
    private static readonly string[] s_prefixes = ["GC", "Tiered", "TC_", "ReadyToRun", "PROCESSOR_COUNT", "SYSTEM_NET_SOCKETS"];

    /// <summary>Whether a variable of this name must not be inherited by a process of a block: a runtime setting, or an address to listen on.</summary>
    public static bool Disturbs(string name) =>
        IsRuntimeSetting(name, "DOTNET_") || IsRuntimeSetting(name, "COMPlus_") || name.StartsWith("ASPNETCORE_", StringComparison.Ordinal) || name == "DOTNET_URLS";

    private static bool IsRuntimeSetting(string name, string prefix) =>
        name.StartsWith(prefix, StringComparison.Ordinal)
        && s_prefixes.Any(setting => name.AsSpan(prefix.Length).StartsWith(setting, StringComparison.OrdinalIgnoreCase));
}
