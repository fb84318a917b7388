namespace PerfMatrix.Drivers.Scenarios;

/// <summary>Loads a crank file with its imports, as crank does: imports in order, each over the ones before, the file itself over all of them. An
/// import is an address, or looked up in the repository's root (crank: the current folder), else beside the file, as sources are.</summary>
/// <param name="remote">Fetches the files in the network; null for those of this process.</param>
internal sealed class CrankFile(string root, RemoteFiles? remote = null)
{
    private readonly Dictionary<string, YamlMap> _loaded = [];
    private readonly List<string> _loading = [];

    // Made when first needed: hardly any file has an import from the network.
    private RemoteFiles Remote => remote ?? RemoteFiles.OfThisProcess;

    public YamlMap Load(string path) => LoadOnce(Path.GetFullPath(path));

    /// <param name="path">An absolute path, or an address.</param>
    private YamlMap LoadOnce(string path)
    {
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
        file = WithAbsoluteFolders(file, path);
        return Imports(file, path).Select(LoadOnce).Append(file.Where(entry => entry.Key != "imports"))
            .Aggregate((merged, over) => YamlMerge.Over(over, merged));
    }

    // The one file of a repository says nothing of what the tool brings: load job and profiles.
    private IEnumerable<string> Imports(YamlMap file, string path) => IsOwn(path)
        ? new[] { ConfigurationFiles.Load, ConfigurationFiles.Profiles }.Select(name => Path.GetFullPath(Path.Combine(root, name)))
        : (file.Find("imports")?.AsList().Items ?? []).Select(import => PathOf(import, path));

    private YamlMap Read(string path) =>
        RemoteFiles.IsAddress(path) ? YamlFile.Parse(Remote.Text(path), path)
        : IsOwn(path) ? OwnFile.Crank(YamlFile.Read(path, root), root)
        : File.Exists(path) ? YamlFile.Read(path, root)
        : ConfigurationFiles.Read(root, YamlFile.DisplayName(path, root));

    private bool IsOwn(string path) => ConfigurationFiles.IsOneFile(root) && YamlFile.DisplayName(path, root) == ConfigurationFiles.Own;

    private string PathOf(YamlValue import, string importer)
    {
        var path = RemoteFiles.IsAddress(import.AsText()) ? Remote.Fetch(import) : Found(import, importer);
        return _loading.Contains(path) ? throw Circle(import, path) : path;
    }

    private string Found(YamlValue import, string importer)
    {
        if (RemoteFiles.IsAddress(importer)) throw import.Expected("an address, because nothing lies beside a file from the network");
        string[] candidates = [Path.Combine(root, import.AsText()), Path.Combine(Path.GetDirectoryName(importer)!, import.AsText())];
        return Path.GetFullPath(Array.Find(candidates, File.Exists) ?? throw import.Place.Error(
            $"found no file '{import.AsText()}'; looked for {string.Join(" and ", candidates.Select(Path.GetFullPath).Distinct())}"));
    }

    private UsageException Circle(YamlValue import, string path)
    {
        var files = _loading.SkipWhile(file => file != path).Append(path)
            .Select(file => RemoteFiles.IsAddress(file) ? file : YamlFile.DisplayName(file, root));
        return import.Place.Error($"the imports run in a circle: {string.Join(" -> ", files)}");
    }

    private static YamlMap WithAbsoluteFolders(YamlMap file, string path) => Replace(file, "jobs", job =>
    {
        CrankKeys.CheckUnusedJob(job);
        return Replace(job, "sources", source => Absolute(source, path));
    });

    private static YamlMap Absolute(YamlMap source, string path)
    {
        if (source.Find("localFolder") is not YamlText local) return source;
        if (RemoteFiles.IsAddress(path))
            throw local.Place.Error(
                "found a local folder in a file from the network, where crank takes none; give the job its sources in the file that imports this "
                    + "one");
        return source.Set("localFolder", local with { Text = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(path)!, local.Text)) });
    }

    private static YamlMap Replace(YamlMap map, string key, Func<YamlMap, YamlMap> change) =>
        map.Find(key) is { } value ? map.Set(key, value.AsMap().Each(change)) : map;
}

/// <summary>Crank files in the network, each fetched once.</summary>
internal sealed class RemoteFiles(HttpClient http)
{
    private const int MostBytes = 1 << 20;
    private readonly ConcurrentDictionary<string, string> _texts = new();

    /// <summary>This handler follows no redirect from https to http.</summary>
    public static RemoteFiles OfThisProcess { get; } = Over(new SocketsHttpHandler());

    public static RemoteFiles Over(HttpMessageHandler handler) =>
        new(new HttpClient(handler) { MaxResponseContentBufferSize = MostBytes, Timeout = TimeSpan.FromSeconds(30) });

    public static bool IsAddress(string name) => name.Contains("://", StringComparison.Ordinal);

    /// <summary>The text of a file that has been fetched.</summary>
    public string Text(string address) => _texts[address];

    /// <summary>Fetches what an import names, and gives its address.</summary>
    public string Fetch(YamlValue import)
    {
        var address = import.AsText();
        if (!Uri.TryCreate(address, UriKind.Absolute, out var uri) || uri.Scheme != Uri.UriSchemeHttps)
            throw import.Expected("an address with https, or a file of the repository");
        _ = Errors.Or(() => _texts.GetOrAdd(address, _ => http.GetStringAsync(uri).GetAwaiter().GetResult()),
            problem => problem is HttpRequestException or TaskCanceledException or InvalidOperationException, problem => throw import.Place.Error(
                $"'{address}' cannot be fetched: {problem.Message.TrimEnd('.')}. Expected a file of at most 1 MiB that everybody can read; check the "
                    + "address, or put the file into the repository", problem));
        return address;
    }
}
