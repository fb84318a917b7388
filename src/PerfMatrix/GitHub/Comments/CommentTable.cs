namespace PerfMatrix.GitHub.Comments;

/// <summary>At most ten rows, the worst first. What stayed the same has no row: there is nothing to act on.</summary>
internal static class CommentTable
{
    private const int Most = 10;

    public static string Of(VerdictDocument verdict, CommentContext context)
    {
        var (rows, seen) = (Rows(verdict), VerdictWords.WouldHaveShown(verdict));
        if (rows.Count == 0) return seen is null ? "" : MarkdownText.Lines(seen);
        return MarkdownText.Lines(
        [
            "| Verdict | Cell | Metric | Worse by % [95 %] | Detectable % | Rounds |", "|---|---|---|---:|---:|---:|",
            .. rows.Take(Most).Select(row => MarkdownText.Row([Word(row), $"`{row.Cell}`",
                row.Dropped ? "all" : MarkdownText.Escape(Metric.TitleOf(row.Metric)),
                VerdictWords.Effect(row.EffectPercent, row.LowPercent, row.HighPercent), VerdictWords.Detectable(row),
                $"{row.Rounds}{VerdictWords.OnMachines(row)}"])),
            "", $"Metrics that stayed the same are not listed.{More(rows.Count - Most, context)}",
            .. VerdictWords.SelfReported(rows.Take(Most)) is { } note ? ["", note] : Array.Empty<string>(),
            .. seen is null ? [] : new[] { "", seen },
        ]);
    }

    /// <summary>What gates and is not the same, in the order shown. A cell that head dropped has one row for all its metrics.</summary>
    public static IReadOnlyList<CellVerdict> Rows(VerdictDocument verdict) =>
    [
        .. VerdictWords.WorstFirst(VerdictWords.Rows(verdict.Cells.Where(cell => cell is { Gates: true, Kind: not VerdictKind.Same })))
            .ThenBy(cell => cell.Cell, StringComparer.Ordinal).ThenBy(cell => cell.Metric, StringComparer.Ordinal),
    ];

    private static string Word(CellVerdict cell) =>
        cell.Kind is VerdictKind.Worse or VerdictKind.Missing ? $"**{VerdictWords.Word(cell)}**" : VerdictWords.Word(cell);

    private static string More(int more, CommentContext context) =>
        more > 0 ? $" {more} more {(more == 1 ? "row is" : "rows are")} in the [full report]({context.Report})." : "";
}
