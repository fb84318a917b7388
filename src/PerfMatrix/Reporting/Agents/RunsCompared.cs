namespace PerfMatrix.Reporting.Agents;

/// <summary>Cells of two runs, each against the reference that its own run measured beside it.</summary>
internal static class RunsCompared
{
    /// <summary>Both intervals hold together in at least 95 of 100 cases (Bonferroni), and with them the interval of the difference.</summary>
    private const double EachConfidence = 0.975;

    /// <summary>The cells that both runs measured; a change is in percent and in the direction of the metric.</summary>
    public static IEnumerable<CellCompared> Of(RunDocument before, RunDocument after, Metric metric)
    {
        var (olds, news) = (RatiosOf(before, metric), RatiosOf(after, metric));
        return from cell in olds
               where news.ContainsKey(cell.Key)
               select Compared(cell.Key, cell.Value, news[cell.Key]);
    }

    private static CellCompared Compared(string cell, CellRatios before, CellRatios after)
    {
        if (before.Reference is null || after.Reference is null) return new(cell, null, "one of the runs measured no reference beside it");
        if (before.Reference != after.Reference) return new(cell, null, "the runs have different references");
        return before.Interval is { } old && after.Interval is { } now
            ? new(cell, PercentAnswer.Of(LogRatio.ToPercent(after.Location - before.Location), LogRatio.ToPercent(now.Low - old.High),
                LogRatio.ToPercent(now.High - old.Low)), null)
            : new(cell, null, "too few rounds for an interval: 7 are needed in both runs");
    }

    private static Dictionary<string, CellRatios> RatiosOf(RunDocument run, Metric metric)
    {
        var (pairs, references, variants) = (new RunPairs(run), Counterparts.References(run), run.Variants.ToDictionary(variant => variant.Id));
        return run.Variants.Where(variant => variant is { Side: Side.Head, Twin: 0, Status: VariantStatus.Measured }).ToDictionary(
            variant => variant.Cell.Id, variant => references.TryGetValue(variant.Id, out var pin)
                ? new CellRatios(NameOf(variants[pin], run), pairs.NaturalLogRatios(metric, pin, variant.Id))
                : new CellRatios(null, []));
    }

    private static string NameOf(VariantRecord pin, RunDocument run) => $"{pin.Sha ?? pin.ArtifactHash ?? run.Id} {pin.Cell.Id}";

    /// <param name="Reference">Commit and cell of the reference; null without one.</param>
    private sealed record CellRatios(string? Reference, double[] LogRatios)
    {
        public Interval? Interval => LogRatios.Length == 0 ? null : SignedRank.Interval(LogRatios, EachConfidence);

        public double Location => HodgesLehmann.Estimate(LogRatios);
    }
}

/// <param name="Change">Null where it is not known, for the reason.</param>
internal sealed record CellCompared(string Cell, PercentAnswer? Change, string? Reason);
