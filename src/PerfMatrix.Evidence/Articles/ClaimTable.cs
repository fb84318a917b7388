namespace PerfMatrix.Evidence.Articles;

/// <summary>Every claim of all articles with its verdict, for docs/evidence.md. A verdict is that of the newest committed report of the article that
/// measured the claim; without a report that knows the claims of today, what needs no run is judged, and the rest waits.</summary>
internal static class ClaimTable
{
    public const string Document = "docs/evidence.md";
    public const string Reports = "reports/articles";
    public const string Begin = "<!-- scripts/perfmatrix report claims: begin -->";
    public const string End = "<!-- scripts/perfmatrix report claims: end -->";

    private static readonly string[] s_kinds =
        ["reproduced", "answered", Claim.Open, "differs, unexplained", "differs because", "cannot be shown here because"];

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
        IEnumerable<string> lines =
        [
            $"{rows.Count} claims: {string.Join(", ", counts)}.", "",
            MarkdownText.Row(["Report", .. Claim.Headings]), MarkdownText.Row(["---", .. Claim.Headings.Select(_ => "---")]),
            .. rows.Select(MarkdownText.Row),
        ];
        return string.Concat(lines.Select(line => line + "\n"));
    }

    private static string Kind(string verdict) =>
        Array.Find(s_kinds, kind => verdict.StartsWith(kind, StringComparison.Ordinal))?.Replace(" because", "", StringComparison.Ordinal)
        ?? "wait for their run";

    private static IEnumerable<IReadOnlyList<string>> RowsOf(Article article, string root)
    {
        var reports = Committed(article, root);
        return reports.Count > 0
            ? article.Claims.Select((_, index) => reports.Select(rows => rows[index]).FirstOrDefault(IsMeasured) ?? reports[0][index])
            : article.Claims.Select(claim => claim.Unmeasured.Cells.Select(cell => MarkdownText.Escape(cell.Value)).ToList())
                .Select(cells => (IReadOnlyList<string>)[article.Number, .. cells[..^1], cells[^1] == ClaimRow.NotMeasured ? Waits : cells[^1]]);
    }

    private static bool IsMeasured(IReadOnlyList<string> row) => !row[^1].StartsWith(ClaimRow.NotMeasured, StringComparison.Ordinal);

    // The lines of the reports' own tables, as they stand there, newest first. A report of a part has a name behind the number: 000-decisions.
    private static List<List<IReadOnlyList<string>>> Committed(Article article, string root) =>
        Directory.Exists(Path.Combine(root, Reports))
            ? [.. from folder in Directory.GetDirectories(Path.Combine(root, Reports)).OrderDescending(StringComparer.Ordinal)
                  from file in Directory.GetFiles(folder, $"{article.Number}*.md").Order(StringComparer.Ordinal)
                  let rows = RowsIn(File.ReadAllText(file), article)
                  where rows is not null
                  select rows]
            : [];

    private static List<IReadOnlyList<string>>? RowsIn(string report, Article article)
    {
        List<IReadOnlyList<string>> rows = [.. from line in report.Split('\n').SkipWhile(line => line != $"## {Claim.Title}").Skip(1)
                                                   .TakeWhile(line => !line.StartsWith("## ", StringComparison.Ordinal))
                                               where line.StartsWith("| ", StringComparison.Ordinal)
                                               select (IReadOnlyList<string>)[article.Number, .. line[2..^2].Split(" | ")]];
        return rows.Skip(2).Select(row => row[1]).SequenceEqual(article.Claims.Select(claim => MarkdownText.Escape(claim.What))) ? rows[2..] : null;
    }
}
