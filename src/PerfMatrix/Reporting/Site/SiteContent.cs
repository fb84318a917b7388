namespace PerfMatrix.Reporting.Site;

/// <summary>What a browser gets for an address: the front end from this program, data from the folder of a history, nothing else.</summary>
internal sealed class SiteContent(string history, GatePolicy policy)
{
    private readonly IReadOnlyDictionary<string, byte[]> _own = SiteFiles.Of(policy, history);
    private readonly string _root = Path.GetFullPath(history) + Path.DirectorySeparatorChar;

    /// <summary>The content of a path; null when there is nothing to give, also for anything outside the folder and for hidden files.</summary>
    /// <exception cref="IOException">The file is there but cannot be read.</exception>
    public SiteAnswer? Find(string path)
    {
        var name = path.TrimStart('/');
        if (name.Length == 0 || name.EndsWith('/')) name += "index.html";
        if (_own.TryGetValue(name, out var own)) return new SiteAnswer(own, TypeOf(name));
        if (name.Contains('\0') || SiteFiles.IsHidden(name)) return null;
        var file = Path.GetFullPath(Path.Combine(_root, name));
        return file.StartsWith(_root, StringComparison.Ordinal) && File.Exists(file) ? new SiteAnswer(File.ReadAllBytes(file), TypeOf(name)) : null;
    }

    private static string TypeOf(string name) => Path.GetExtension(name) switch
    {
        ".html" => "text/html; charset=utf-8",
        ".js" => "text/javascript; charset=utf-8",
        ".css" => "text/css; charset=utf-8",
        ".json" => "application/json",
        ".svg" => "image/svg+xml",
        ".atom" => "application/atom+xml",
        _ => "application/octet-stream",
    };
}

internal sealed record SiteAnswer(byte[] Content, string Type);

/// <summary>The built front end, <c>reports/site</c>, carried inside this program, because a user's machine has the .NET SDK and no Node. A test
/// proves that the checked-in files are what the sources give.</summary>
internal static class SiteBundle
{
    public static string Script { get; } = Read("site.js");
    public static string Style { get; } = Read("site.css");
    public static string Page { get; } = Read("page.html");

    /// <summary>Changes when script or style change, so that browsers do not mix versions.</summary>
    public static string Version { get; } = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Script + Style)))[..12];

    private static string Read(string name) => ConfigurationFiles.ToolText($"site/{name}");
}

/// <summary>Fills the page of the front end in: everything inside, or with script and style beside it.</summary>
internal static partial class SitePage
{
    /// <summary>What every page of ours has, and no other.</summary>
    public const string DataElement = "id=\"perfmatrix-data\"";

    /// <summary>The picture that others show beside a link to any page, so it has no figures. Nobody who opens the page loads it.</summary>
    public static string Card { get; } = $"{ThisTool.Repository}/raw/main/reports/site/card.png";

    /// <summary>A page that needs no other file. Only its own script and style may run, known by their hashes: a document stays text.</summary>
    /// <param name="data">JSON in which <c>&lt;</c> is escaped.</param>
    /// <param name="title">What others show of a link to it; null for what is true of any page.</param>
    public static string SelfContained(string data, string? title = null) => Fill(
        $"default-src 'none'; script-src {Hash(SiteBundle.Script)}; style-src {Hash(SiteBundle.Style)}; img-src data:; base-uri 'none'; "
            + $"form-action 'none'",
        $"<style>{SiteBundle.Style}</style>",
        data,
        $"<script>{SiteBundle.Script}</script>",
        title);

    public static string Of(ReportDocument report) =>
        SelfContained(PageData.Format(new { Mode = "document", PageData.Docs, Document = report }), report.Title);

    /// <summary>A page that loads script and style from <c>assets/</c>, and its data from the same place: the index, which every view asks
    /// for first, while the script is on its way.</summary>
    public static string WithAssets(string data, string? title) => Fill(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'",
        $"<link rel=\"stylesheet\" href=\"assets/site.css?v={SiteBundle.Version}\">"
            // As the script asks: without crossorigin it would be loaded twice.
            + $"<link rel=\"preload\" href=\"{HistoryPaths.Index}\" as=\"fetch\" crossorigin>",
        data,
        $"<script src=\"assets/site.js?v={SiteBundle.Version}\"></script>",
        title,
        feed: $"<link rel=\"alternate\" type=\"application/atom+xml\" title=\"Change points\" href=\"{HistoryPaths.Feed}\">");

    private static string Fill(string policy, string style, string data, string script, string? title, string feed = "")
    {
        if (data.Contains('<')) throw new ArgumentException("the data holds a '<' that is not escaped: it could end its element", nameof(data));
        return Place().Replace(SiteBundle.Page, place => place.Groups["name"].Value switch
        {
            "policy" => policy,
            "style" => style,
            "data" => data,
            "script" => script,
            "feed" => feed,
            "card" => Card,
            "title" => WebUtility.HtmlEncode(title ?? "Performance, measured side by side"),
            var other => throw new InvalidOperationException($"page.html has an unknown place {{{{{other}}}}}"),
        });
    }

    private static string Hash(string text) => $"'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)))}'";

    [GeneratedRegex(@"\{\{(?<name>\w+)\}\}", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Place();
}
