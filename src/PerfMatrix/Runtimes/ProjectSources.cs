namespace PerfMatrix.Runtimes;

/// <summary>The files a project is built from: those below its folder, those of projects it references, those it names elsewhere, and the settings of
/// the folders above. Read from the files themselves, as asking MSBuild costs a second a project. What cannot be proven to be outside the build is
/// among them: a file too many costs a build, one too few hides a change.</summary>
internal sealed class ProjectSources
{
    private static readonly string[] s_settingsAbove =
    [
        "Directory.Build.props", "Directory.Build.targets", "Directory.Build.rsp", "Directory.Packages.props", "global.json",
        "nuget.config", "NuGet.config", "NuGet.Config", ".editorconfig", ".globalconfig",
    ];

    private readonly SortedSet<string> _files = new(StringComparer.Ordinal);
    private readonly HashSet<string> _projects = [];
    private readonly HashSet<(string File, string Folder)> _read = [];
    private readonly string? _root;
    private readonly Lazy<HashSet<string>> _tracked;

    private ProjectSources(string project)
    {
        _root = Above(Path.GetDirectoryName(project)!).FirstOrDefault(folder => Path.Exists(Path.Combine(folder, ".git")));
        _tracked = new(TrackedFolders);
    }

    /// <param name="project">The project file, absolute.</param>
    public static IReadOnlyList<string> Of(string project)
    {
        var sources = new ProjectSources(project);
        sources.AddProject(project);
        return [.. sources._files];
    }

    private void AddProject(string project)
    {
        if (!_projects.Add(project) || !File.Exists(project)) return;

        var folder = Path.GetDirectoryName(project)!;
        AddFolder(folder, "*", hidden: false);
        var settings = Above(folder).SelectMany(above => s_settingsAbove.Select(name => Path.Combine(above, name))).Where(File.Exists);
        foreach (var setting in settings) AddFile(setting, folder);
        AddFile(project, folder);
    }

    private void AddFolder(string folder, string pattern, bool hidden) => _files.UnionWith(Files(folder, pattern, hidden));

    /// <param name="hidden">Whether folders count whose name begins with a dot: the SDK's own patterns pass them over, others do not.</param>
    private IEnumerable<string> Files(string folder, string pattern, bool hidden) => !Directory.Exists(folder) ? []
        // The .git of a worktree is a file, and differs from one to the next.
        : Directory.EnumerateFiles(folder, pattern).Where(file => Path.GetFileName(file) != ".git")
            .Concat(Directory.EnumerateDirectories(folder).Where(child => IsSource(child, hidden))
                .SelectMany(child => Files(child, pattern, hidden)));

    // What git keeps was not made by a build, whatever its folder is called.
    private bool IsSource(string folder, bool hidden) => Path.GetFileName(folder) switch
    {
        ".git" => false,
        ['.', ..] => hidden && IsTracked(folder),
        var name when IsMade(name.ToLowerInvariant(), Path.GetDirectoryName(folder)!) => IsTracked(folder),
        _ => true,
    };

    private bool IsMade(string name, string parent) => name switch
    {
        "bin" or "obj" => Directory.EnumerateFiles(parent, "*.*proj").Any(),
        "artifacts" or "testresults" => parent == _root,
        "node_modules" => true,
        _ => false,
    };

    private bool IsTracked(string folder) => _root is not null && _tracked.Value.Contains(Path.GetRelativePath(_root, folder));

    private HashSet<string> TrackedFolders() =>
        [.. (new Git(_root!).Ask("ls-files", "-z") ?? "").Split('\0').SelectMany(file => Above(Path.GetDirectoryName(file) ?? "")).Distinct()];

    private IEnumerable<string> Above(string folder)
    {
        for (string? at = folder; !string.IsNullOrEmpty(at); at = Path.GetDirectoryName(at))
        {
            yield return at;
            if (at == _root) yield break;
        }
    }

    /// <param name="folder">That of the project whose build reads the file: relative paths may count from there.</param>
    private void AddFile(string file, string folder, bool isImport = false)
    {
        if (Path.GetExtension(file).EndsWith("proj", StringComparison.OrdinalIgnoreCase)) AddProject(file);
        _files.Add(file);
        if (!_read.Add((file, folder)) || BuildFile.Read(file, folder, isImport) is not { } build) return;

        if (build.IsOpaque) AddRepository();
        var above = Above(Path.GetDirectoryName(file)!).Union(Above(folder)).ToList();
        var found = build.Above.SelectMany(name => above.Select(at => Path.Combine(at, name))).Where(File.Exists);
        foreach (var import in found) AddFile(import, folder);
        foreach (var path in build.Paths) Add(path, folder);
    }

    private void Add(NamedPath named, string folder)
    {
        var path = named.Path;
        if (path.AsSpan().ContainsAny('*', '?'))
        {
            var pattern = Path.GetFileName(path) is { Length: > 0 } last ? last : "*";
            foreach (var file in Within(FixedPart(path), pattern).ToList()) AddFile(file, folder, named.IsImport);
        }
        else if (File.Exists(path))
        {
            AddFile(path, folder, named.IsImport);
            if (named.HasNeighbours) _files.UnionWith(Within(Path.GetDirectoryName(path)!, "*"));
        }
        else if (named.MayBeFolder && Directory.Exists(path) && IsSource(path.TrimEnd('/'), hidden: true))
        {
            // A folder above is named for what is in it; of itself a build reads it as a feed.
            _files.UnionWith(Within(path, (folder + "/").StartsWith(path.TrimEnd('/') + "/", StringComparison.Ordinal) ? "*.nupkg" : "*"));
        }
    }

    /// <summary>Files of a folder that something names; none outside the repository, which is the same for every commit.</summary>
    private IEnumerable<string> Within(string folder, string pattern) =>
        _root is null ? folder == "/" ? [] : Files(folder, pattern, hidden: true)
        : (folder + "/").StartsWith(_root + "/", StringComparison.Ordinal) ? Files(folder, pattern, hidden: true) : [];

    // Whatever the repository holds may be read.
    private void AddRepository()
    {
        if (_root is not null && _projects.Add(_root)) AddFolder(_root, "*", hidden: true);
    }

    private static string FixedPart(string glob) => Path.GetDirectoryName(glob[..glob.IndexOfAny(['*', '?'])]) ?? "/";
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
        return projects.Length == 1 ? projects[0]
            : throw new UsageException($"project: the folder '{path}' holds {projects.Length} project files; name the one to publish.");
    }
}
