namespace PerfMatrix.GitHub.Alerts;

/// <summary>Who owns which files, by "About code owners" on docs.github.com: of the patterns that match a file the last one counts.</summary>
internal sealed class CodeOwners(string text)
{
    // In the order in which GitHub looks for it.
    private static readonly string[] s_files = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

    private readonly List<(Regex Pattern, string[] Owners)> _lines = [.. text.Split('\n').Select(line => line.Split('#')[0].Split((char[]?)null,
        StringSplitOptions.RemoveEmptyEntries)).Where(words => words.Length > 0).Select(words => (Pattern(words[0]), words[1..]))];

    /// <summary>Those of a checkout; nobody where no file says so.</summary>
    public static CodeOwners Of(string root) =>
        new(s_files.Select(file => Path.Combine(root, file)).FirstOrDefault(File.Exists) is { } file ? File.ReadAllText(file) : "");

    /// <summary>The owners of files, each with how many of them are theirs, most first. They have no <c>@</c>: nobody is to be notified.</summary>
    public IReadOnlyList<(string Owner, int Files)> Of(IEnumerable<string> files) =>
    [
        .. files.SelectMany(file => _lines.FindLast(line => line.Pattern.IsMatch(file)).Owners ?? []).CountBy(owner => owner.TrimStart('@'))
            .OrderByDescending(owner => owner.Value).ThenBy(owner => owner.Key, StringComparer.Ordinal).Select(owner => (owner.Key, owner.Value)),
    ];

    // A slash before the end ties a pattern to the root; what names a folder is about all below it.
    private static Regex Pattern(string pattern)
    {
        var start = pattern.TrimEnd('/').Contains('/', StringComparison.Ordinal) ? "" : "(.*/)?";
        var end = pattern[^1] == '/' ? "/.*" : pattern.EndsWith("/*", StringComparison.Ordinal) ? "" : "(/.*)?";
        var middle = Regex.Escape(pattern.Trim('/')).Replace(@"\*\*/", "(.*/)?", StringComparison.Ordinal)
            .Replace(@"\*\*", ".*", StringComparison.Ordinal).Replace(@"\*", "[^/]*", StringComparison.Ordinal)
            .Replace(@"\?", "[^/]", StringComparison.Ordinal);
        return new($@"\A{start}{middle}{end}\z", RegexOptions.NonBacktracking | RegexOptions.CultureInvariant, TimeSpan.FromSeconds(1));
    }
}
