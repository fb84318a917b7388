namespace PerfMatrix.GitHub.Comments;

/// <summary>What the changes of the table come from, folded: the lines that the terminal prints. The names are the pull request's: letters, digits
/// and few signs of them are shown, as code.</summary>
internal static class CommentCauses
{
    /// <param name="why">What traced rounds showed; null where nobody looked.</param>
    public static string Of(VerdictDocument verdict, WhyDocument? why)
    {
        var others = WhyCauses.NotTraced(verdict);
        if (why is null or { Cells: [] }) return MarkdownText.Lines(others);
        var shown = why.Cells.Take(WhyCauses.MostCells).ToList();
        var row = CauseWords.First(CommentTable.Rows(verdict));
        var what = row is null || CauseWords.Title(row) == CauseWords.Cause ? "" : row.Cause!.TooSmall ? "CPU time of " : "allocations of ";
        var found = row is not null ? $"{what}<code>{Name(row.Cause!)}</code>"
            : shown.Exists(cell => cell.Cpu.Count + cell.Allocations.Count + cell.Events.Count > 0) ? "no cause of these verdicts; changes below"
            : shown.Exists(cell => cell.Problem is null) ? "nothing beyond chance" : "not explained";
        var flames = Flames(why);
        var page = flames.Length == 0 ? "" : $" `{Invocation.Here} report FOLDER --format html --out why.html` draws the difference; "
            + "FOLDER is an unpacked artifact `confirm-*`.";
        return MarkdownText.Lines(
        [
            $"<details><summary>Why: {found}</summary>", "",
            .. Lines(why), .. others.Select(sentence => $"- {sentence}"),
            "", $"Head minus base. `why.json` in the artifacts has everything{flames}.{page}", "", "</details>",
        ]);
    }

    /// <summary>Where the stacks are, as the end of a sentence; empty where there are none.</summary>
    public static string Flames(WhyDocument why) =>
        why.Cells.Any(cell => cell.Flame is not null) ? ", and `*.speedscope.json` opens as a flame graph in speedscope" : "";

    /// <summary>The lines of the terminal as a list. The names of cells must be plain.</summary>
    public static IEnumerable<string> Lines(WhyDocument why) =>
        WhyReport.Lines(why with { Cells = [.. why.Cells.Take(WhyCauses.MostCells).Select(Coded)], Warnings = [] })
            .Select(line => line.StartsWith(' ') ? $"  - {line.Trim()}" : $"- {line}");

    /// <summary>A cause in words, its name as code.</summary>
    public static string Words(VerdictCause cause) => CauseWords.Of(cause, $"`{Name(cause)}`");

    // The sentences are ours, the names are not. Of the notes, which others may have written, those that can only be ours are shown.
    private static CellExplanation Coded(CellExplanation cell) => (cell with
    {
        Cell = $"`{cell.Cell}`",
        Notes = [.. cell.Notes.Where(Explainer.Doubts.Contains)],
        Problem = cell.Problem is null ? null : "the full report says why",
    }).WithTexts(name => $"`{CauseWords.Plain(name)}`", sentence => sentence);

    // No brackets either: in the summary they would be Markdown.
    private static string Name(VerdictCause cause) => CauseWords.Plain(CauseWords.NameOf(cause)).Replace('[', '(').Replace(']', ')');
}

/// <summary>What differs beside the code, folded. Names and values are the pull request's: they are shown as code, of few signs.</summary>
internal static class CommentEnvironment
{
    public static string Of(VerdictDocument verdict) => EnvironmentReport.Of(verdict.Environment) is not { } table ? "" : MarkdownText.Lines(
    [
        $"<details><summary>{EnvironmentReport.Title(verdict.Environment!)}</summary>", "",
        MarkdownText.Row(table.Headings), MarkdownText.Row(table.Headings.Select(_ => "---")),
        .. table.Rows.Select(row => MarkdownText.Row(row.Select(cell => $"`{CauseWords.Plain(cell.Value)}`"))),
        "", "</details>",
    ]);
}
