namespace PerfMatrix.GitHub.Comments;

/// <summary>What to copy: the commands that measure the shown cells, and the entry that acknowledges a regression.</summary>
internal static class CommentCommands
{
    /// <summary>Stands behind the key and the file that an entry belongs in: below <c>[]</c> it would be no YAML.</summary>
    public const string WhereToPaste = "(add the key if it is missing; replace `[]` if the list is empty)";

    private const int MostCells = 10;
    private const int DaysAcknowledged = 90;

    /// <summary>How to measure the cells of the table on a machine of one's own.</summary>
    public static string Reproduce(VerdictDocument verdict, CommentContext context) => context.Sides(verdict) is not { } sides ? ""
        : MarkdownText.Lines(
        [
            "<details><summary>How to measure this on your machine</summary>", "", "```sh",
            $"git fetch origin pull/{context.PullRequest}/head {sides.Base}",
            .. Compare(sides, verdict, CommentTable.Rows(verdict)), "```", "</details>",
        ]);

    /// <summary>The commands that measure these cells afresh, because no machine has the runs of the jobs to continue them.</summary>
    internal static IEnumerable<string> Compare(
        (string Base, string Head) sides, VerdictDocument verdict, IReadOnlyList<CellVerdict> rows, string options = "") =>
        Selections(verdict, rows).Select(
            selection => $"{Invocation.Here} compare {sides.Base} {sides.Head}{selection}{Size(verdict)}{options}");

    private static string Size(VerdictDocument verdict) => verdict.OwnDetectPercent is { } size ? $" --detect {size}" : "";

    /// <summary>How to say that a regression is meant; nothing without one.</summary>
    public static string Acknowledge(VerdictDocument verdict, CommentContext context)
    {
        var worse = CommentTable.Rows(verdict).Where(cell => cell.Kind is VerdictKind.Worse or VerdictKind.Undecided).Take(MostCells).ToList();
        if (worse.Count == 0) return "";
        var expires = context.Today.AddDays(DaysAcknowledged).ToString("yyyy-MM-dd");
        return MarkdownText.Lines(
        [
            $"<details><summary>If {(worse.Count == 1 ? "this is" : "these are")} intended: how to "
                + $"acknowledge {(worse.Count == 1 ? "it" : "them")}</summary>", "",
            $"Under `acknowledged` in `{Invocation.PlaceOf(AcknowledgementFile.Name)}` of the base branch, which the gate reads {WhereToPaste}:", "",
            "```yaml",
            .. worse.SelectMany(IEnumerable<string> (cell) =>
            [
                $"  - cell: \"{cell.Cell}\"", $"    metric: {cell.Metric}",
                $"    reason: \"why this is acceptable, #{context.PullRequest}\"", $"    expires: {expires}",
            ]),
            "```", "</details>",
        ]);
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
        var kinds = verdict.Cells.Where(cell => cell.Gates).ToLookup(cell => cell.Kind);
        var open = kinds.Where(cells => cells.Key.IsOpen()).Sum(cells => cells.Count());
        if (open == 0) return "";
        var undecided = kinds[VerdictKind.Undecided].Take(Most).ToList();
        var (missing, unknown) = (kinds[VerdictKind.NotMeasured].ToList(), kinds[VerdictKind.Unknown].ToList());
        return MarkdownText.Lines(
        [
            $"**Not known:** {open} of {verdict.Cells.Count(cell => cell.Gates)} verdicts.", "",
            .. Dropped([.. kinds[VerdictKind.Missing].Select(cell => cell.Cell).Distinct()]),
            .. Missing([.. missing.Where(cell => cell.Rounds == 0).Select(cell => cell.Cell).Distinct()], verdict),
            .. Unjudged([.. missing.Where(cell => cell.Rounds > 0).Select(cell => cell.Cell).Distinct()], context),
            .. undecided.Select(cell => $"- {Named(cell)} looks worse, neither confirmed nor excluded{Needed(verdict, cell)}."),
            .. unknown.Exists(cell => cell.DetectablePercent is not null)
                ? ["- Unknown is not good: a change smaller than *Detectable %* may have been missed."] : Array.Empty<string>(),
            .. unknown.Where(cell => cell.DetectablePercent is null).Take(Most)
                .Select(cell => $"- {Named(cell)} has too few values on both sides to tell."),
            .. MoreRounds(verdict, undecided, context),
        ]);
    }

    private static IEnumerable<string> Dropped(List<string> cells) => cells.Count == 0 ? [] :
    [
        $"- `{cells[0]}`{(cells.Count > 1 ? $" and {cells.Count - 1} more cells are" : " is")} measured by base "
            + $"and missing in head. If that is intended, remove it from the matrix in an earlier pull request, or "
            + $"acknowledge it in the base branch with `metric: {Acknowledgement.Dropped}`.",
    ];

    private static IEnumerable<string> Missing(List<string> cells, VerdictDocument verdict) => cells.Count == 0 ? [] :
    [
        $"- {Were(cells)} not measured" + (verdict.Unbuilt is { } side ? $". {Unbuilt.Sentence(side)}"
            : ": run the failed jobs again, or all jobs where none but Verdict failed."),
    ];

    // No job failed: the machine was unfit, head failed in many rounds or lacks a metric. The reason is the artifact's, so it is not repeated here.
    private static IEnumerable<string> Unjudged(List<string> cells, CommentContext context) => cells.Count == 0 ? [] :
    [
        $"- {Were(cells)} measured, and cannot be judged: the [full report]({context.Report}) says why, and what to do. Where a machine was unfit, "
            + "run all jobs again: they get other machines.",
    ];

    private static string Were(List<string> cells) => $"`{cells[0]}`{(cells.Count > 1 ? $" and {cells.Count - 1} more cells were" : " was")}";

    private static string Named(CellVerdict cell) => $"`{cell.Cell}` {MarkdownText.Escape(Metric.TitleOf(cell.Metric))}";

    private static IEnumerable<string> MoreRounds(VerdictDocument verdict, List<CellVerdict> open, CommentContext context)
    {
        if (open.Count == 0 || context.Sides(verdict) is not { } sides) return [];
        var rounds = Math.Min(open.Max(cell => Math.Max(2 * cell.Rounds, RoundsFor(verdict, cell) ?? 0)), PolicyCheck.LargestMostRounds);
        IEnumerable<string> here = ["", "More rounds, on a machine of your own (fetched as below):", "", "```sh",
            .. CommentCommands.Compare(sides, verdict, open, $" --rounds {rounds}"), "```"];
        // A dispatched workflow has the commits of this repository, not those of a fork, and the size of its policy.
        if (!context.IsOwnBranch || verdict.OwnDetectPercent is not null) return here;
        var cells = open.Select(cell => cell.Cell).ToHashSet();
        var axes = Axis.All.Where(axis => verdict.Axes.Any(cell => cells.Contains(cell.Id) && axis.IsIn(cell))).Select(Words).ToList();
        return [.. here, "",
            $"Or start the workflow `perf-dispatch` with base `{sides.Base}`, head `{sides.Head}`, rounds `{rounds}`, and the "
                + $"{Wording.Listed(axes, "and")} of a cell."];
    }

    // The words of `gate --explain`.
    private static string Needed(VerdictDocument verdict, CellVerdict cell) => RoundsFor(verdict, cell) is { } rounds
        ? $"; {VerdictWords.Size(verdict, cell)} % would take about {rounds} rounds at this noise" : "";

    // The policy is the artifact's, so it may be one that nobody can count with.
    private static int? RoundsFor(VerdictDocument verdict, CellVerdict cell) =>
        PolicyCheck.Problems(verdict.Policy).Count > 0 ? null : PolicyExplanation.RoundsFor(verdict, cell);

    private static string Words(Axis axis) => axis.Limit?.Words ?? (axis == Axis.Gc ? "GC mode" : axis.Name);
}
