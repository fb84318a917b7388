using System.Xml;
using System.Xml.Linq;

namespace PerfMatrix.Runtimes;

/// <summary>The files a project is built from: those below its folder, those of the projects it references, files it includes from elsewhere, and the
/// settings of the folders above. Read from the project files themselves, as asking MSBuild costs a second a project; too many files are no
/// harm.</summary>
internal sealed class ProjectSources
{
    private static readonly string[] s_outputFolders = ["bin", "obj", "artifacts", "node_modules", "TestResults"];

    private static readonly string[] s_settingsAbove =
    [
        "Directory.Build.props", "Directory.Build.targets", "Directory.Build.rsp", "Directory.Packages.props", "global.json",
        "nuget.config", "NuGet.config", "NuGet.Config", ".editorconfig", ".globalconfig",
    ];

    private static readonly string[] s_references =
        ["Import", "ProjectReference", "Compile", "Content", "None", "EmbeddedResource", "AdditionalFiles"];

    /// <summary>Paths that need no following: files above are read anyway, the rest comes with the SDK or is made by the build.</summary>
    private static readonly string[] s_knownOtherwise =
    [
        "GetPathOfFileAbove", "$(MSBuildExtensionsPath)", "$(MSBuildToolsPath)", "$(MSBuildSDKsPath)", "$(NuGetPackageRoot)",
        "$(IntermediateOutputPath)", "$(BaseIntermediateOutputPath)", "$(OutputPath)", "$(OutDir)",
    ];

    private readonly SortedSet<string> _files = new(StringComparer.Ordinal);
    private readonly HashSet<string> _projects = [];

    private ProjectSources()
    {
    }

    /// <param name="project">The project file, absolute.</param>
    public static IReadOnlyList<string> Of(string project)
    {
        var sources = new ProjectSources();
        sources.AddProject(project);
        return [.. sources._files];
    }

    private void AddProject(string project)
    {
        if (!_projects.Add(project) || !File.Exists(project)) return;

        var folder = Path.GetDirectoryName(project)!;
        AddFolder(folder, "*");
        AddSettingsAbove(folder);
        AddReferences(project);
    }

    private void AddFolder(string folder, string pattern)
    {
        if (!Directory.Exists(folder)) return;

        // The .git of a worktree is a file, and differs from one to the next.
        _files.UnionWith(Directory.EnumerateFiles(folder, pattern).Where(file => Path.GetFileName(file) != ".git"));
        foreach (var child in Directory.EnumerateDirectories(folder).Where(IsSource)) AddFolder(child, pattern);
    }

    private static bool IsSource(string folder) =>
        Path.GetFileName(folder) is var name && !name.StartsWith('.') && !s_outputFolders.Contains(name, StringComparer.OrdinalIgnoreCase);

    private void AddSettingsAbove(string folder)
    {
        foreach (var setting in s_settingsAbove.Select(name => Path.Combine(folder, name)).Where(File.Exists))
        {
            if (_files.Add(setting) && Path.GetExtension(setting) is ".props" or ".targets") AddReferences(setting);
        }

        var isRoot = Path.Exists(Path.Combine(folder, ".git"));
        if (!isRoot && Path.GetDirectoryName(folder) is { } above) AddSettingsAbove(above);
    }

    private void AddReferences(string file)
    {
        foreach (var (element, path) in References(file)) AddReference(file, element, path);
    }

    private void AddReference(string from, XElement element, string path)
    {
        if (Expand(path) is not { } expanded)
        {
            AddRepository(from);
            return;
        }

        var full = Path.GetFullPath(expanded, Path.GetDirectoryName(from)!);
        if (element.Name.LocalName == "ProjectReference")
            AddProject(full);
        else if (full.Contains('*', StringComparison.Ordinal))
            AddFolder(FixedPart(full), Path.GetFileName(full));
        else if (File.Exists(full) && _files.Add(full) && element.Name.LocalName == "Import")
            AddReferences(full);
    }

    private static IEnumerable<(XElement Element, string Path)> References(string file) =>
        from element in Load(file).Descendants()
        where s_references.Contains(element.Name.LocalName) && element.Attribute("Sdk") is null
        from path in ((string?)element.Attribute("Include") ?? (string?)element.Attribute("Project") ?? "").Split(';', StringSplitOptions.TrimEntries)
        where path.Length > 0 && !s_knownOtherwise.Any(part => path.Contains(part, StringComparison.OrdinalIgnoreCase))
        select (element, path.Replace('\\', '/'));

    private static XDocument Load(string file)
    {
        try
        {
            return XDocument.Load(file, LoadOptions.SetLineInfo);
        }
        catch (XmlException e)
        {
            throw new UsageException($"{file}({e.LineNumber},{e.LinePosition}): the project file is not XML: {e.Message}", e);
        }
    }

    /// <summary>Of the properties only the folder of the file itself is known without MSBuild; null for a path with another.</summary>
    private static string? Expand(string path)
    {
        var expanded = path.Replace("$(MSBuildThisFileDirectory)", "./", StringComparison.OrdinalIgnoreCase);
        return expanded.Contains("$(", StringComparison.Ordinal) || expanded.Contains("@(", StringComparison.Ordinal) ? null : expanded;
    }

    // Where a path cannot be followed, whatever the repository holds may be behind it.
    private void AddRepository(string from)
    {
        var folder = Path.GetDirectoryName(from)!;
        while (!Path.Exists(Path.Combine(folder, ".git")) && Path.GetDirectoryName(folder) is { } above) folder = above;
        if (_projects.Add(folder)) AddFolder(folder, "*");
    }

    private static string FixedPart(string glob) => Path.GetDirectoryName(glob[..glob.IndexOf('*', StringComparison.Ordinal)])!;
}

internal static class ProjectFile
{
    /// <summary>The file itself, or the only project of a folder; absolute.</summary>
    public static string Find(string path)
    {
        var full = Path.GetFullPath(path);
        if (File.Exists(full)) return full;
        if (!Directory.Exists(full))
            throw new UsageException($"project: '{path}' does not exist; expected a project file, or the folder of one.");

        var projects = Directory.GetFiles(full, "*.*proj");
        return projects.Length == 1
            ? projects[0]
            : throw new UsageException($"project: the folder '{path}' holds {projects.Length} project files; name the one to publish.");
    }
}
