namespace PerfMatrix.Reporting.Gc;

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

/// <summary>What DATAS decided over time in a leg: the heaps it chose, and the cost of collections that it decided by.</summary>
internal static class GcDecisionCharts
{
    public static IEnumerable<ReportPart> Of(string cell, string leg, IReadOnlyList<GcDecision> decisions)
    {
        if (decisions.Count == 0) yield break;
        var changes = decisions.Count(one => one.Chosen != one.Heaps);
        yield return new Paragraph($"DATAS is active in {leg}: {Wording.Counted(decisions.Count, "decision")} in a round, {changes} of them about "
            + "another number of heaps.");
        yield return Chart(cell, leg, "heaps", "heaps", "Heaps that DATAS chose", decisions, one => one.Chosen);
        yield return Chart(cell, leg, "cost", "%", "Share of time that collections and waits for memory cost, by which it decides,", decisions,
            one => one.ThroughputCostPercent);
        yield return Chart(cell, leg, "budget", "MB", "Budget of generation 0 that it set", decisions, one => one.BudgetMegabytes);
        yield return Chart(cell, leg, "memory", "MB", "Heap after the collection", decisions, one => one.HeapMegabytes);
        yield return Chart(cell, leg, "load", "MB/s", "Load: what was allocated since the collection before,", decisions,
            one => one.AllocatedRate ?? 0);
    }

    private static TimeChart Chart(
        string cell, string leg, string what, string unit, string title, IReadOnlyList<GcDecision> decisions, Func<GcDecision, double> value) => new(
        $"{Cell.FileNameOf($"{cell}-{leg}")}-datas-{what}",
        $"{title} in {leg}, {unit}, in seconds since the load of a round began, in which both legs take turns.",
        unit,
        [Series.Of(what, decisions.Select(one => (one.Seconds, value(one))), SeriesStyle.Steps)]);
}
