using PerfMatrix.Results;

namespace PerfMatrix.Reporting;

/// <summary>Derives the upgrade report from a run document. Pure: the same document gives the same report.</summary>
public static class UpgradeReportBuilder
{
    private static readonly string s_head = "head";

    /// <summary>Builds the report.</summary>
    /// <param name="run">The run; both values must have been measured in the same blocks.</param>
    /// <param name="from">Runtime or GC mode before, as in the run.</param>
    /// <param name="to">Runtime or GC mode after.</param>
    /// <exception cref="UsageException">The run has no such values, or they are of different axes.</exception>
    public static UpgradeReport Build(RunDocument run, string from, string to)
    {
        var axis = UpgradeAxis.Of(run, from, to);
        var comparison = new UpgradeComparison(run);
        var gaps = new List<UpgradeGap>();
        foreach (var place in PlacesOf(run, axis))
        {
            if (Obstacle(run, axis, place) is { } obstacle) gaps.Add(new(place.Key.Scenario, place.Key.Cores, place.Key.Other, obstacle));
            else comparison.Add(place.Key.Scenario, place.Key.Cores, place.Key.Other, Side(axis.From, axis, place)!, Side(axis.To, axis, place)!);
        }

        var cases = comparison.Judge();
        return new UpgradeReport
        {
            Run = run.Id,
            Context = ReportWords.Context(run),
            Axis = axis.Name,
            From = from,
            To = to,
            Summary = UpgradeWords.Summary(run, axis, cases, gaps),
            Cases = cases,
            Gaps = gaps,
            Legend = UpgradeWords.Legend(axis),
            Notes = [.. UpgradeWords.Notes(comparison, cases), .. ReportWords.Notes(run)],
        };
    }

    private static IEnumerable<IGrouping<Place, VariantRecord>> PlacesOf(RunDocument run, UpgradeAxis axis) => run.Variants
        .Where(variant => variant.Side == s_head && axis.ValueOf(variant.Cell) is var value && (value == axis.From || value == axis.To))
        .GroupBy(variant => new Place(variant.Cell.Scenario, variant.Cell.Cores, axis.OtherOf(variant.Cell)));

    private static VariantRecord? Side(string value, UpgradeAxis axis, IEnumerable<VariantRecord> place) =>
        place.FirstOrDefault(variant => axis.ValueOf(variant.Cell) == value);

    private static string? Obstacle(RunDocument run, UpgradeAxis axis, IEnumerable<VariantRecord> place)
    {
        var sides = new[] { axis.From, axis.To }.Select(value => (Value: value, Variant: Side(value, axis, place))).ToList();
        var missing = sides.Where(side => side.Variant?.Status != VariantStatus.Measured).Select(side => side.Variant is not { } variant
            ? $"{side.Value} is not part of this run"
            : $"{side.Value} {ReportWords.StatusOf(variant.Status)}: {variant.Reason ?? "no reason recorded"}").ToList();
        if (missing.Count > 0) return string.Join("; ", missing);
        return run.Blocks.Any(block => sides.TrueForAll(side => block.Variants.Contains(side.Variant!.Id)))
            ? null
            : "the two were not measured in the same block, so drift could be all of a difference";
    }

    private sealed record Place(string Scenario, int Cores, string Other);
}
