using PerfMatrix.Explain;

namespace PerfMatrix.Benchmarks.Articles;

/// <summary>What DATAS decided over time, for what article 000 says or leaves open: how often, about which number of heaps, and by what.</summary>
internal static class DatasDecisions
{
    // Up to three collections of a side belong to none of its decisions: the first of the process, and two at the end.
    private const int Fewest = 15;

    /// <param name="traced">The <c>gc.json</c> beside the runs, which <c>report gc --from --to</c> writes.</param>
    public static IEnumerable<ReportSection> Of(IReadOnlyList<GcDocument> traced)
    {
        var parts = traced.SelectMany(document => document.Cells.SelectMany(cell => GcDecisionCharts.Of(cell.Cell, document.From, cell.FromDecisions)
            .Concat(GcDecisionCharts.Of(cell.Cell, document.To, cell.ToDecisions)))).ToList();
        if (parts.Count > 0) yield return new ReportSection("What DATAS decided over time", parts);
    }

    /// <summary>Whether every third collection decides, on sides traced alone: of others the decisions of one round only are kept.</summary>
    public static Statement EveryThird(ArticleRun run)
    {
        var sides = run.Traced.Where(cell => cell.Rounds == 1).SelectMany(SidesOf)
            .Where(side => side.Decisions is >= Fewest and < GcComparison.MostDecisions).ToList();
        if (sides.Count == 0)
            return new("-", $"{ClaimRow.NotMeasured}: no traced side has {Fewest} to {GcComparison.MostDecisions - 1} decisions; "
                + "report gc RUN --from server --to datas traces them");
        var (all, blocking) = (sides.ConvertAll(side => side.All / side.Decisions), sides.ConvertAll(side => side.Blocking / side.Decisions));
        return new(
            $"{InRounds.Spread(all, 1)} collections, {InRounds.Spread(blocking, 1)} of them blocking, for each of "
                + $"{Text.Number(sides.Sum(side => side.Decisions))} decisions",
            IsThree(all) ? "reproduced" : Claim.Differs(IsThree(blocking) ? "collections in the background do not count" : null),
            Text.Number(sides.Count));
    }

    /// <summary>Whether the cost was above its target wherever heaps became more; null where no event says so, as before .NET 9.</summary>
    public static Statement? MoreHeaps(ArticleRun run)
    {
        var more = run.Traced.SelectMany(cell => cell.FromDecisions.Concat(cell.ToDecisions)).Where(one => one.Chosen > one.Heaps).ToList();
        double[] costs = [.. more.Select(one => one.ConsideredCostPercent).OfType<double>()];
        double[] targets = [.. more.Select(one => one.TargetCostPercent).OfType<double>()];
        return costs.Length == 0 || targets.Length == 0 ? null : new(
            $"{Wording.Counted(costs.Length, "decision")} for more heaps, at a cost of {InRounds.Spread(costs, 1)} %; the target is "
                + $"{InRounds.Spread(targets, 1)} %",
            costs.Min() > targets.Max() ? "reproduced" : Claim.Differs(null), Text.Number(run.Traced.Count));
    }

    private static bool IsThree(List<double> sides) => Math.Abs(OrderStatistics.Median([.. sides]) - 3) <= 3 * Claim.Tolerance;

    // DATAS takes a sample at each blocking collection, and decides when it has three (dotnet/runtime, src/coreclr/gc, process_datas_sample).
    private static IEnumerable<CountedSide> SidesOf(GcCell cell) => new[]
    {
        SideOf(cell, cell.FromCollections, cell.FromDecisions.Count, one => one.From),
        SideOf(cell, cell.ToCollections, cell.ToDecisions.Count, one => one.To),
    }.OfType<CountedSide>();

    // Null without a blocking collection.
    private static CountedSide? SideOf(GcCell cell, double all, int decisions, Func<GcStatistic, double?> value)
    {
        var (blocking, background) = (Rate(GcComparison.OfGeneration), Rate(GcComparison.InBackground));
        return blocking > 0 ? new(all, all * blocking / (blocking + background), decisions) : null;

        double Rate(string name) => cell.Statistics.Where(one => one.Name.StartsWith(name, StringComparison.Ordinal)).Sum(one => value(one) ?? 0);
    }

    private sealed record CountedSide(double All, double Blocking, int Decisions);
}
