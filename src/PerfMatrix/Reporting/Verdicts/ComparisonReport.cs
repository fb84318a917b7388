namespace PerfMatrix.Reporting.Verdicts;

/// <summary>A comparison as a table: one row a cell and metric, the largest significant change for the worse first. Nothing is judged here.</summary>
internal static class ComparisonReport
{
    private static readonly string[] s_legend =
    [
        "Worse by: how much worse head is than base, with the 95 % interval of its rounds; below 0 is better. A tilde (~) means no significant "
            + "difference, or too few rounds to tell.",
        "Both sides were measured in the same blocks, slice by slice. Stage confirm: rounds of a second machine. These intervals do not allow for "
            + "a machine that favours one side in all its rounds; those of a verdict do.",
    ];

    public static TableReport Of(ComparisonDocument comparison)
    {
        var rows = comparison.Differences.Where(difference => Metric.Find(difference.Metric) is not null)
            .OrderByDescending(difference => IsSignificant(difference) ? difference.EffectPercent : 0)
            .ToList();
        return new()
        {
            Tables = [new(new(Headline(comparison, rows), ["Cell", "Metric", "Base", "Head", "Worse by %", "Rounds", "Stage"],
                [.. rows.Select(Row)]) { Texts = [0, 1, 6] })],
            Legend = s_legend,
            Notes =
            [
                .. comparison.Cells.Where(cell => cell.Missing is not null).Select(cell => $"{cell.Id}: not compared: {cell.Missing}."),
                .. comparison.NotGating is { } reason ? [$"This comparison cannot gate: {reason}."] : Array.Empty<string>(),
                .. comparison.Warnings,
            ],
        };
    }

    private static string Headline(ComparisonDocument comparison, List<CellDifference> rows)
    {
        var worse = rows.Count(row => row.LowPercent > 0);
        var better = rows.Count(row => row.HighPercent < 0);
        var byChance = 0.05 * rows.Count(row => row.LowPercent is not null);
        return $"{comparison.Head.Label} against {comparison.Base.Label}: {worse} of {rows.Count} differences are significantly worse, {better} "
            + $"better; chance alone would make about {Text.Number(byChance, 1)} significant.";
    }

    private static IReadOnlyList<CellText> Row(CellDifference row)
    {
        var metric = Metric.Find(row.Metric)!;
        return [row.Cell, metric.Title, Text.OrDash(row.Base, metric.Decimals), Text.OrDash(row.Head, metric.Decimals), Change(row),
            $"{row.Rounds}", row.Stage.Word()];
    }

    private static CellText Change(CellDifference row) => !IsSignificant(row)
        ? new("~", Tone.Quiet)
        : new(VerdictWords.Effect(row.EffectPercent, row.LowPercent, row.HighPercent), row.LowPercent > 0 ? Tone.Worse : Tone.Better);

    private static bool IsSignificant(CellDifference row) => row.LowPercent > 0 || row.HighPercent < 0;
}
