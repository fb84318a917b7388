using System.Reflection.PortableExecutable;

namespace PerfMatrix.Measurement;

/// <summary>What a published application says of itself: packages and runtime of its <c>.deps.json</c>, properties of its
/// <c>.runtimeconfig.json</c>; assembly and PDB, how it was compiled. What is missing or of another form is not known, and ends nothing.</summary>
internal static class PublishedEnvironment
{
    private const string RuntimePack = "runtimepack.";

    // https://github.com/dotnet/runtime/blob/main/docs/design/specs/PortablePdb-Metadata.md, compilation options.
    private static readonly Guid s_compilationOptions = new("B5FEEC05-8CD0-4A83-96DA-466284BB4BD8");

    // The others tell of files, or follow from the version of the compiler.
    private static readonly string[] s_options = ["optimization", "platform", "language-version", "checked", "nullable", "unsafe", "define"];

    /// <param name="sdk">Version of the SDK that built it; null where it is not known.</param>
    public static EnvironmentFacts Of(Application application, string? sdk)
    {
        var executable = Path.Combine(application.Folder, application.Executable);
        var path = executable.EndsWith(".exe", StringComparison.OrdinalIgnoreCase) ? executable[..^4] : executable;
        Described[] files =
        [
            Described.Read(path + ".deps.json", [EnvironmentKind.Runtime, EnvironmentKind.Package], Libraries),
            Described.Read(path + ".runtimeconfig.json", [EnvironmentKind.Property], Properties),
        ];
        return EnvironmentFacts.Of(
        [
            .. files.SelectMany(file => file.Facts ?? []), .. PortableSymbols.Read(path + ".dll", Compilation, []),
            .. new[] { sdk }.OfType<string>().Select(version => (EnvironmentKind.Sdk, "version", version)),
            .. application.Environment.Select(variable => (EnvironmentKind.Variable, variable.Key, Shown(variable.Key, variable.Value))),
        ]) with
        {
            NotKnown = [.. files.Where(file => file.Facts is null).SelectMany(file => file.Kinds),
                .. new[] { EnvironmentKind.Sdk }.Where(_ => sdk is null)],
            Unreadable = [.. files.Where(file => file.Facts is null && File.Exists(file.Path)).Select(file => Path.GetFileName(file.Path))],
        };
    }

    private static IEnumerable<(EnvironmentKind, string, string)> Libraries(JsonElement deps)
    {
        foreach (var library in deps.GetProperty("libraries").EnumerateObject())
        {
            if (library.Name.Split('/') is not [var name, var version] || !library.Value.TryGetProperty("type", out var type)) continue;
            if (name.StartsWith(RuntimePack, StringComparison.Ordinal)) yield return (EnvironmentKind.Runtime, name[RuntimePack.Length..], version);
            else if (type.ValueEquals("package")) yield return (EnvironmentKind.Package, name, version);
        }
    }

    private static IEnumerable<(EnvironmentKind, string, string)> Properties(JsonElement config)
    {
        var options = config.GetProperty("runtimeOptions");
        if (options.TryGetProperty("tfm", out var framework)) yield return (EnvironmentKind.Property, "target framework", $"{framework}");
        if (!options.TryGetProperty("configProperties", out var properties)) yield break;
        foreach (var property in properties.EnumerateObject())
            yield return (EnvironmentKind.Property, property.Name, Shown(property.Name, $"{property.Value}"));
    }

    private static List<(EnvironmentKind, string, string)> Compilation(PEReader image, MetadataReader symbols)
    {
        var facts = new List<(EnvironmentKind, string, string)>();
        if (image.PEHeaders.CorHeader?.ManagedNativeHeaderDirectory.Size > 0) facts.Add((EnvironmentKind.Property, "ReadyToRun", "True"));
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

    /// <param name="Facts">Null where it is missing, or has a form that nobody knows.</param>
    private sealed record Described(
        string Path, IReadOnlyList<EnvironmentKind> Kinds, IReadOnlyList<(EnvironmentKind Kind, string Name, string Value)>? Facts)
    {
        public static Described Read(
            string path, IReadOnlyList<EnvironmentKind> kinds, Func<JsonElement, IEnumerable<(EnvironmentKind, string, string)>> facts) =>
            Errors.Or(() => new Described(path, kinds, [.. facts(JsonElement.Parse(File.ReadAllBytes(path)))]),
                problem => FileErrors.Is(problem) || problem is JsonException or KeyNotFoundException or InvalidOperationException,
                _ => new(path, kinds, Facts: null));
    }
}

/// <summary>An assembly with its symbols, which are in it or beside it.</summary>
internal static class PortableSymbols
{
    /// <param name="read">Gets the assembly and its symbols.</param>
    /// <param name="otherwise">The answer without symbols, and where they cannot be read.</param>
    public static T Read<T>(string assembly, Func<PEReader, MetadataReader, T> read, T otherwise) => Errors.Or(() =>
    {
        using var image = new PEReader(File.OpenRead(assembly));
        if (!image.TryOpenAssociatedPortablePdb(assembly, path => File.Exists(path) ? File.OpenRead(path) : null, out var provider, out _))
            return otherwise;
        using (provider) return read(image, provider!.GetMetadataReader());
    }, problem => FileErrors.Is(problem) || problem is BadImageFormatException or InvalidOperationException, _ => otherwise);
}
