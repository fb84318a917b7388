using PerfMatrix.Contract;

namespace PerfMatrix.Processes;

/// <summary>Which variables of the caller must not reach a process that measures or is measured: the same rule for launchers, load jobs and applications.</summary>
public static class InheritedEnvironment
{
    /// <summary>Read by the runtime, by the JIT and the GC, by profilers, or by the host of ASP.NET Core.</summary>
    private static readonly string[] s_leaks = ["DOTNET_", "COMPlus_", "CORECLR_", "ASPNETCORE_"];

    /// <summary>Where the runtime is and how text is compared: without them an application may not start at all. None makes it faster or slower.</summary>
    private static readonly string[] s_harmless = ["DOTNET_ROOT", "DOTNET_HOST_PATH", "DOTNET_CLI_", "DOTNET_SYSTEM_GLOBALIZATION_", "DOTNET_BUNDLE_EXTRACT_BASE_DIR"];

    /// <summary>The variables without a prefix that ASP.NET Core takes for the addresses to listen on.</summary>
    private static readonly string[] s_addresses = ["URLS", "HTTP_PORTS", "HTTPS_PORTS"];

    /// <summary>A regression that is put in on purpose belongs to one side of a block, not to whatever the caller's shell happens to start.</summary>
    private static readonly string[] s_regressions = [InjectionVariables.Burn, InjectionVariables.Allocate];

    /// <summary>Whether an inherited variable would reach into the process's runtime, host or requests.</summary>
    public static bool IsLeak(string name) =>
        s_addresses.Contains(name, StringComparer.OrdinalIgnoreCase) || s_regressions.Contains(name) || (StartsWithOne(name, s_leaks) && !StartsWithOne(name, s_harmless));

    private static bool StartsWithOne(string name, string[] prefixes) => Array.Exists(prefixes, prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase));
}
