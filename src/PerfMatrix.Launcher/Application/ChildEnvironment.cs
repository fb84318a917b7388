using PerfMatrix.Protocol;

namespace PerfMatrix.Launcher;

/// <summary>The environment of the application: what the launcher inherited, without what would change how .NET runs, plus what the variant asks for.</summary>
internal static class ChildEnvironment
{
    /// <summary>Read by the runtime, by the JIT and the GC, by profilers, or by the host of ASP.NET Core.</summary>
    private static readonly string[] s_leaks = ["DOTNET_", "COMPlus_", "CORECLR_", "ASPNETCORE_"];

    /// <summary>Where the runtime is and how text is compared: without them an application may not start at all. None makes it faster or slower.</summary>
    private static readonly string[] s_harmless = ["DOTNET_ROOT", "DOTNET_HOST_PATH", "DOTNET_CLI_", "DOTNET_SYSTEM_GLOBALIZATION_", "DOTNET_BUNDLE_EXTRACT_BASE_DIR"];

    /// <summary>The variables without a prefix that ASP.NET Core takes for the addresses to listen on.</summary>
    private static readonly string[] s_addresses = ["URLS", "HTTP_PORTS", "HTTPS_PORTS"];

    /// <summary>Composes it.</summary>
    public static Dictionary<string, string?> Compose(IEnumerable<KeyValuePair<string, string?>> inherited, LaunchPlan plan, Uri address, string token)
    {
        var environment = inherited.Where(variable => !IsLeak(variable.Key)).ToDictionary();
        environment["ASPNETCORE_URLS"] = address.GetLeftPart(UriPartial.Authority);
        environment[ProbeRoutes.TokenVariable] = token;
        foreach (var (name, value) in plan.Environment)
            environment[name] = value;
        return environment;
    }

    /// <summary>Whether an inherited variable would reach into the application's runtime or host.</summary>
    public static bool IsLeak(string name) =>
        s_addresses.Contains(name, StringComparer.OrdinalIgnoreCase) || (StartsWithOne(name, s_leaks) && !StartsWithOne(name, s_harmless));

    private static bool StartsWithOne(string name, string[] prefixes) => Array.Exists(prefixes, prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase));
}
