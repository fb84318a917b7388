namespace PerfMatrix.Reporting.Site;

/// <summary>The front end as files beside the data of a history.</summary>
internal static class SiteFiles
{
    private const string Index = "index.html";
    private const string Script = "assets/site.js";
    private const string Style = "assets/site.css";

    private static readonly string[] s_paths = [Index, Script, Style];

    // What the site links where it is: the page that github-action-benchmark adds to the branch, and the articles.
    private static readonly string[] s_beside = ["benchmark/index.html", ArticlePages.Index];

    /// <summary>Path, with forward slashes, and content of every file of the front end.</summary>
    /// <param name="exists">Whether a file lies beside them.</param>
    /// <param name="index">The <c>index.json</c> beside them; null where there is none that can be read, of which the page itself says so.</param>
    public static IReadOnlyDictionary<string, byte[]> Of(GatePolicy policy, Func<string, bool> exists, IndexDocument? index) =>
        new Dictionary<string, byte[]>
        {
            [Index] = Encoding.UTF8.GetBytes(SitePage.WithAssets(PageData.Format(new
            {
                Mode = "history",
                Base = "./",
                Same = PageData.Same(policy),
                PageData.Upgrade,
                PageData.Docs,
                Beside = s_beside.Where(exists),
            }), Title(index))),
            [Script] = Encoding.UTF8.GetBytes(SiteBundle.Script),
            [Style] = Encoding.UTF8.GetBytes(SiteBundle.Style),
        };

    public static IReadOnlyDictionary<string, byte[]> Of(GatePolicy policy, string folder) =>
        Of(policy, path => File.Exists(Path.Combine(folder, path)), HistoryJson.Find<IndexDocument>(new FolderFiles(folder), HistoryPaths.Index));

    // As projectOf of the page: of a folder, or a demo, there is no name that tells others anything.
    private static string? Title(IndexDocument? index) =>
        GitSource.PageOf(index?.Repository)?.Split('/') is ["http:" or "https:", "", _, .. { Length: > 0 } project]
            ? $"{string.Join('/', project)}: is it getting slower?" : null;

    /// <summary>Writes the front end into a folder; files of other names stay.</summary>
    public static void Write(string folder, GatePolicy policy)
    {
        foreach (var (path, content) in Of(policy, folder))
        {
            var file = Path.Combine(folder, path);
            WriteTo(() => Directory.CreateDirectory(Path.GetDirectoryName(file)!), folder);
            AtomicFile.Write(file, content);
        }
    }

    /// <summary>Adds the files of the front end that a branch lacks or has in an older version, so that the branch is the site.</summary>
    /// <returns>False when the branch has an index.html of somebody else, which stays.</returns>
    public static bool AddTo(IHistoryFiles files, FileChanges changes, GatePolicy policy)
    {
        files.Prepare([.. s_paths, HistoryPaths.Index]);
        if (files.Read(Index) is { } page && !Encoding.UTF8.GetString(page).Contains(SitePage.DataElement, StringComparison.Ordinal)) return false;
        HashSet<string> there = [.. files.Paths, .. changes.Files.Keys];
        var index = HistoryJson.Find<IndexDocument>(files, HistoryPaths.Index, changes);
        foreach (var (path, content) in Of(policy, there.Contains, index)) changes.Set(files, path, content);
        return true;
    }

    /// <summary>Copies the data of a history beside the front end. Hidden files (<c>.git</c>) stay behind, except <c>.nojekyll</c>.</summary>
    public static void CopyHistory(string history, string folder)
    {
        RequireHistory(history);
        foreach (var file in Directory.EnumerateFiles(history, "*", SearchOption.AllDirectories))
        {
            var path = Path.GetRelativePath(history, file);
            if (s_paths.Contains(path.Replace('\\', '/')) || (IsHidden(path) && path != ".nojekyll")) continue;
            var target = Path.Combine(folder, path);
            WriteTo(() => Directory.CreateDirectory(Path.GetDirectoryName(target)!), folder);
            WriteTo(() => File.Copy(file, target, overwrite: true), folder);
        }
    }

    public static void RequireHistory(string history)
    {
        if (!File.Exists(Path.Combine(history, "index.json")))
            throw new UsageException(
                $"--history {history}: found no index.json there. Give a checkout of the gh-pages branch, or a folder that perfmatrix history "
                    + $"wrote.");
    }

    internal static bool IsHidden(string path) => path.Split('/', '\\').Any(part => part.StartsWith('.'));

    internal static void WriteTo(Action write, string folder) =>
        FileErrors.Explain(write, problem => $"--out {folder}: cannot write there: {problem.Message} Choose a folder you may write to.");
}

/// <summary>Reports as pages of the site, each from the JSON that <c>report gc</c> writes, with a list of them.</summary>
internal static class ArticlePages
{
    public const string Index = $"{Folder}/index.json";

    private const string Folder = "articles";

    public static void Add(string reports, string site)
    {
        var pages = Of(reports);
        SiteFiles.WriteTo(() => Directory.CreateDirectory(Path.Combine(site, Folder)), site);
        foreach (var (path, content) in pages) AtomicFile.Write(Path.Combine(site, path), content);
    }

    /// <summary>Path in the site and content: the reports of a folder, and the list of them. The name of a file is that of its page; of several, in
    /// folders named after their days, the newest counts.</summary>
    public static IReadOnlyList<KeyValuePair<string, byte[]>> Of(string reports)
    {
        var files = FileErrors.Explain(() => Directory.GetFiles(reports, "*.json", SearchOption.AllDirectories),
                problem => $"--articles {reports}: cannot read the folder: {problem.Message}")
            .GroupBy(Path.GetFileNameWithoutExtension).OrderBy(named => named.Key, StringComparer.Ordinal)
            .Select(named => named.Max(StringComparer.Ordinal)!).Select(file => (Path: file, Content: File.ReadAllBytes(file))).ToList();
        if (files.Count == 0)
            throw new UsageException(
                $"--articles {reports}: found no .json there; {Invocation.Here} report gc RUN --out FOLDER/gc.json writes one");
        var list = new { SchemaVersion = 1, Items = files.ConvertAll(file => Item(file.Path, file.Content)) };
        return [.. files.Select(file => KeyValuePair.Create($"{Folder}/{Path.GetFileName(file.Path)}", file.Content)),
            KeyValuePair.Create(Index, JsonSerializer.SerializeToUtf8Bytes(list, DocumentJson.Compact))];
    }

    private static object Item(string file, byte[] content)
    {
        var report = Errors.Or(() => JsonSerializer.Deserialize<ReportDocument>(content, DocumentJson.Compact)!, (JsonException problem) =>
            throw new UsageException($"--articles: {file}: not a report: {problem.Message} Expected what {Invocation.Here} report gc RUN "
                + "--out gc.json writes.", problem));
        var about = report.Sections.SelectMany(section => section.Parts).OfType<Paragraph>().FirstOrDefault()?.Text ?? "";
        return new { Name = Path.GetFileNameWithoutExtension(file), report.Title, About = about, report.Context };
    }
}
