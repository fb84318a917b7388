using PerfMatrix.Explain;

namespace PerfMatrix.Benchmarks.Articles;

/// <summary>Every claim of all articles with its verdict, for docs/articles.md. A verdict is that of the newest committed report of a whole
/// article that measured a claim of this name, otherwise of the newest one of a part, which may have a single round where the whole has five. So a
/// claim that is judged by other rules than before gets another name; it waits until it is measured again.</summary>
internal static class ClaimTable
{
    public const string Document = "docs/articles.md";
    public const string Reports = "reports/articles";
    public const string Begin = "<!-- scripts/benchmark articles claims: begin -->";
    public const string End = "<!-- scripts/benchmark articles claims: end -->";

    private static readonly string[] s_kinds = ["reproduced", "answered", Claim.Unexplained, "differs because", "cannot be shown here because"];

    private const string Waits = "waits for its run";

    /// <summary>The document with the table of today between its marks.</summary>
    public static string Update(string document, string root)
    {
        var (begin, end) = (document.IndexOf(Begin, StringComparison.Ordinal), document.IndexOf(End, StringComparison.Ordinal));
        return begin < 0 || end < begin
            ? throw new UsageException($"{Document}: found no lines '{Begin}' and, behind it, '{End}'; the table of claims goes between them")
            : $"{document[..(begin + Begin.Length)]}\n\n{Markdown(root)}\n{document[end..]}";
    }

    private static string Markdown(string root)
    {
        List<IReadOnlyList<string>> rows = [.. from article in Article.All from row in RowsOf(article, root) select row];
        var counts = rows.CountBy(row => Kind(row[^1])).OrderByDescending(kind => kind.Value).Select(kind => $"{kind.Value} {kind.Key}");
        return MarkdownText.Lines(
        [
            $"{rows.Count} claims: {string.Join(", ", counts)}.", "",
            MarkdownText.Row(["Report", .. Claim.Headings]), MarkdownText.Row(["---", .. Claim.Headings.Select(_ => "---")]),
            .. rows.Select(MarkdownText.Row),
        ]);
    }

    private static string Kind(string verdict) => verdict.EndsWith(Claim.Rest, StringComparison.Ordinal) ? Claim.Unexplained
        : Array.Find(s_kinds, kind => verdict.StartsWith(kind, StringComparison.Ordinal))?.Replace(" because", "", StringComparison.Ordinal)
        ?? "wait for their run";

    private static IEnumerable<IReadOnlyList<string>> RowsOf(Article article, string root)
    {
        var measured = Measured(article, root).ToLookup(row => row[1], StringComparer.Ordinal);
        foreach (var claim in article.Claims)
        {
            IReadOnlyList<string> row = [article.Number, .. claim.Unmeasured.Cells.Select(cell => MarkdownText.Escape(cell.Value))];
            // What no run changes is judged already.
            yield return claim.Unmeasured.Verdict != ClaimRow.NotMeasured ? row
                : measured[row[1]].FirstOrDefault()
                ?? [.. row.SkipLast(1), claim.Lacks is { } lacks ? $"cannot be shown here because {lacks}" : Waits];
        }
    }

    // The lines of the reports' own tables that have something of ours, as they stand there: those of whole articles first, the newest first, then
    // those of parts, which have a name behind the number (000-decisions), the newest first.
    private static IEnumerable<IReadOnlyList<string>> Measured(Article article, string root) =>
        Directory.Exists(Path.Combine(root, Reports))
            ? from file in Directory.GetDirectories(Path.Combine(root, Reports)).OrderDescending(StringComparer.Ordinal)
                  .SelectMany(folder => Directory.GetFiles(folder, $"{article.Number}*.md").Order(StringComparer.Ordinal))
                  .OrderBy(path => Path.GetFileNameWithoutExtension(path) != article.Number)
              from line in File.ReadAllText(file).Split('\n').SkipWhile(line => line != $"## {Claim.Title}").Skip(1)
                  .TakeWhile(line => !line.StartsWith("## ", StringComparison.Ordinal))
              where line.StartsWith("| ", StringComparison.Ordinal)
              let row = (IReadOnlyList<string>)[article.Number, .. line[2..^2].Split(" | ")]
              where row is [_, _, _, not ClaimRow.Nothing, ..]
              select row
            : [];
}

/// <summary>Reports of stored and of committed runs: when a rule changes, their reports are made anew and nothing is measured.</summary>
internal static class StoredRuns
{
    /// <summary>A folder a day, in it one a report, named as that: the number of the article, and what a report of a part is about.</summary>
    public const string Folder = "reports/runs";

    public static ReportDocument Report(Article article, IReadOnlyList<string> documents)
    {
        var (run, timelines) = JoinedRuns.Read(documents, ofOneCommit: false);
        List<GcDocument> traced = article == DatasArticle.Article ? Traced(documents) : [];
        var report = article.Build(run, timelines, traced);
        return report with { Sections = [.. report.Sections, .. DatasDecisions.Of(traced)] };
    }

    /// <summary>The reports of committed runs, and where they belong, without extension: <c>reports/articles/2026-11-28/003-minute</c>.</summary>
    public static IEnumerable<(string Path, ReportDocument Report)> Reports(string root) =>
        from day in FoldersIn(Path.Combine(root, Folder))
        from runs in FoldersIn(day)
        let name = Path.GetFileName(runs)
        let article = Article.All.FirstOrDefault(article => $"{name}-".StartsWith($"{article.Number}-", StringComparison.Ordinal))
            ?? throw new UsageException($"{Folder}/{Path.GetFileName(day)}/{name}: expected a name that begins with the number of an article")
        let report = Report(article, RunFolder.FindDocuments(runs))
        select ($"{ClaimTable.Reports}/{Path.GetFileName(day)}/{name}",
            name == article.Number ? report : report with { Title = $"{report.Title}: {name[(article.Number.Length + 1)..]}" });

    private static IEnumerable<string> FoldersIn(string folder) =>
        Directory.Exists(folder) ? Directory.GetDirectories(folder).Order(StringComparer.Ordinal) : [];

    private static List<GcDocument> Traced(IEnumerable<string> documents) =>
    [
        .. documents.Select(document => Path.GetDirectoryName(Path.GetFullPath(document))!).Distinct()
            .Select(folder => GcDocument.File.Find(GcDocument.File.In(folder))).OfType<GcDocument>(),
    ];
}
