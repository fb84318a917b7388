using System.Globalization;
using System.Text;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Reporting;

namespace PerfMatrix.GitHub.Comments;

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
        MarkdownText.Line(text, "<details><summary>How to measure this on your machine</summary>", "", "```sh",
            $"git fetch origin pull/{context.PullRequest}/head");
        foreach (var selection in Selections(verdict, CommentTable.Rows(verdict)))
            MarkdownText.Line(text, $"scripts/perfmatrix compare {old} {head}{selection}");
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
            $"<details><summary>If {(worse.Count == 1 ? "this is" : "these are")} intended: how to "
                + $"acknowledge {(worse.Count == 1 ? "it" : "them")}</summary>",
            "",
            $"Under `acknowledged` in `{AcknowledgementFile.Name}` of the base branch, which the gate reads:",
            "",
            "```yaml");
        foreach (var cell in worse)
            MarkdownText.Line(text, $"  - cell: \"{cell.Cell}\"", $"    metric: {cell.Metric}",
                $"    reason: \"why this is acceptable, #{context.PullRequest}\"", $"    expires: {expires}");
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

    private static bool IsPlain(string value) => value.Length > 0 && !value.Contains("..", StringComparison.Ordinal)
        && value.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' or '@' or '_' or '/');
}

/// <summary>What is not known, and what would decide it.</summary>
internal static class CommentUnknowns
{
    private const int Most = 5;

    public static string Of(VerdictDocument verdict, CommentContext context)
    {
        var gating = verdict.Cells.Where(cell => cell.Gates).ToList();
        var unknown = gating.Where(cell => cell.Verdict == Verdict.Unknown).ToList();
        if (unknown.Count == 0) return "";
        var text = new StringBuilder();
        MarkdownText.Line(text,
            $"**Unknown:** {unknown.Count} of {gating.Count} verdicts, which does not mean good. How to "
                + $"decide {(unknown.Count == 1 ? "it" : "them")}:", "");
        var missing = unknown.Where(cell => cell.Rounds == 0).Select(cell => cell.Cell).Distinct().ToList();
        if (missing.Count > 0)
            MarkdownText.Line(text,
                $"- `{missing[0]}`{(missing.Count > 1 ? $" and {missing.Count - 1} more cells were" : " was")} not measured: run the failed jobs "
                    + $"again.");
        var open = unknown.Where(cell => cell is { Rounds: > 0, MoreRounds: not null }).OrderBy(cell => cell.MoreRounds).ToList();
        foreach (var cell in open.Take(Most))
            MarkdownText.Line(text, $"- `{cell.Cell}` {cell.Metric}: about {cell.MoreRounds} more {(cell.MoreRounds == 1 ? "round" : "rounds")}.");
        if (unknown.Count(cell => cell is { Rounds: > 0, MoreRounds: null }) is > 0 and var noisy)
            MarkdownText.Line(text,
                $"- {noisy} {(noisy == 1 ? "verdict" : "verdicts")} that no feasible number of rounds would decide: measure on a quieter machine.");
        if (open.Count > 0 && (verdict.Base?.Sha ?? context.BaseSha) is { } old && context.Run.HeadSha is { } head)
            AppendMoreRounds(text, verdict, [.. open.Take(Most)], old, head, context);
        return text.ToString();
    }

    private static void AppendMoreRounds(
        StringBuilder text, VerdictDocument verdict, IReadOnlyList<CellVerdict> open, string old, string head, CommentContext context)
    {
        var rounds = open.Max(cell => cell.Rounds + cell.MoreRounds!.Value);
        MarkdownText.Line(text, "", "More rounds, on a machine of your own (fetched as below):", "", "```sh");
        foreach (var selection in CommentCommands.Selections(verdict, open))
            MarkdownText.Line(text, $"scripts/perfmatrix compare {old} {head}{selection} --rounds {rounds}");
        MarkdownText.Line(text, "```");
        // A dispatched workflow has the commits of this repository, not those of a fork.
        if (context.IsOwnBranch)
            MarkdownText.Line(text, "",
                $"Or start the workflow `perf-dispatch` with base `{old}`, head `{head}`, rounds `{rounds}`, and the scenario, runtime, GC mode "
                    + $"and cores of a cell.");
    }
}
