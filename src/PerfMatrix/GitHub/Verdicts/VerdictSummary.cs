namespace PerfMatrix.GitHub.Verdicts;

/// <summary>The verdict as the summary of a step: the outcome first, then common shifts and what did not report, then tables from worse to same.
/// GitHub drops a summary of more than 1 MiB, so what does not fit is left out by whole tables, which the last line counts.</summary>
internal static class VerdictSummary
{
    public const int Budget = 900_000;
    private const int RowsOfTable = 200;

    // Room for the line that counts what is left out.
    private const int Reserve = 300;

    /// <param name="budget">Most bytes in UTF-8.</param>
    public static string Of(VerdictDocument verdict, IReadOnlyList<string> problems, int budget = Budget)
    {
        var head = Head(verdict, problems);
        List<string> tables = [.. Tables(verdict with { Environment = null }), .. Environment(verdict)];
        var shown = MarkdownText.Fitting(tables, budget - Reserve - Encoding.UTF8.GetByteCount(head));
        return head + string.Concat(shown) + (shown.Count == tables.Count ? ""
            : $"\n{tables.Count - shown.Count} of {tables.Count} tables are left out, because GitHub shows no more; verdict.json in the "
                + $"artifact of this job has everything.\n");
    }

    private static string Head(VerdictDocument verdict, IReadOnlyList<string> problems)
    {
        const int most = 100;
        var text = new StringBuilder($"## {MarkdownText.Escape(VerdictWords.Headline(verdict) + VerdictWords.Cause(verdict, CauseWords.Of))}\n\n");
        if (verdict.Unbuilt is { } side) text.Append($"**{Unbuilt.Sentence(side)}**\n\n");
        if (verdict is { Base: { } old, Head: { } head })
            text.Append($"{MarkdownText.Escape(head.Label)} against {MarkdownText.Escape(old.Label)}\n\n");
        var shifts = VerdictReport.CommonShifts(verdict);
        string[] lines = [.. WhyCauses.NotTraced(verdict), .. shifts.Take(most), .. problems.Take(most), .. verdict.Warnings.Take(most)];
        foreach (var line in lines) text.Append($"- {MarkdownText.Escape(line)}\n");
        if (Math.Max(shifts.Count, Math.Max(problems.Count, verdict.Warnings.Count)) > most)
            text.Append("- and more of the same; verdict.json has everything.\n");
        if (verdict.Reproduce is { } command) text.Append($"\nThe same on your machine:\n\n```sh\n{command}\n```\n");
        return text.Append('\n').ToString();
    }

    private static IEnumerable<string> Environment(VerdictDocument verdict) =>
        EnvironmentReport.Of(verdict.Environment) is { } table
            ? [MarkdownText.Lines([$"**{table.Caption}**", "", .. MarkdownText.Table(table), ""])] : [];

    private static IEnumerable<string> Tables(VerdictDocument verdict) =>
        from cells in VerdictWords.WorstFirst(VerdictWords.Rows(verdict.Cells.Where(cell => cell.Gates))).GroupBy(cell => cell.Kind)
        let word = cells.Key.Word()
        from part in cells.Chunk(RowsOfTable).Index()
        select Table(verdict, char.ToUpperInvariant(word[0]) + word[1..], cells.Count(), (part.Index * RowsOfTable) + 1, part.Item);

    private static string Table(VerdictDocument verdict, string title, int count, int first, CellVerdict[] cells)
    {
        var range = count > cells.Length ? $" ({first} to {first + cells.Length - 1} of {count})" : $" ({count})";
        var report = VerdictReport.Of(verdict with { Cells = cells, Families = [], Warnings = [] }, title + range);
        var causes = VerdictReport.Causes(verdict with { Cells = cells });
        return MarkdownReport.Format(report with { Legend = [], Notes = [], Findings = causes }) + "\n";
    }
}

internal static class Unbuilt
{
    public static string Sentence(string side) => side == Side.Head.Name()
        ? "The code of this pull request does not build, so nothing was measured: see the job Build head."
        : "The code that this pull request goes into does not build, so there is nothing to compare with: see the job Build base.";
}

/// <summary>A verdict as annotations: an error for each cell, or each scenario, that is worse, and for each undecided verdict; one warning for what
/// did not report, one for what could not be explained, one for what is unknown.</summary>
internal static class VerdictAnnotations
{
    // GitHub shows ten of each level a step; the last one tells of the rest.
    private const int Most = 10;

    public static string Of(VerdictDocument verdict) =>
        Of(verdict, cell => $"{cell.Cell}: {Metric.TitleOf(cell.Metric)}", "more regressions", []);

    public static string ByScenario(
        VerdictDocument verdict, JobPlan plan, IReadOnlyList<string> problems, IReadOnlyList<string> unexplained)
    {
        var scenarios = plan.Cells().ToDictionary(cell => cell.Id, cell => cell.Scenario);
        return Of(verdict, cell => scenarios.GetValueOrDefault(cell.Cell, cell.Cell), "more scenarios are worse",
            [.. First("Incomplete", problems), .. First("Not explained", unexplained)]);
    }

    private static string Of(VerdictDocument verdict, Func<CellVerdict, string> place, string more, IReadOnlyList<string> warnings) => Format(
        [
            .. Cells(verdict, VerdictKind.Worse).GroupBy(place).Select(same => new Annotation(
                IsError(verdict), $"{same.Key} is worse", VerdictWords.Sentence(same.First()) + Others(same.Count() - 1), more)),
            .. Undecided(verdict),
        ],
        [.. warnings, .. Unknown(verdict)]);

    private static IEnumerable<Annotation> Undecided(VerdictDocument verdict) => Cells(verdict, VerdictKind.Undecided).Select(cell => new Annotation(
        IsError(verdict) && verdict.Policy.Undecided != UndecidedRule.Warn,
        $"{cell.Cell}: {Metric.TitleOf(cell.Metric)} may be worse", VerdictWords.Sentence(cell), "more may be worse"));

    private static IEnumerable<CellVerdict> Cells(VerdictDocument verdict, VerdictKind kind) =>
        VerdictWords.WorstFirst(verdict.Cells.Where(cell => cell.Gates && cell.Kind == kind));

    // An error would look as if it failed something.
    private static bool IsError(VerdictDocument verdict) => !VerdictWords.IsAdvice(verdict);

    private static IReadOnlyList<string> First(string title, IReadOnlyList<string> sentences) =>
        sentences.Count > 0 ? [WorkflowCommand.Warning(title, sentences[0] + Others(sentences.Count - 1))] : [];

    private static IReadOnlyList<string> Unknown(VerdictDocument verdict) =>
        VerdictWords.Unknown(verdict) is { } sentence ? [WorkflowCommand.Warning("Unknown verdicts", sentence)] : [];

    /// <param name="cells">Of each level as many as there is room for.</param>
    /// <param name="warnings">What is said once, and always.</param>
    private static string Format(IEnumerable<Annotation> cells, IReadOnlyList<string> warnings) => string.Concat(cells.GroupBy(cell => cell.IsError)
        .SelectMany(level => Level([.. level], level.Key ? Most : Most - warnings.Count)).Concat(warnings).Select(line => line + "\n"));

    private static IEnumerable<string> Level(List<Annotation> cells, int most)
    {
        var shown = cells.Count > most ? most - 1 : cells.Count;
        var hidden = cells.Skip(shown).GroupBy(cell => cell.More).Select(alike => $"{alike.Count()} {alike.Key}").ToList();
        return
        [
            .. cells.Take(shown).Select(cell => cell.Line(cell.Title, cell.Text)),
            .. hidden.Count > 0 ? [cells[0].Line(string.Join(", ", hidden), "See the summary of the job.")] : Array.Empty<string>(),
        ];
    }

    private static string Others(int count) => count > 0 ? $" And {count} more; see the summary of the job." : "";

    /// <param name="More">What further ones are called, behind their number.</param>
    private sealed record Annotation(bool IsError, string Title, string Text, string More)
    {
        public string Line(string title, string text) => IsError ? WorkflowCommand.Error(title, text) : WorkflowCommand.Warning(title, text);
    }
}
