using PerfMatrix.GitHub.Verdicts;
using PerfMatrix.GitHub.Workflows;
using PerfMatrix.Reporting.Verdicts;

namespace PerfMatrix.GitHub.Comments;

/// <summary>What to copy: the commands that measure the shown cells, and the entry that acknowledges a regression.</summary>
internal static class CommentCommands
{
    private const int MostCells = 10;
    private const int DaysAcknowledged = 90;

    /// <summary>How to measure the cells of the table on a machine of one's own.</summary>
    public static string Reproduce(VerdictDocument verdict, CommentContext context)
    {
        if (context.Sides(verdict) is not { } sides) return "";
        var text = new StringBuilder();
        MarkdownText.Line(text, "<details><summary>How to measure this on your machine</summary>", "", "```sh",
            $"git fetch origin pull/{context.PullRequest}/head {sides.Base}");
        MarkdownText.Line(text, [.. Compare(sides, verdict, CommentTable.Rows(verdict)), "```", "</details>"]);
        return text.ToString();
    }

    /// <summary>The commands that measure these cells afresh, because no machine has the runs of the jobs to continue them.</summary>
    internal static IEnumerable<string> Compare(
        (string Base, string Head) sides, VerdictDocument verdict, IReadOnlyList<CellVerdict> rows, string options = "") =>
        Selections(verdict, rows).Select(selection => $"{Invocation.Here} compare {sides.Base} {sides.Head}{selection}{options}");

    /// <summary>How to say that a regression is meant; nothing without one.</summary>
    public static string Acknowledge(VerdictDocument verdict, CommentContext context)
    {
        var worse = CommentTable.Rows(verdict).Where(cell => cell is { Verdict: Verdict.Worse or Verdict.Undecided, Acknowledged: null })
            .Take(MostCells).ToList();
        if (worse.Count == 0) return "";
        var expires = context.Today.AddDays(DaysAcknowledged).ToString("yyyy-MM-dd");
        var text = new StringBuilder();
        MarkdownText.Line(
            text,
            $"<details><summary>If {(worse.Count == 1 ? "this is" : "these are")} intended: how to "
                + $"acknowledge {(worse.Count == 1 ? "it" : "them")}</summary>",
            "",
            $"Under `acknowledged` in `{Invocation.PlaceOf(AcknowledgementFile.Name)}` of the base branch, which the gate reads:",
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
        var open = verdict.Cells.Where(cell => cell is { Gates: true, Acknowledged: null, Verdict: Verdict.Undecided or Verdict.Unknown }).ToList();
        if (open.Count == 0) return "";
        var text = new StringBuilder();
        MarkdownText.Line(text, $"**Not known:** {open.Count} of {verdict.Cells.Count(cell => cell.Gates)} verdicts, which does not mean good.", "");
        var dropped = open.Where(cell => cell.Dropped).Select(cell => cell.Cell).Distinct().ToList();
        if (dropped.Count > 0)
            MarkdownText.Line(text, $"- `{dropped[0]}`{(dropped.Count > 1 ? $" and {dropped.Count - 1} more cells are" : " is")} measured by base "
                + $"and missing in head. If that is meant, take it out of the matrix in a pull request before this one, or "
                + $"acknowledge it in the base branch with `metric: {Acknowledgement.Dropped}`.");
        var missing = open.Where(cell => cell is { NotMeasured: true, Dropped: false }).Select(cell => cell.Cell).Distinct().ToList();
        if (missing.Count > 0)
            MarkdownText.Line(text,
                $"- `{missing[0]}`{(missing.Count > 1 ? $" and {missing.Count - 1} more cells were" : " was")} not measured"
                    + (verdict.Unbuilt is { } side ? $". {Unbuilt.Sentence(side)}" : ": run the failed jobs again.")
                    + (verdict.Cells.Any(cell => !cell.NotMeasured && missing.Contains(cell.Cell))
                        ? $" Where it is a metric that head lacks, the [full report]({context.Report}) says so, and what to do." : ""));
        var undecided = open.Where(cell => cell is { NotMeasured: false, Verdict: Verdict.Undecided }).ToList();
        foreach (var cell in undecided.Take(Most)) MarkdownText.Line(text, $"- {Named(cell)} looks worse, neither confirmed nor excluded.");
        foreach (var cell in open.Where(cell => cell is { NotMeasured: false, Verdict: Verdict.Unknown })
            .OrderByDescending(cell => cell.DetectablePercent).Take(Most))
            MarkdownText.Line(text, $"- {Named(cell)} " + (cell.DetectablePercent is null ? "has too few values on both sides to tell."
                : $"would have shown a change of {VerdictWords.Detectable(cell)} %, not a smaller one."));
        if (undecided.Count > 0) AppendMoreRounds(text, verdict, [.. undecided.Take(Most)], context);
        return text.ToString();
    }

    private static string Named(CellVerdict cell) => $"`{cell.Cell}` {MarkdownText.Escape(Metric.TitleOf(cell.Metric))}";

    private static void AppendMoreRounds(StringBuilder text, VerdictDocument verdict, IReadOnlyList<CellVerdict> open, CommentContext context)
    {
        var rounds = Math.Min(2 * open.Max(cell => cell.Rounds), PolicyCheck.LargestMostRounds);
        if (context.Sides(verdict) is not { } sides) return;
        MarkdownText.Line(text, ["", "More rounds, on a machine of your own (fetched as below):", "", "```sh",
            .. CommentCommands.Compare(sides, verdict, open, $" --rounds {rounds}"), "```"]);
        // A dispatched workflow has the commits of this repository, not those of a fork.
        if (!context.IsOwnBranch) return;
        var cells = open.Select(cell => cell.Cell).ToHashSet();
        var axes = Axis.All.Where(axis => verdict.Axes.Any(cell => cells.Contains(cell.Id) && axis.IsIn(cell))).Select(DispatchInputs.Words).ToList();
        MarkdownText.Line(text, "",
            $"Or start the workflow `perf-dispatch` with base `{sides.Base}`, head `{sides.Head}`, rounds `{rounds}`, and the "
                + $"{Wording.Listed(axes, "and")} of a cell.");
    }
}
