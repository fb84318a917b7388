namespace PerfMatrix.Reporting.Gc;

/// <summary>The garbage collector in two legs side by side.</summary>
internal static class GcLegsReport
{
    public static ReportDocument Build(string run, GcDocument document) => new(
        $"Garbage collector of run {run}: {document.From} against {document.To}",
        "By traced rounds of both side by side, which are in no other result. A difference is that of the second to the first with its 95 % interval "
            + "over rounds; each interval stands for itself, so of twenty one may miss its truth.",
        [.. document.Cells.Select(cell => new ReportSection(cell.Cell, [.. Parts(document, cell)]))]);

    private static IEnumerable<ReportPart> Parts(GcDocument document, GcCell cell)
    {
        if (cell.Problem is { } problem) yield return new Paragraph($"Not traced: {problem}.");
        else
            yield return new DataTable(
                $"{Wording.Counted(cell.Rounds, "round")} with {cell.FromCollections} and {cell.ToCollections} collections under load.",
                ["Statistic", "Unit", document.From, document.To, "Difference", "95 % interval"],
                [.. cell.Statistics.Select(Row)])
            {
                Texts = [0, 1],
            };
        foreach (var part in GcDecisionCharts.Of(cell.Cell, document.From, cell.FromDecisions)) yield return part;
        foreach (var part in GcDecisionCharts.Of(cell.Cell, document.To, cell.ToDecisions)) yield return part;
        if (cell.Notes.Count > 0) yield return new Bullets(cell.Notes);
    }

    private static IReadOnlyList<CellText> Row(GcStatistic one) =>
    [
        one.Name, one.Unit, Shown(one.From), Shown(one.To), one.Difference is { } difference ? Text.Signed(difference, Decimals(one)) : "-",
        one is { Low: { } low, High: { } high } ? $"{Text.Signed(low, Decimals(one))} to {Text.Signed(high, Decimals(one))}" : "too few rounds",
    ];

    private static string Shown(double? value) => value is { } number ? Text.Number(number, DecimalsOf(number)) : "-";

    private static int Decimals(GcStatistic one) => DecimalsOf(Math.Max(one.From ?? 0, one.To ?? 0));

    private static int DecimalsOf(double number) => number >= 100 ? 0 : number >= 10 ? 1 : 3;
}
