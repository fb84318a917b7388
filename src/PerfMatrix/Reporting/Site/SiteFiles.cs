using PerfMatrix.History;

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
    public static IReadOnlyDictionary<string, byte[]> Of(GatePolicy policy, Func<string, bool> exists) => new Dictionary<string, byte[]>
    {
        [Index] = Encoding.UTF8.GetBytes(SitePage.WithAssets(PageData.Format(new
        {
            Mode = "history",
            Base = "./",
            Same = PageData.Same(policy),
            PageData.Upgrade,
            PageData.Docs,
            Beside = s_beside.Where(exists),
        }))),
        [Script] = Encoding.UTF8.GetBytes(SiteBundle.Script),
        [Style] = Encoding.UTF8.GetBytes(SiteBundle.Style),
    };

    /// <summary>Writes the front end into a folder; files of other names stay.</summary>
    public static void Write(string folder, GatePolicy policy)
    {
        foreach (var (path, content) in Of(policy, path => File.Exists(Path.Combine(folder, path))))
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
        files.Prepare(s_paths);
        if (files.Read(Index) is { } page && !Encoding.UTF8.GetString(page).Contains(SitePage.DataElement, StringComparison.Ordinal)) return false;
        HashSet<string> there = [.. files.Paths, .. changes.Files.Keys];
        foreach (var (path, content) in Of(policy, there.Contains)) changes.Set(files, path, content);
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
