namespace PerfMatrix.GitHub.Comments;

/// <summary>The comment on a pull request. Pure: the same verdict and context give the same text.</summary>
internal static class CommentBody
{
    /// <summary>Largest comment in bytes; the service takes 65,536 characters.</summary>
    public const int Largest = 60 * 1024;

    private const string Cut = "\nThere was no room for more; the full report has everything.\n";

    /// <param name="why">What traced rounds showed; null where nobody looked.</param>
    public static string Of(VerdictDocument verdict, CommentContext context, WhyDocument? why = null) => Join(
    [
        Opening(context, verdict.Outcome.Word() + (VerdictWords.IsAdvice(verdict) ? ", as advice" : ""),
            $"**{VerdictWords.Headline(verdict)}**{VerdictWords.Cause(verdict, CommentCauses.Words, "`")} "
                + $"{Commits(verdict, context)} [Full report]({context.Report})."),
        CommentTable.Of(verdict, context),
        CommentPolicy.Of(context),
        CommentCauses.Of(verdict, why),
        CommentEnvironment.Of(verdict),
        CommentUnknowns.Of(verdict, context),
        CommentLinks.Of(verdict, context),
        CommentCommands.Reproduce(verdict, context),
        CommentCommands.Acknowledge(verdict, context),
    ]);

    /// <summary>The comment of a run without a verdict: missing is loud.</summary>
    /// <param name="reason">Why; it may quote what was found.</param>
    public static string WithoutVerdict(string reason, CommentContext context) => Join(
    [
        Opening(context, "no verdict",
            $"**Incomplete, this is not a pass.** {Quoted(reason)}. [Look at the run]({context.Report}): fix what it names, or run its "
                + "failed jobs again."),
        CommentPolicy.Of(context),
    ]);

    public static string OfIntroduction(string commit, CommentContext context) =>
        Opening(context, "nothing to compare with", $"{Introduction.Sentence(commit)} [Look at the run]({context.Report}).");

    // Words are no Markdown. What else there is goes into code.
    private static string Quoted(string text) =>
        text.All(c => char.IsAsciiLetterOrDigit(c) || c is ' ' or '(' or ')' or ',') ? char.ToUpperInvariant(text[0]) + text[1..]
        : MarkdownText.Code(text);

    private static string Opening(CommentContext context, string word, string sentence) =>
        $"{context.Marker.Line}\n### perfmatrix: {word}\n\n{sentence}\n";

    private static string Commits(VerdictDocument verdict, CommentContext context) =>
        $"Head `{Wording.ShortCommit(context.Run.HeadSha)}` against "
        + (context.BaseOf(verdict) is { } old ? $"base `{Wording.ShortCommit(old)}`." : "its base.");

    /// <summary>Sections in order of importance; the first that does not fit ends the text.</summary>
    private static string Join(IEnumerable<string> sections)
    {
        List<string> all = [.. sections.Where(section => section.Length > 0).Select((section, index) => index == 0 ? section : "\n" + section)];
        var shown = MarkdownText.Fitting(all, Largest - Cut.Length);
        return string.Concat(shown) + (shown.Count < all.Count ? Cut : "");
    }
}

/// <summary>Where to look closer on the trend site.</summary>
internal static class CommentLinks
{
    private const int MostCells = 4;

    public static string Of(VerdictDocument verdict, CommentContext context)
    {
        if (context.Site is null) return "";
        var worst = CommentTable.Rows(verdict).Take(MostCells).ToList();
        if (worst.Count == 0) return $"[Trend of the base branch]({context.Site}).\n";
        return $"**Base branch:** [compare the variants]({context.Site}#/compare?b={Escape(worst[0].Cell)}&metric={worst[0].Metric}) · [trend of "
            + $"these cells]({Trend(context.Site, worst.Select(cell => cell.Cell), worst[0].Metric)})\n";
    }

    internal static string Trend(string site, IEnumerable<string> cells, string metric) => $"{site}#/trend?cells="
        + string.Join(',', cells.Distinct().Take(MostCells).Select(cell => Escape(AtomFeed.InList(cell)))) + $"&metric={metric}";

    // As the site writes its own addresses: slashes stay. Parentheses would end a Markdown link.
    internal static string Escape(string cell) =>
        Uri.EscapeDataString(cell).Replace("%2F", "/", StringComparison.Ordinal).Replace("%40", "@", StringComparison.Ordinal)
            .Replace("(", "%28", StringComparison.Ordinal).Replace(")", "%29", StringComparison.Ordinal);
}

/// <summary>Changes of the gate's own rules, and of what carries them out.</summary>
internal static class CommentPolicy
{
    private const string Machinery = ".github/";
    private const string Distrust = "Check this before you trust the verdict";
    private static readonly string[] s_buildSuffixes = [".props", ".targets", "proj", ".rsp"];
    private static readonly string[] s_buildNames = ["nuget.config", "global.json", "packages.lock.json", "dotnet-tools.json"];
    private static readonly string[] s_probe = ["PerfMatrix.Probe/", "PerfMatrix.Shared/Contract/Probe"];
    private const int MostNames = 5;

    public static string Of(CommentContext context) => string.Join('\n', new[]
    {
        Siblings(context),
        Changed(context, PolicyFiles.Names.Contains, "Policy",
            "It was judged by the rules of the base branch; the new ones apply after the merge."),
        // GitHub runs the workflow file of the merge commit, so whoever changes it decides what is measured, and whether.
        Changed(context, IsMachinery, Distrust,
            "GitHub runs the workflow files of the pull request, so these changes may have weakened the gate that judged them."),
        // MSBuild reads these by itself, and the probe is compiled into what is measured.
        Changed(context, IsOfBuild, "Look at the build", "Such files decide what is built, and what the measured process reports "
            + "about itself, such as allocations and collections."),
        More(context),
    }.Where(text => text.Length > 0));

    /// <summary>The files among changed files that a pull request could loosen its own gate by; a file that was renamed away counts.</summary>
    public static IReadOnlyList<string> Among(IReadOnlyList<ChangedFile> files)
    {
        var names = files.SelectMany(file => new[] { file.Filename, file.PreviousFilename }).OfType<string>().ToHashSet();
        return [.. PolicyFiles.Names.Where(names.Contains), .. names.Where(IsMachinery).Order(StringComparer.Ordinal),
            .. names.Where(IsOfBuild).Order(StringComparer.Ordinal)];
    }

    private static string Changed(CommentContext context, Func<string, bool> isOne, string title, string meaning) =>
        context.PolicyChanges.Where(isOne).ToList() is { Count: > 0 } files
            ? $"**{title}:** this pull request changes {Names(files)}. {meaning}\n" : "";

    private static string More(CommentContext context) => context.HasMoreFiles
        ? $"**{Distrust}:** this pull request changes {GitHubApi.MostChangedFiles:#,0} files or more, and GitHub "
        + $"names no more of them, so its workflows, its rules and its build may be among the others.\n"
        : "";

    private static string Siblings(CommentContext context) => context.Siblings.Count > 0
        ? $"**Shared head:** {string.Join(" and ", context.Siblings.Select(number => $"#{number}"))} and this pull request have the same commit, and "
        + $"nothing says which of them the run was about; what it compared with is named above.\n"
        : "";

    private static bool IsOfBuild(string file) => !IsMachinery(file)
        && (s_buildSuffixes.Any(suffix => file.EndsWith(suffix, StringComparison.OrdinalIgnoreCase))
            || s_buildNames.Contains(Path.GetFileName(file), StringComparer.OrdinalIgnoreCase)
            || s_probe.Any(part => file.Contains(part, StringComparison.OrdinalIgnoreCase)));

    private static bool IsMachinery(string file) =>
        file.StartsWith(Machinery, StringComparison.Ordinal) || file is Invocation.Script or ToolManifest.Path;

    // Whoever opens the pull request names its files.
    private static string Names(List<string> files) =>
        string.Join(" and ", files.Take(MostNames).Select(file => $"`{CauseWords.Plain(file)}`"))
        + (files.Count > MostNames ? $" and {files.Count - MostNames} more files" : "");
}
