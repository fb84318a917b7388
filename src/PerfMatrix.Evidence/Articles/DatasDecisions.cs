using PerfMatrix.Explain;
using PerfMatrix.Reporting.Gc;

namespace PerfMatrix.Evidence.Articles;

/// <summary>What DATAS decided over time, for the questions that article 000 leaves open: whether the number of heaps changes, and by what.</summary>
internal static class DatasDecisions
{
    /// <param name="traced">The <c>gc.json</c> beside the runs, which <c>report gc --from --to</c> writes.</param>
    public static IEnumerable<ReportSection> Of(IReadOnlyList<GcDocument> traced)
    {
        var parts = traced.SelectMany(document => document.Cells.SelectMany(cell => GcDecisionCharts.Of(cell.Cell, document.From, cell.FromDecisions)
            .Concat(GcDecisionCharts.Of(cell.Cell, document.To, cell.ToDecisions)))).ToList();
        if (parts.Count > 0) yield return new ReportSection("What DATAS decided over time", parts);
    }
}
