namespace PerfMatrix.Reporting.Gc;

internal static class GcComparisonReport
{
    public static ReportDocument Build(string run, GcDocument document) => new(
        $"Garbage collector of run {run}: {document.From} against {document.To}",
        "By traced rounds of both, which are in no other result. A difference is that of the second to the first with its 95 % interval over rounds; "
            + "each interval stands for itself, so of twenty one may miss its truth.",
        [.. document.Cells.Select(cell => new ReportSection(cell.Cell, [.. Parts(document, cell)]))]);

    private static IEnumerable<ReportPart> Parts(GcDocument document, GcCell cell) =>
    [
        cell.Problem is { } problem ? new Paragraph($"Not traced: {problem}.") : new DataTable(
            $"{Wording.Counted(cell.Rounds, "round")} with {cell.FromCollections} and {cell.ToCollections} collections"
                + (cell.Rounds == 1 ? "." : " under load."),
            ["Statistic", "Unit", document.From, document.To, "Difference", "95 % interval"],
            [.. cell.Statistics.Select(one => Row(one, cell.Rounds == 1 ? "one round, so no interval" : "too few rounds"))])
        { Texts = [0, 1] },
        .. GcDecisionCharts.Of(cell.Cell, document.From, cell.FromDecisions),
        .. GcDecisionCharts.Of(cell.Cell, document.To, cell.ToDecisions),
        .. Bullets.Of(cell.Notes),
    ];

    private static IReadOnlyList<CellText> Row(GcStatistic one, string without) =>
    [
        one.Name, one.Unit, Shown(one.From), Shown(one.To), one.Difference is { } difference ? Text.Signed(difference, Decimals(one)) : "-",
        one is { Low: { } low, High: { } high } ? $"{Text.Signed(low, Decimals(one))} to {Text.Signed(high, Decimals(one))}" : without,
    ];

    private static string Shown(double? value) => Text.OrDash(value, DecimalsOf(value ?? 0));

    private static int Decimals(GcStatistic one) => DecimalsOf(Math.Max(one.From ?? 0, one.To ?? 0));

    private static int DecimalsOf(double number) => number >= 100 ? 0 : number >= 10 ? 1 : 3;
}

/// <summary>What DATAS decided over time on a side: the heaps it chose, and the cost of collections that it decided by.</summary>
internal static class GcDecisionCharts
{
    public static IEnumerable<ReportPart> Of(string cell, string side, IReadOnlyList<GcDecision> decisions)
    {
        if (decisions.Count == 0) yield break;
        yield return new Paragraph(Sentences(cell, side, decisions));
        yield return Chart(cell, side, "heaps", "heaps", "Heaps that DATAS chose", decisions, one => one.Chosen);
        var cost = Chart(cell, side, "cost", "%", "Share of time that collections and waits for memory cost, by which it decides,", decisions,
            one => one.ThroughputCostPercent);
        yield return decisions[0].TargetCostPercent is not { } target ? cost
            : cost with { Lines = [.. cost.Lines, Series.Of("target", decisions.Select(one => (one.Seconds, target)))] };
        yield return Chart(cell, side, "budget", "MB", "Budget of generation 0 that it set", decisions, one => one.BudgetMegabytes);
        yield return Chart(cell, side, "memory", "MB", "Heap after the collection", decisions, one => one.HeapMegabytes);
        if (decisions.Where(one => one.AllocatedRate is not null).ToList() is { Count: > 0 } known)
            yield return Chart(cell, side, "load", "MB/s", "Load: what was allocated since the collection before,", known,
                one => one.AllocatedRate!.Value);
    }

    private static string Sentences(string cell, string side, IReadOnlyList<GcDecision> decisions)
    {
        var heaps = decisions.SelectMany(one => new[] { one.Heaps, one.Chosen }).ToList();
        var changes = decisions.Where(one => one.Chosen != one.Heaps).ToList();
        var costs = changes.ConvertAll(one => one.ThroughputCostPercent);
        var cost = costs.Count == 0 ? "" : $", at a cost of {Text.Range(Text.Number(costs.Min(), 1), Text.Number(costs.Max(), 1))} %";
        var target = decisions[0].TargetCostPercent is { } aim ? $" Its target is a cost of {Text.Number(aim, 1)} %." : "";
        return $"DATAS is active in {side} of {cell}: {Wording.Counted(decisions.Count, "decision")} in a round, {changes.Count} of them about "
            + $"another number of heaps{cost}. The number was {Text.Range($"{heaps.Min()}", $"{heaps.Max()}")}.{target}"
            + Reasons("It changed because", changes) + Reasons("It stayed because", decisions.Where(one => one.Chosen == one.Heaps));
    }

    private static string Reasons(string beginning, IEnumerable<GcDecision> decisions)
    {
        var reasons = decisions.Where(one => one.Why is not null).CountBy(one => one.Why!).OrderByDescending(reason => reason.Value)
            .Select(reason => $"{reason.Key} ({reason.Value})").ToList();
        return reasons.Count == 0 ? "" : $" {beginning} {string.Join(", ", reasons)}.";
    }

    private static TimeChart Chart(
        string cell, string side, string what, string unit, string title, IReadOnlyList<GcDecision> decisions, Func<GcDecision, double> value) => new(
        $"{Cell.FileNameOf($"{cell}-{side}")}-datas-{what}",
        $"{title} in {side}, {unit}, in seconds since the load of a round began.",
        unit,
        [Series.Of(what, decisions.Select(one => (one.Seconds, value(one))), SeriesStyle.Steps)]);
}
