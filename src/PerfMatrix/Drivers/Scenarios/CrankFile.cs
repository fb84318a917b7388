namespace PerfMatrix.Drivers.Scenarios;

/// <summary>Loads a crank file with its imports, as crank does: imports in order, each over the ones before, the file itself over all of them. An
/// import is looked up in the root of the repository (crank: the current folder), else beside the file. Folders of sources count from the file that
/// names them.</summary>
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
        var file = YamlFile.Read(path, root);
        CrankKeys.CheckFile(file);
        file = WithAbsoluteFolders(file, Path.GetDirectoryName(path)!);
        YamlMap? merged = null;
        foreach (var import in file.Find("imports")?.AsList().Items ?? [])
        {
            var imported = Load(PathOf(import, path));
            merged = merged is null ? imported : YamlMerge.Over(imported, merged);
        }

        var own = new YamlMap(file.Place, [.. file.Entries.Where(entry => entry.Key != "imports")]);
        return merged is null ? own : YamlMerge.Over(own, merged);
    }

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

    private static YamlMap WithAbsoluteFolders(YamlMap file, string folder) => Replace(file, "jobs", jobs => Each(jobs, job =>
    {
        CrankKeys.CheckUnusedJob(job);
        return Replace(job, "sources", sources => Each(sources, source => Absolute(source, folder)));
    }));

    private static YamlMap Absolute(YamlMap source, string folder) => source.Find("localFolder") is YamlText local
        ? Set(source, "localFolder", local with { Text = Path.GetFullPath(Path.Combine(folder, local.Text)) })
        : source;

    private static YamlMap Replace(YamlMap map, string key, Func<YamlMap, YamlMap> change) =>
        map.Find(key) is { } value ? Set(map, key, change(value.AsMap())) : map;

    private static YamlMap Each(YamlMap map, Func<YamlMap, YamlMap> change) =>
        new(map.Place, [.. map.Entries.Select(entry => entry with { Value = change(entry.Value.AsMap()) })]);

    private static YamlMap Set(YamlMap map, string key, YamlValue value) =>
        new(map.Place, [.. map.Entries.Select(entry => entry.Key == key ? entry with { Value = value } : entry)]);
}

/// <summary>The two ways in which crank lays one part of a configuration over another.</summary>
internal static class YamlMerge
{
    /// <summary>Files and variables: mappings are merged key by key, everything else is replaced, lists too.</summary>
    public static YamlValue Over(YamlValue higher, YamlValue lower) => higher is YamlMap high && lower is YamlMap low ? Over(high, low) : higher;

    public static YamlMap Over(YamlMap higher, YamlMap lower) => Combine(higher, lower, Over);

    /// <summary>Jobs: mappings are merged key by key, the items of a list are added, a single value is replaced. Where the kinds differ crank drops
    /// the patch without a word; here that is an error.</summary>
    public static YamlMap Patched(YamlMap target, YamlMap patch) => Combine(patch, target, PatchedValue);

    private static YamlValue PatchedValue(YamlValue patch, YamlValue target) => (target, patch) switch
    {
        (YamlMap map, YamlMap changes) => Patched(map, changes),
        (YamlList list, YamlList more) => new YamlList(more.Place, [.. list.Items, .. more.Items]),
        (YamlText, _) => patch,
        _ => throw patch.Place.Error($"found {patch.Found}, expected {target.Found} like the one it changes at {target.Place}"),
    };

    private static YamlMap Combine(YamlMap higher, YamlMap lower, Func<YamlValue, YamlValue, YamlValue> both)
    {
        var kept = lower.Entries.Select(low => higher.Entry(low.Key) is { } high ? high with { Value = both(high.Value, low.Value) } : low);
        var added = higher.Entries.Where(high => lower.Entry(high.Key) is null);
        return new(higher.Place, [.. kept, .. added]);
    }
}
