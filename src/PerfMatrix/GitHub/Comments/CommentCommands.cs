using System.Globalization;
using System.Text;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Reporting;

namespace PerfMatrix.GitHub;

/// <summary>What to copy: the commands that measure the shown cells, and the entry that acknowledges a regression.</summary>
internal static class CommentCommands
{
    private const int MostCells = 10;
    private const int DaysAcknowledged = 90;

    /// <summary>How to measure the cells of the table on a machine of one's own.</summary>
    public static string Reproduce(VerdictDocument verdict, CommentContext context)
    {
        if ((verdict.Base?.Sha ?? context.BaseSha) is not { } old || context.Run.HeadSha is not { } head) return "";
        var text = new StringBuilder();
        MarkdownText.Line(text, "<details><summary>How to measure this on your machine</summary>", "", "```sh", $"git fetch origin pull/{context.PullRequest}/head");
        foreach (var selection in Selections(verdict, CommentTable.Rows(verdict))) MarkdownText.Line(text, $"scripts/perfmatrix compare {old} {head}{selection}");
        MarkdownText.Line(text, "```", "</details>");
        return text.ToString();
    }

    /// <summary>How to say that a regression is meant; nothing without one.</summary>
    public static string Acknowledge(VerdictDocument verdict, CommentContext context)
    {
        var worse = CommentTable.Rows(verdict).Where(cell => cell is { Verdict: Verdict.Worse, Acknowledged: null }).Take(MostCells).ToList();
        if (worse.Count == 0) return "";
        var expires = context.Today.AddDays(DaysAcknowledged).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
        var text = new StringBuilder();
        MarkdownText.Line(
            text,
            $"<details><summary>If {(worse.Count == 1 ? "this is" : "these are")} intended: how to acknowledge {(worse.Count == 1 ? "it" : "them")}</summary>",
            "",
            $"Under `acknowledged` in `{AcknowledgementFile.Name}` of the base branch, which the gate reads:",
            "",
            "```yaml");
        foreach (var cell in worse)
            MarkdownText.Line(text, $"  - cell: \"{cell.Cell}\"", $"    metric: {cell.Metric}", $"    reason: \"why this is acceptable, #{context.PullRequest}\"", $"    expires: {expires}");
        MarkdownText.Line(text, "```", "</details>");
        return text.ToString();
    }

    /// <summary>Options for exactly these cells: one command when they are all combinations of their values, else one a cell.</summary>
    internal static IEnumerable<string> Selections(VerdictDocument verdict, IReadOnlyList<CellVerdict> rows)
    {
        var known = verdict.Axes.ToDictionary(cell => cell.Id);
        var cells = rows.Select(row => known.GetValueOrDefault(row.Cell)).OfType<Cell>().Distinct().Take(MostCells).Where(IsReproducible).ToList();
        if (cells.Count == 0) return [" --subset pr"];
        var combinations = Axis.All.Aggregate(1, (product, axis) => product * cells.Select(axis.ValueOf).Distinct().Count());
        return combinations == cells.Count ? [Options(cells)] : cells.Select(cell => Options([cell]));
    }

    private static string Options(List<Cell> cells) => string.Concat(
        Axis.All.Where(axis => cells.Exists(axis.IsIn)).Select(axis => $" {axis.Option} {string.Join(',', cells.Select(axis.ValueOf).Distinct())}"));

    // Comparisons of two values (net8.0..net10.0) are not reproduced this way; and the texts are the artifact's.
    private static bool IsReproducible(Cell cell) => Axis.All.All(axis => IsPlain(axis.ValueOf(cell)));

    private static bool IsPlain(string value) => value.Length > 0 && !value.Contains("..", StringComparison.Ordinal) && value.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' or '@' or '_' or '/');
}
