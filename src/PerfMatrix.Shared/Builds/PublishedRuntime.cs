using System.Text.Json.Nodes;

namespace PerfMatrix.Shared.Builds;

/// <summary>What a self-contained publish itself says it contains.</summary>
/// <param name="Frameworks">Version by name of the included framework.</param>
public sealed record PublishedRuntime(string Executable, IReadOnlyDictionary<string, string> Frameworks)
{
    private const string ConfigSuffix = ".runtimeconfig.json";
    private const string NetCore = "Microsoft.NETCore.App";
    private const string AspNetCore = "Microsoft.AspNetCore.App";

    /// <summary>Reads <c>NAME.runtimeconfig.json</c>, part <c>includedFrameworks</c>.</summary>
    /// <exception cref="InvalidDataException">There is no such file, or more than one, or it is not of a self-contained application.</exception>
    public static PublishedRuntime Read(string folder)
    {
        var configurations = Directory.GetFiles(folder, "*" + ConfigSuffix);
        if (configurations.Length != 1)
            throw new InvalidDataException($"the output has {configurations.Length} files *{ConfigSuffix}; expected one, of an application");

        var name = Path.GetFileName(configurations[0])[..^ConfigSuffix.Length];
        var executable = new[] { name, name + ".exe" }.FirstOrDefault(file => File.Exists(Path.Combine(folder, file)))
            ?? throw new InvalidDataException($"the output has no executable '{name}'");
        return new PublishedRuntime(executable, ReadFrameworks(configurations[0]));
    }

    /// <summary>Why this is not the runtime that was asked for; null when it is.</summary>
    public string? Contradiction(string patch)
    {
        var others = Frameworks.Where(framework => framework.Key is NetCore or AspNetCore && framework.Value != patch).ToList();
        if (!Frameworks.ContainsKey(NetCore))
            return $"the output does not contain {NetCore}; a self-contained publish was asked for";

        return others.Count == 0 ? null
            : $"the output contains {string.Join(", ", others.Select(other => $"{other.Key} {other.Value}"))}; {patch} was asked for";
    }

    private static Dictionary<string, string> ReadFrameworks(string configuration)
    {
        try
        {
            var included = JsonNode.Parse(File.ReadAllBytes(configuration))?["runtimeOptions"]?["includedFrameworks"] as JsonArray ?? [];
            return included.OfType<JsonObject>().ToDictionary(framework => $"{framework["name"]}", framework => $"{framework["version"]}");
        }
        catch (JsonException e)
        {
            throw new InvalidDataException($"{Path.GetFileName(configuration)} is not JSON: {e.Message}", e);
        }
    }
}

/// <summary>The runtime identifier (RID) that applications are published for.</summary>
public static class RuntimeIdentifiers
{
    public static string OfThisMachine() => For(OperatingSystem.IsLinux(), RuntimeInformation.OSArchitecture, RuntimeInformation.RuntimeIdentifier);

    /// <summary>The portable identifier. A runtime that a Linux distribution builds itself reports one like <c>fedora.41-x64</c>, for which there are
    /// no runtime packs: those of <c>linux-x64</c> run there.</summary>
    public static string For(bool linux, Architecture architecture, string reported)
    {
        ArgumentNullException.ThrowIfNull(reported);
        if (!linux || architecture is not (Architecture.X64 or Architecture.Arm64)) return reported;

        var musl = reported.Contains("musl", StringComparison.Ordinal) || reported.StartsWith("alpine", StringComparison.Ordinal);
        return (musl ? "linux-musl-" : "linux-") + (architecture == Architecture.X64 ? "x64" : "arm64");
    }
}
