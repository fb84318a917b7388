namespace PerfMatrix.Drivers.Scenarios;

/// <summary>Loads a crank file with its imports, as crank does: imports in order, each over the ones before, the file itself over all of them. An
/// import is looked up in the root of the repository (crank: the current folder), else beside the file. Folders of sources count from their
/// file.</summary>
internal sealed class CrankFile(string root)
{
    private readonly Dictionary<string, YamlMap> _loaded = [];
    private readonly List<string> _loading = [];

    /// <summary>Loads a file; one that several others import is read once.</summary>
    public YamlMap Load(string path)
    {
        path = Path.GetFullPath(path);
        if (_loaded.TryGetValue(path, out var known)) return known;
        _loading.Add(path);
        var merged = LoadWithImports(path);
        _loading.Remove(path);
        return _loaded[path] = merged;
    }

    private YamlMap LoadWithImports(string path)
    {
        var file = Read(path);
        CrankKeys.CheckFile(file);
        file = WithAbsoluteFolders(file, Path.GetDirectoryName(path)!);
        YamlMap? merged = null;
        foreach (var import in Imports(file, path))
        {
            var imported = Load(import);
            merged = merged is null ? imported : YamlMerge.Over(imported, merged);
        }

        var own = file.Where(entry => entry.Key != "imports");
        return merged is null ? own : YamlMerge.Over(own, merged);
    }

    // The one file of a repository says nothing of what the tool brings: load job and profiles.
    private IEnumerable<string> Imports(YamlMap file, string path) => IsOwn(path)
        ? new[] { ConfigurationFiles.Load, ConfigurationFiles.Profiles }.Select(name => Path.GetFullPath(Path.Combine(root, name)))
        : (file.Find("imports")?.AsList().Items ?? []).Select(import => PathOf(import, path));

    private YamlMap Read(string path) =>
        IsOwn(path) ? OwnFile.Crank(YamlFile.Read(path, root), root)
        : File.Exists(path) ? YamlFile.Read(path, root)
        : ConfigurationFiles.Read(root, YamlFile.DisplayName(path, root));

    private bool IsOwn(string path) => ConfigurationFiles.IsOneFile(root) && YamlFile.DisplayName(path, root) == ConfigurationFiles.Own;

    private string PathOf(YamlValue import, string importer)
    {
        var name = import.AsText();
        if (name.StartsWith("http", StringComparison.OrdinalIgnoreCase))
            throw CrankKeys.Unsupported(import.Place, $"an import from the network, '{name}'");
        string[] candidates = [Path.Combine(root, name), Path.Combine(Path.GetDirectoryName(importer)!, name)];
        var path = Path.GetFullPath(Array.Find(candidates, File.Exists) ?? throw Missing(import, candidates));
        return _loading.Contains(path) ? throw Circle(import, path) : path;
    }

    private static UsageException Missing(YamlValue import, string[] candidates) =>
        import.Place.Error($"found no file '{import.AsText()}'; looked for {string.Join(" and ", candidates.Select(Path.GetFullPath).Distinct())}");

    private UsageException Circle(YamlValue import, string path)
    {
        var files = _loading.SkipWhile(file => file != path).Append(path).Select(file => YamlFile.DisplayName(file, root));
        return import.Place.Error($"the imports run in a circle: {string.Join(" -> ", files)}");
    }

    private static YamlMap WithAbsoluteFolders(YamlMap file, string folder) => Replace(file, "jobs", job =>
    {
        CrankKeys.CheckUnusedJob(job);
        return Replace(job, "sources", source => Absolute(source, folder));
    });

    private static YamlMap Absolute(YamlMap source, string folder) => source.Find("localFolder") is YamlText local
        ? source.Set("localFolder", local with { Text = Path.GetFullPath(Path.Combine(folder, local.Text)) })
        : source;

    private static YamlMap Replace(YamlMap map, string key, Func<YamlMap, YamlMap> change) =>
        map.Find(key) is { } value ? map.Set(key, value.AsMap().Each(change)) : map;
}
