using System.Text;
using PerfMatrix.Gate;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Verdicts;

namespace PerfMatrix.GitHub.Comments;

/// <summary>At most ten rows, the worst first. What is the same has no row: there is nothing to act on.</summary>
internal static class CommentTable
{
    private const int Most = 10;

    public static string Of(VerdictDocument verdict, CommentContext context)
    {
        var rows = Rows(verdict);
        if (rows.Count == 0) return "";
        var text = new StringBuilder();
        MarkdownText.Line(text, "| Verdict | Cell | Metric | Change % [95 %] | Rounds |", "|---|---|---|---:|---:|");
        foreach (var row in rows.Take(Most))
            MarkdownText.Line(text, MarkdownText.Row([Word(row), $"`{row.Cell}`", MarkdownText.Escape(Metric.TitleOf(row.Metric)),
                VerdictWords.Effect(row.EffectPercent, row.LowPercent, row.HighPercent), Rounds(row)]));
        MarkdownText.Line(text, "", $"Head against base; above 0 is worse, whatever the direction of the metric.{More(rows.Count - Most, context)}");
        return text.ToString();
    }

    /// <summary>What gates and is not the same, in the order shown.</summary>
    public static IReadOnlyList<CellVerdict> Rows(VerdictDocument verdict) =>
    [
        .. verdict.Cells.Where(cell => cell is { Gates: true, Verdict: not Verdict.Same })
            .OrderBy(Rank).ThenByDescending(cell => cell.EffectPercent).ThenBy(cell => cell.Cell, StringComparer.Ordinal)
            .ThenBy(cell => cell.Metric, StringComparer.Ordinal),
    ];

    private static int Rank(CellVerdict cell) => cell switch
    {
        { Verdict: Verdict.Worse, Acknowledged: null } => 0,
        { Verdict: Verdict.Unknown, Rounds: 0 } => 1,
        { Verdict: Verdict.Unknown } => 2,
        { Verdict: Verdict.Worse } => 3,
        _ => 4,
    };

    private static string Word(CellVerdict cell) => cell switch
    {
        { Acknowledged: not null } => "worse, acknowledged",
        { Verdict: Verdict.Worse } => "**worse**",
        { Rounds: 0 } => "not measured",
        _ => cell.Verdict.ToString().ToLowerInvariant(),
    };

    private static string Rounds(CellVerdict cell) => cell.Machines > 1 ? $"{cell.Rounds} on {cell.Machines} machines" : $"{cell.Rounds}";

    private static string More(int more, CommentContext context) =>
        more > 0 ? $" {more} more {(more == 1 ? "row is" : "rows are")} in the [full report]({context.Report})." : "";
}
