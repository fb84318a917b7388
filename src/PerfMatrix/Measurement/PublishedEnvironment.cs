using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using PerfMatrix.Drivers;
using PerfMatrix.Gate;

namespace PerfMatrix.Measurement;

/// <summary>What a published application says of itself: packages and runtime of its <c>.deps.json</c>, properties of its
/// <c>.runtimeconfig.json</c>, and how it was compiled by its PDB. What is missing or damaged says nothing.</summary>
internal static class PublishedEnvironment
{
    private const string RuntimePack = "runtimepack.";

    // https://github.com/dotnet/runtime/blob/main/docs/design/specs/PortablePdb-Metadata.md, compilation options.
    private static readonly Guid s_compilationOptions = new("B5FEEC05-8CD0-4A83-96DA-466284BB4BD8");

    // The others tell of files, or follow from the version of the compiler.
    private static readonly string[] s_options = ["optimization", "platform", "language-version", "checked", "nullable", "unsafe", "define"];

    public static EnvironmentFacts Of(Application application)
    {
        var executable = Path.Combine(application.Folder, application.Executable);
        var path = executable.EndsWith(".exe", StringComparison.OrdinalIgnoreCase) ? executable[..^4] : executable;
        return EnvironmentFacts.Of(
        [
            .. Libraries(Json(path + ".deps.json")), .. Properties(Json(path + ".runtimeconfig.json")), .. Compilation(path),
            .. application.Environment.Select(variable => (EnvironmentKind.Variable, variable.Key, Shown(variable.Key, variable.Value))),
        ]);
    }

    private static IEnumerable<(EnvironmentKind, string, string)> Libraries(JsonElement? deps)
    {
        foreach (var library in Objects(deps, "libraries"))
        {
            if (library.Name.Split('/') is not [var name, var version] || !library.Value.TryGetProperty("type", out var type)) continue;
            if (name.StartsWith(RuntimePack, StringComparison.Ordinal)) yield return (EnvironmentKind.Runtime, name[RuntimePack.Length..], version);
            else if (type.ValueEquals("package")) yield return (EnvironmentKind.Package, name, version);
        }
    }

    private static IEnumerable<(EnvironmentKind, string, string)> Properties(JsonElement? config)
    {
        if (config is not { ValueKind: JsonValueKind.Object } root || !root.TryGetProperty("runtimeOptions", out var options)) yield break;
        if (options.ValueKind == JsonValueKind.Object && options.TryGetProperty("tfm", out var framework))
            yield return (EnvironmentKind.Property, "target framework", $"{framework}");
        foreach (var property in Objects(options, "configProperties"))
            yield return (EnvironmentKind.Property, property.Name, Shown(property.Name, $"{property.Value}"));
    }

    private static List<(EnvironmentKind, string, string)> Compilation(string path)
    {
        try
        {
            using var image = new PEReader(File.OpenRead(path + ".dll"));
            if (!image.TryOpenAssociatedPortablePdb(path + ".dll", file => File.Exists(file) ? File.OpenRead(file) : null, out var provider, out _))
                return [];
            using (provider) return Compilation(provider!.GetMetadataReader());
        }
        catch (Exception problem) when (problem is IOException or BadImageFormatException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static List<(EnvironmentKind, string, string)> Compilation(MetadataReader symbols)
    {
        var facts = new List<(EnvironmentKind, string, string)>();
        foreach (var information in symbols.GetCustomDebugInformation(EntityHandle.ModuleDefinition).Select(symbols.GetCustomDebugInformation))
        {
            if (symbols.GetGuid(information.Kind) != s_compilationOptions) continue;
            // Names and values in turn, each with a zero at its end.
            var texts = Encoding.UTF8.GetString(symbols.GetBlobBytes(information.Value)).TrimEnd('\0').Split('\0');
            foreach (var option in texts.Chunk(2).Where(option => option.Length == 2))
            {
                if (option[0] == "compiler-version") facts.Add((EnvironmentKind.Sdk, "compiler", option[1]));
                else if (s_options.Contains(option[0])) facts.Add((EnvironmentKind.Property, option[0], option[1]));
            }
        }
        return facts;
    }

    private static string Shown(string name, string value) => Secrets.IsSecret(name) ? Secrets.Mask : value;

    private static List<JsonProperty> Objects(JsonElement? root, string name) =>
        root is { ValueKind: JsonValueKind.Object } given && given.TryGetProperty(name, out var found) && found.ValueKind == JsonValueKind.Object
            ? [.. found.EnumerateObject()] : [];

    private static JsonElement? Json(string file)
    {
        try
        {
            return JsonElement.Parse(File.ReadAllBytes(file));
        }
        catch (Exception problem) when (problem is IOException or JsonException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
