namespace PerfMatrix.Reporting.Agents;

/// <summary>Cells of two runs, each against the reference that its own run measured beside it.</summary>
internal static class RunsCompared
{
    /// <summary>Every cell of either run; a change is in percent and in the direction of the metric. Its interval is the widest that the
    /// 95 % intervals of both allow, and holds at least as often where errors are nearly normal: half widths of logarithms add up to no less than
    /// the root of the sum of their squares.</summary>
    public static IEnumerable<CellCompared> Of(CompactRun before, CompactRun after, string metric)
    {
        var (ofBase, ofHead) = (RatiosOf(before, metric).ToLookup(cell => cell.Cell), RatiosOf(after, metric).ToLookup(cell => cell.Cell));
        return from cell in ofBase.Concat(ofHead).Select(cells => cells.Key).Distinct()
               let old = ofBase[cell].FirstOrDefault()
               let now = ofHead[cell].FirstOrDefault()
               let change = PercentAnswer.Of(PercentAnswer.OfUnits(now.Point.Ratio - old.Point.Ratio) - 100,
                   PercentAnswer.OfUnits(now.Point.Low - old.Point.High) - 100, PercentAnswer.OfUnits(now.Point.High - old.Point.Low) - 100)
               let reason = Missing("base", old.Status) ?? Missing("head", now.Status)
                   ?? (old.Reference is null || now.Reference is null ? "one of the runs measured no reference beside it"
                   : old.Reference != now.Reference ? "the runs have different references"
                   : change is null ? "too few rounds for an interval: 6 that measured the metric are needed in both runs" : null)
               select new CellCompared(cell, reason is null ? change : null, reason);
    }

    private static string? Missing(string run, VariantStatus? status) => status == VariantStatus.Measured ? null
        : status is { } other ? $"not measured in {run} ({ReportWords.StatusOf(other)})" : $"{run} has no such cell";

    private static IEnumerable<(string Cell, VariantStatus? Status, string? Reference, SeriesPoint Point)> RatiosOf(CompactRun run, string metric) =>
        from variant in CatalogueTables.HeadsOf(run.Run)
        select (run.Table.Cells[run.Run.Variants.Cell[variant]].Id, (VariantStatus?)StatusLetters.Parse(run.Run.Variants.Status[variant]),
            ReferenceOf(run, run.Run.Variants.Cell, variant), run.Run.Summary.GetValueOrDefault(metric)?[variant] ?? SeriesPoint.None);

    // The pin of the cell itself, else the newest: that of the ratio in the summary (Counterparts.References).
    private static string? ReferenceOf(CompactRun compact, IReadOnlyList<int> cells, int variant) =>
        compact.Run.Blocks.FirstOrDefault(block => block.References.Count > 0 && block.Variants.Contains(variant))?.References is { } pins
            ? $"{compact.Run.Reference} {compact.Table.Cells[cells[pins.LastOrDefault(pin => cells[pin] == cells[variant], pins[^1])]].Id}" : null;
}

/// <param name="Change">Null where it is not known, for the reason.</param>
internal sealed record CellCompared(string Cell, PercentAnswer? Change, string? Reason);
