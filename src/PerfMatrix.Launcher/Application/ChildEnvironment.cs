using PerfMatrix.Protocol;

namespace PerfMatrix.Launcher;

/// <summary>The environment of the application: what the launcher inherited, without what would change how .NET runs, plus what the variant asks for.</summary>
internal static class ChildEnvironment
{
    private static readonly string[] s_settings = ["GC", "Tiered", "TC_", "ReadyToRun", "PROCESSOR_COUNT", "SYSTEM_NET_SOCKETS", "URLS"];

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
        name.StartsWith("ASPNETCORE_", StringComparison.Ordinal) || IsSetting(name, "DOTNET_") || IsSetting(name, "COMPlus_");

    private static bool IsSetting(string name, string prefix) =>
        name.StartsWith(prefix, StringComparison.Ordinal)
        && s_settings.Any(setting => name.AsSpan(prefix.Length).StartsWith(setting, StringComparison.OrdinalIgnoreCase));
}
