using PerfMatrix.Explain;
using PerfMatrix.Reporting.Gc;

namespace PerfMatrix.Evidence.Articles;

/// <summary>What DATAS decided over time, for the questions that article 000 leaves open: whether the number of heaps changes, and by what.</summary>
internal static class DatasDecisions
{
    /// <param name="traced">The <c>gc.json</c> beside the runs, which <c>report gc --from --to</c> writes.</param>
    public static IEnumerable<ReportSection> Of(IReadOnlyList<GcDocument> traced)
    {
        var legs = traced.SelectMany(document => document.Cells.SelectMany(cell => new[]
        {
            (cell.Cell, Leg: document.From, Decisions: cell.FromDecisions), (cell.Cell, Leg: document.To, Decisions: cell.ToDecisions),
        })).Where(leg => leg.Decisions.Count > 0).ToList();
        if (legs.Count == 0) yield break;
        yield return new ReportSection("What DATAS decided over time",
        [
            new Bullets([.. legs.Select(leg => Sentence(leg.Cell, leg.Leg, leg.Decisions))]),
            .. legs.SelectMany(leg => GcDecisionCharts.Of(leg.Cell, leg.Leg, leg.Decisions)),
        ]);
    }

    private static string Sentence(string cell, string leg, IReadOnlyList<GcDecision> decisions)
    {
        var heaps = decisions.Select(one => one.Chosen).ToList();
        var changes = decisions.Where(one => one.Chosen != one.Heaps).ToList();
        var range = heaps.Min() == heaps.Max() ? $"{heaps[0]}" : $"from {heaps.Min()} to {heaps.Max()}";
        return $"{cell}, {leg}: {Wording.Counted(decisions.Count, "decision")} about the number of heaps, which was {range}; "
            + (changes.Count == 0 ? "none changed it." : $"{changes.Count} changed it, at a cost of collections from "
                + $"{Text.Number(changes.Min(one => one.ThroughputCostPercent), 1)} to "
                + $"{Text.Number(changes.Max(one => one.ThroughputCostPercent), 1)} %.");
    }
}
