namespace PerfMatrix.Reporting.Upgrade;

/// <summary>What changes when one value of an axis is exchanged for another, free of layout: every renderer shows the same content.</summary>
/// <param name="Context">One line: machine, code, time.</param>
/// <param name="Axis">What is exchanged: <c>runtime</c> or <c>gc</c>.</param>
/// <param name="Summary">Three sentences for a reader who looks at nothing else: speed, cost, and how far this can be trusted.</param>
/// <param name="Cases">One entry for each scenario, core count and value of the other axis that has both.</param>
/// <param name="Notes">What a reader must know: warnings of the run, too few rounds.</param>
internal sealed record UpgradeReport(
    string Run, string Context, string Axis, string From, string To, IReadOnlyList<string> Summary, IReadOnlyList<UpgradeCase> Cases,
    IReadOnlyList<UpgradeGap> Gaps, IReadOnlyList<string> Legend, IReadOnlyList<string> Notes);

/// <summary>One place where the exchange was measured.</summary>
/// <param name="Other">The value of the axis that stays: a GC mode, or a runtime when the GC is exchanged.</param>
/// <param name="Metrics">What changes, in the order of tables; a metric without pairs is absent.</param>
internal sealed record UpgradeCase(string Scenario, int Cores, string Other, IReadOnlyList<UpgradeChange> Metrics);

/// <param name="Reason">Why, with the reason of the failed or unavailable cell.</param>
internal sealed record UpgradeGap(string Scenario, int Cores, string Other, string Reason);

/// <param name="From">Median before, in the unit of the metric.</param>
/// <param name="Difference">What it means, after correction for all comparisons of the report.</param>
/// <param name="Percent">Estimated change in the natural direction of the metric; null unless significant.</param>
/// <param name="LowPercent">Lower end of the 95 % interval; null with too few rounds.</param>
/// <param name="AdjustedP">p value after correction (Benjamini-Hochberg); null for a metric that is judged without statistics.</param>
internal sealed record UpgradeChange(
    string Metric, double From, double To, Difference Difference, double? Percent, double? LowPercent, double? HighPercent, double? AdjustedP,
    int Rounds)
{
    /// <summary>Whether more rounds are needed: there is no interval, or it excludes no change only before correction. Not "the same".</summary>
    public bool IsUndecided =>
        Difference == Difference.TooFewRounds || (Difference == Difference.None && AdjustedP is not null && LowPercent * HighPercent > 0);
}

/// <summary>Derives the upgrade report from a run document. Pure: the same document gives the same report.</summary>
internal static class UpgradeReportBuilder
{
    public static UpgradeReport Build(RunDocument run, string from, string to)
    {
        var axis = AxisValuePair.Of(run, from, to);
        var comparison = new UpgradeComparison(run);
        var gaps = new List<UpgradeGap>();
        var places = run.Variants.Where(variant => variant.Side == Matrix.Side.Head && axis.Axis.ValueOf(variant.Cell) is var value
                && (value == axis.Base || value == axis.Head))
            .GroupBy(variant => (variant.Cell.Scenario, variant.Cell.Cores, Other:
                axis.Axis == Axis.Runtime ? variant.Cell.GcWithLimits : variant.Cell.WithLimits(variant.Cell.Runtime)));
        foreach (var place in places)
        {
            if (Obstacle(run, axis, place) is { } obstacle) gaps.Add(new(place.Key.Scenario, place.Key.Cores, place.Key.Other, obstacle));
            else comparison.Add(place.Key.Scenario, place.Key.Cores, place.Key.Other, Side(axis.Base, axis, place)!, Side(axis.Head, axis, place)!);
        }

        var cases = comparison.Judge();
        return new UpgradeReport(
            run.Id, ReportWords.Context(run), axis.Axis.Name, from, to, UpgradeWords.Summary(run, axis, cases, gaps), cases, gaps,
            UpgradeWords.Legend(axis), [.. UpgradeWords.Notes(comparison), .. ReportWords.Notes(run)]);
    }

    private static VariantRecord? Side(string value, AxisValuePair axis, IEnumerable<VariantRecord> place) =>
        place.FirstOrDefault(variant => axis.Axis.ValueOf(variant.Cell) == value);

    private static string? Obstacle(RunDocument run, AxisValuePair axis, IEnumerable<VariantRecord> place)
    {
        var sides = new[] { axis.Base, axis.Head }.Select(value => (Value: value, Variant: Side(value, axis, place))).ToList();
        var missing = sides.Where(side => side.Variant?.Status != VariantStatus.Measured).Select(side => side.Variant is not { } variant
            ? $"{side.Value} is not part of this run"
            : $"{side.Value} {ReportWords.StatusOf(variant.Status)}: {variant.Reason ?? "no reason recorded"}").ToList();
        if (missing.Count > 0) return string.Join("; ", missing);
        return run.Blocks.Any(block => sides.TrueForAll(side => block.Variants.Contains(side.Variant!.Id)))
            ? null
            : "the two were not measured in the same block, so drift could be all of a difference";
    }
}

internal static class UpgradeWords
{
    /// <summary>Speed, cost, trust: one sentence each.</summary>
    public static IReadOnlyList<string> Summary(
        RunDocument run, AxisValuePair axis, IReadOnlyList<UpgradeCase> cases, IReadOnlyList<UpgradeGap> gaps) =>
    [
        cases.Count == 0 ? $"Nothing can be said about the change from {axis.Base} to {axis.Head}: no case has both."
            : Sentence($"From {axis.Base} to {axis.Head}, ", UpgradeMetrics.Speed, cases),
        cases.Count == 0 ? "Nothing can be said about its cost either." : Sentence("As for cost, ", UpgradeMetrics.Cost, cases),
        Trust(run, cases, gaps),
    ];

    public static IReadOnlyList<string> Legend(AxisValuePair axis) =>
    [
        $"Values are medians over the rounds; the change is that from {axis.Base} to {axis.Head} within the same rounds, in percent, with its 95 % "
            + $"interval.",
        "A tilde (~) means no significant difference, corrected for the number of comparisons (Benjamini-Hochberg, 5 %); the interval says what is "
            + "still possible.",
        "A question mark (?) means undecided: too few rounds for an interval, or an interval that excludes 0 before this correction only. More "
            + "rounds would decide.",
        "Allocations hardly vary: a change counts when nine of ten rounds differ by more than "
            + $"{UpgradeMetrics.All.Max(shown => shown.CountedAmount):0} bytes and {UpgradeComparison.CountedPercent:0} % in the same direction.",
    ];

    public static IEnumerable<string> Notes(UpgradeComparison comparison)
    {
        var needed = RoundsFor(comparison.Tests);
        var smallest = 2 / Math.Pow(2, comparison.FewestRounds);
        if (comparison.FewestRounds < needed)
            yield return $"With {comparison.FewestRounds} rounds the smallest possible p value is {smallest:0.###}: too large for a single change to "
                + $"stand out among {comparison.Tests} comparisons. {needed} rounds always suffice: --rounds {needed}.";
    }

    /// <summary>Rounds whose smallest two-sided p value, 2 / 2^n, survives the correction even when it is the only one.</summary>
    public static int RoundsFor(int tests) => tests == 0 ? 0 : (int)Math.Ceiling(Math.Log2(2 * tests / UpgradeComparison.FalseDiscoveryRate));

    private static string Sentence(string start, IReadOnlyList<UpgradeMetric> metrics, IReadOnlyList<UpgradeCase> cases)
    {
        var clauses = metrics.Select(metric => Clause(metric, cases)).OfType<string>().ToList();
        if (Nouns(metrics, cases, changes => changes.Exists(change => change.IsUndecided)) is { Count: > 0 } open)
            clauses.Add($"{Wording.Listed(open, "and")} {(open.Count == 1 ? "is" : "are")} undecided, at least in part, with so few rounds");
        if (Nouns(metrics, cases,
            changes => changes.TrueForAll(change => change is { Difference: Difference.None, IsUndecided: false })) is { Count: > 0 } same)
            clauses.Add($"{Wording.Listed(same, "and")} show{(same.Count == 1 ? "s" : "")} no significant change");
        return clauses.Count == 0 ? start + "nothing was measured." : start + string.Join("; ", clauses) + ".";
    }

    private static List<string> Nouns(IReadOnlyList<UpgradeMetric> metrics, IReadOnlyList<UpgradeCase> cases, Predicate<List<UpgradeChange>> are) =>
        [.. metrics.Where(metric => Changes(metric, cases) is { Count: > 0 } changes && are(changes)).Select(metric => metric.Noun)];

    private static string? Clause(UpgradeMetric metric, IReadOnlyList<UpgradeCase> cases)
    {
        var known = Changes(metric, cases);
        var (better, worse) = (Percents(known, Difference.Better), Percents(known, Difference.Worse));
        return (better.Count, worse.Count) switch
        {
            (0, 0) => null,
            (_, 0) => $"{metric.Noun} is better in {Of(better, known)}",
            (0, _) => $"{metric.Noun} is worse in {Of(worse, known)}",
            _ => $"{metric.Noun} is better in {better.Count} ({Range(better)}) and worse in {worse.Count} ({Range(worse)}) "
                + $"of {Wording.Counted(known.Count, "case")}",
        };
    }

    private static List<double> Percents(List<UpgradeChange> known, Difference difference) =>
        [.. known.Where(change => change.Difference == difference).Select(change => change.Percent!.Value).OrderBy(Math.Abs)];

    private static string Of(List<double> percents, List<UpgradeChange> known) =>
        $"{(percents.Count == known.Count ? "all " : $"{percents.Count} of ")}{Wording.Counted(known.Count, "case")} ({Range(percents)})";

    /// <summary>The spread over cases in the words of the site, the smallest size first: it must not look like an interval.</summary>
    private static string Range(List<double> sizes) => Text.Percent(sizes[0]) == Text.Percent(sizes[^1]) ? Text.Percent(sizes[0])
        : (sizes.Count > 2 ? $"typically {Text.Percent(OrderStatistics.Median([.. sizes]))}, " : "")
            + $"from {Text.Signed(sizes[0])} to {Text.Percent(sizes[^1])}";

    private static List<UpgradeChange> Changes(UpgradeMetric metric, IReadOnlyList<UpgradeCase> cases) =>
        [.. cases.SelectMany(place => place.Metrics).Where(change => change.Metric == metric.Metric.Name)];

    private static string Trust(RunDocument run, IReadOnlyList<UpgradeCase> cases, IReadOnlyList<UpgradeGap> gaps)
    {
        var rounds = cases.SelectMany(place => place.Metrics).Select(change => change.Rounds).ToList();
        var basis = rounds.Count == 0
            ? "Nothing could be compared"
            : $"Based on {(rounds.Min() == rounds.Max() ? Wording.Counted(rounds.Min(), "round") : $"{rounds.Min()} to {rounds.Max()} rounds")} "
            + $"of {Wording.Counted(cases.Count, "case")} on one machine ({run.Machine.CpuModel}, {run.Machine.Cores} CPUs)";
        var missing = gaps.Select(gap => $"{gap.Scenario} {gap.Other} on {Wording.Counted(gap.Cores, "core")}").ToList();
        return missing.Count > 0 ? $"{basis}; not compared: {Wording.Listed(missing, "and")}."
            : basis + (run.Complete ? ", and nothing is missing." : ", and rounds of it are missing.");
    }
}
