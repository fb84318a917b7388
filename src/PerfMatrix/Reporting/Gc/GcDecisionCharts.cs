namespace PerfMatrix.Reporting.Gc;

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
