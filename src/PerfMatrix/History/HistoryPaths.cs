namespace PerfMatrix.History;

/// <summary>Where the files of the history are; see <c>reports/schema/history.md</c>.</summary>
internal static class HistoryPaths
{
    /// <summary>Runs of a chunk. A full chunk never changes again, so a new run costs the same bytes whatever the length of the history.</summary>
    public const int ChunkRuns = 100;
    public const string Index = "index.json";
    public const string Catalogue = "catalogue.json";
    public const string Latest = "latest.json";
    public const string Events = "events.json";
    public const string Changes = "changes.json";
    public const string References = "references.json";
    public const string Feed = "changes.atom";

    /// <summary>Tells GitHub Pages to serve the files as they are.</summary>
    public const string NoJekyll = ".nojekyll";
    public const string Runs = "runs/";
    public const string Traced = "traced";
    public const string TracedList = "traced/index.json";
    public const string VerdictList = $"{Shelf.Verdicts}/index.json";

    private static readonly string[] s_derivedFolders = ["index/", "series/"];
    private static readonly string[] s_derivedFiles = [Index, Catalogue, Latest, Events, Changes, References, Feed];
    private static readonly string[] s_badges = [Badges.Gate, Badges.SelfTest];
    private static readonly string[] s_keptFolders = [Runs, "timelines/", "tables/", "verdicts/", "selftests/", $"{Traced}/"];

    /// <summary>The files that every change of a history reads or writes.</summary>
    public static IReadOnlyList<string> Always { get; } = [.. s_derivedFiles, .. s_badges, NoJekyll, VerdictList];

    public static bool IsDerived(string path) => s_derivedFiles.Contains(path) || IsIn(s_derivedFolders, path);

    /// <summary>Whether a file counts for the size of a history; those of the front end and of others on the branch do not, and neither does the
    /// entry point, which holds the size.</summary>
    public static bool IsCounted(string path) => path != Index && (IsDerived(path) || s_badges.Contains(path) || IsIn(s_keptFolders, path));

    public static int ChunkOf(int sequence) => sequence / ChunkRuns;

    public static string RunList(int chunk) => $"index/{chunk}.json";

    public static string Shard(string metricPath, string scenarioPath, int chunk) => $"series/{metricPath}/{scenarioPath}/{chunk}.json";

    public static string Table(string hash) => $"tables/{hash}.json";

    public static string Run(string id) => Dated("runs", id);

    public static string Timelines(string id) => Dated("timelines", id);

    /// <summary>A document that is filed by year: <c>runs/2026/20261121T075012345Z-7f3a.json</c>.</summary>
    public static string Dated(string folder, string id) => IsId(id)
        ? $"{folder}/{id[..4]}/{id}.json"
        : throw new UsageException(
        $"id '{id}': found an id that is no file name of the history, expected a date and then letters, digits, dots and hyphens, e.g. "
            + $"20261121T075012345Z-7f3a");

    /// <summary>A scenario or metric as a folder; other names than of letters, digits and hyphens get a hash, so that no two share one.</summary>
    public static string FolderOf(string name) => IsFolder(name) ? name
        : $"{string.Concat(name.Take(40).Select(c => char.IsAsciiLetterOrDigit(c) ? c : '-'))}-{HistoryJson.Hash(name)}";

    public static bool IsId(string id) =>
        id.Length is >= 4 and <= 100 && id.Take(4).All(char.IsAsciiDigit) && id.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.');

    private static bool IsIn(string[] folders, string path) => folders.Any(folder => path.StartsWith(folder, StringComparison.Ordinal));

    private static bool IsFolder(string name) =>
        name.Length is > 0 and <= 60 && name[0] != '-' && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '-');
}
