using System.Xml;
using System.Xml.Linq;

namespace PerfMatrix.Runtimes;

/// <summary>What a file of the build names: an MSBuild file, or the feeds of a nuget.config.</summary>
/// <param name="Paths">What its values may be as paths.</param>
/// <param name="Above">Names of files that are looked for in the folders above.</param>
/// <param name="IsOpaque">Whether it runs code or has a path that only MSBuild could follow, so that anything may be read.</param>
internal sealed partial record BuildFile(IReadOnlyList<NamedPath> Paths, IReadOnlyList<string> Above, bool IsOpaque)
{
    private static readonly string[] s_extensions = [".props", ".targets", ".tasks", ".projitems"];

    /// <summary>Tasks that run no code of others, and what else stands in a target.</summary>
    private static readonly HashSet<string> s_tasks =
    [
        "ItemGroup", "PropertyGroup", "Message", "Warning", "Error", "Copy", "MakeDir", "RemoveDir", "Delete", "Touch", "WriteLinesToFile",
        "CallTarget", "OnError",
    ];

    private static readonly HashSet<string> s_excluded = new(StringComparer.OrdinalIgnoreCase)
    {
        "DefaultItemExcludes", "DefaultItemExcludesInProjectFolder", "DefaultExcludesInProjectFolder",
    };

    /// <param name="folder">That of the project whose build reads the file: but for imports, relative paths count from there.</param>
    /// <returns>Null for a file that names nothing.</returns>
    public static BuildFile? Read(string file, string folder, bool isImport)
    {
        var extension = Path.GetExtension(file).ToLowerInvariant();
        var isProject = extension.EndsWith("proj", StringComparison.Ordinal);
        if (extension == ".rsp") return new([], [], IsOpaque: true);
        if (!isImport && !isProject && extension != ".config" && !s_extensions.Contains(extension)) return null;

        try
        {
            var document = XDocument.Load(file);
            return extension == ".config" ? new([.. Feeds(document, file)], [], IsOpaque: false) : Of(document, file, folder);
        }
        catch (XmlException e) when (isProject)
        {
            throw new UsageException($"{file}({e.LineNumber},{e.LinePosition}): the project file is not XML: {e.Message}", e);
        }
        catch (XmlException)
        {
            return new([], [], IsOpaque: true);
        }
    }

    private static BuildFile Of(XDocument document, string file, string folder)
    {
        var elements = document.Descendants().ToList();
        var values = elements.SelectMany(BuildValue.Of).ToList();
        var pieces = values.SelectMany(value => value.Pieces).ToList();
        return new BuildFile(
            [.. pieces.SelectMany(piece => piece.In(Path.GetDirectoryName(file)!, folder))],
            [.. values.SelectMany(value => value.Above)],
            elements.Any(RunsCode) || pieces.Any(piece => piece.IsUnknown) || values.Any(value => PathFunction().IsMatch(value.Text)));
    }

    private static IEnumerable<NamedPath> Feeds(XDocument document, string file) =>
        from source in document.Descendants("add")
        let path = (string?)source.Attribute("value")
        where path?.Contains("://", StringComparison.Ordinal) == false
        select new NamedPath(Path.GetFullPath(path.Replace('\\', '/'), Path.GetDirectoryName(file)!), MayBeFolder: true);

    private static bool RunsCode(XElement element) => element.Name.LocalName is var name
        && (name == "UsingTask" || (element.Parent?.Name.LocalName == "Target" && !s_tasks.Contains(name))
            || (name.Equals("ProjectReference", StringComparison.OrdinalIgnoreCase)
                && element.ToString().Contains("analyzer", StringComparison.OrdinalIgnoreCase))
            // Set anew and not added to: then folders count that are passed over otherwise.
            || (s_excluded.Contains(name) && !element.Value.Contains($"$({name})", StringComparison.OrdinalIgnoreCase))
            || BuildValue.IsOfTheSdk(name) || Hook().IsMatch(name));

    /// <summary>Properties that name files which the SDK imports.</summary>
    [GeneratedRegex("^(Custom(Before|After)|DirectoryBuild|DirectoryPackages|.*ExtensionsPath$)",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Hook();

    /// <summary>Functions that read files, or put paths together.</summary>
    [GeneratedRegex(@"\[System\.IO\.(File|Directory|Path\]::(Combine|GetFullPath))|\[MSBuild\]::(Normalize|GetDirectoryNameOfFileAbove|MakeRelative)",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex PathFunction();
}

/// <param name="Path">Absolute; may be a pattern.</param>
/// <param name="MayBeFolder">Whether a folder of this name counts with all that is in it.</param>
/// <param name="HasNeighbours">Whether the files beside it count: what a .proto imports, what an assembly needs.</param>
internal sealed record NamedPath(string Path, bool IsImport = false, bool MayBeFolder = false, bool HasNeighbours = false);
