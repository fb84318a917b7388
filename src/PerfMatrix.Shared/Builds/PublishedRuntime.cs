using System.Text.Json.Nodes;

namespace PerfMatrix.Shared.Builds;

/// <summary>What a self-contained publish itself says it contains.</summary>
public static class PublishedRuntime
{
    private const string ConfigSuffix = ".runtimeconfig.json";
    private const string NetCore = "Microsoft.NETCore.App";
    private const string AspNetCore = "Microsoft.AspNetCore.App";

    /// <summary>The executable of an output that has the runtime which was asked for, by <c>NAME.runtimeconfig.json</c>.</summary>
    /// <exception cref="InvalidDataException">It is no output of one self-contained application, or has another runtime.</exception>
    public static string ExecutableIn(string folder, string patch)
    {
        var configurations = Directory.GetFiles(folder, "*" + ConfigSuffix);
        if (configurations.Length != 1)
            throw new InvalidDataException($"the output has {configurations.Length} files *{ConfigSuffix}; expected one, of an application");

        var name = Path.GetFileName(configurations[0])[..^ConfigSuffix.Length];
        var executable = new[] { name, name + ".exe" }.FirstOrDefault(file => File.Exists(Path.Combine(folder, file)))
            ?? throw new InvalidDataException($"the output has no executable '{name}'");
        var frameworks = ReadFrameworks(configurations[0]);
        if (!frameworks.ContainsKey(NetCore))
            throw new InvalidDataException($"the output does not contain {NetCore}; a self-contained publish was asked for");

        var others = frameworks.Where(framework => framework.Key is NetCore or AspNetCore && framework.Value != patch)
            .Select(other => $"{other.Key} {other.Value}").ToList();
        return others.Count == 0 ? executable
            : throw new InvalidDataException($"the output contains {string.Join(", ", others)}; {patch} was asked for");
    }

    private static Dictionary<string, string> ReadFrameworks(string configuration) => Errors.Or(() =>
    {
        var included = JsonNode.Parse(File.ReadAllBytes(configuration))?["runtimeOptions"]?["includedFrameworks"] as JsonArray ?? [];
        return included.OfType<JsonObject>().ToDictionary(framework => $"{framework["name"]}", framework => $"{framework["version"]}");
    }, (JsonException e) => throw new InvalidDataException($"{Path.GetFileName(configuration)} is not JSON: {e.Message}", e));
}

/// <summary>The runtime identifier (RID) that applications are published for.</summary>
public static class RuntimeIdentifiers
{
    public static string OfThisMachine() => For(OperatingSystem.IsLinux(), RuntimeInformation.OSArchitecture, RuntimeInformation.RuntimeIdentifier);

    /// <summary>The portable identifier. The .NET of a distribution reports one like <c>fedora.41-x64</c>, which has no runtime packs:
    /// those of <c>linux-x64</c> run there.</summary>
    public static string For(bool linux, Architecture architecture, string reported)
    {
        ArgumentNullException.ThrowIfNull(reported);
        if (!linux || architecture is not (Architecture.X64 or Architecture.Arm64)) return reported;

        var musl = reported.Contains("musl", StringComparison.Ordinal) || reported.StartsWith("alpine", StringComparison.Ordinal);
        return (musl ? "linux-musl-" : "linux-") + (architecture == Architecture.X64 ? "x64" : "arm64");
    }
}
