namespace PerfMatrix.Reporting;

/// <summary>The table of one scenario and core count, as texts.</summary>
internal sealed record UpgradeTable(string Title, IReadOnlyList<string> Headings, IReadOnlyList<IReadOnlyList<CellText>> Rows)
{
    /// <summary>Columns from this one on are numbers.</summary>
    public const int FirstNumber = 2;

    public static IEnumerable<UpgradeTable> Of(UpgradeReport report) =>
        report.Cases.GroupBy(place => (place.Scenario, place.Cores)).Select(group => new UpgradeTable(
            $"{group.Key.Scenario}, {(group.Key.Cores == 1 ? "1 core" : $"{group.Key.Cores} cores")}",
            [report.Axis == "runtime" ? "GC" : "Runtime", "Metric", report.From, report.To, "change %", "95 % interval"],
            [.. group.SelectMany(place => place.Metrics.Select((change, index) => Row(index == 0 ? place.Other : "", change)))]));

    private static IReadOnlyList<CellText> Row(string other, UpgradeChange change)
    {
        var metric = UpgradeMetrics.Of(change.Metric);
        return [new(other), new(metric.Heading), new(metric.Text(change.From)), new(metric.Text(change.To)), Change(change), Interval(change)];
    }

    private static CellText Change(UpgradeChange change) => change.Difference switch
    {
        Difference.Better => new(Text.Signed(change.Percent!.Value), Tone.Better),
        Difference.Worse => new(Text.Signed(change.Percent!.Value), Tone.Worse),
        _ => new(change.IsUndecided ? "?" : "~", Tone.Quiet),
    };

    private static CellText Interval(UpgradeChange change) =>
        change.LowPercent is { } low && change.HighPercent is { } high ? new($"[{Text.Signed(low)} {Text.Signed(high)}]") : new("too few rounds", Tone.Quiet);
}
