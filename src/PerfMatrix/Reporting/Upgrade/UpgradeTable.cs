using Spectre.Console;

namespace PerfMatrix.Reporting.Upgrade;

internal static class UpgradeTable
{
    public static IEnumerable<DataTable> Of(UpgradeReport report) =>
        report.Cases.GroupBy(place => (place.Scenario, place.Cores)).Select(group => new DataTable(
            "",
            [report.Axis == "runtime" ? "GC" : "Runtime", "Metric", report.From, report.To, "change %", "95 % interval"],
            [.. group.SelectMany(place => place.Metrics.Select((change, index) => Row(index == 0 ? place.Other : "", change)))])
        {
            Title = $"{group.Key.Scenario}, {Wording.Counted(group.Key.Cores, "core")}",
            Texts = [0, 1],
            HasMarks = true,
            Gap = 2,
        });

    private static IReadOnlyList<CellText> Row(string other, UpgradeChange change)
    {
        var metric = UpgradeMetrics.Of(change.Metric);
        return [other, metric.Heading, metric.Text(change.From), metric.Text(change.To), Change(change), Interval(change)];
    }

    private static CellText Change(UpgradeChange change) => change.Difference switch
    {
        Difference.Better => new(Text.Signed(change.Percent!.Value), Tone.Better),
        Difference.Worse => new(Text.Signed(change.Percent!.Value), Tone.Worse),
        _ => new(change.IsUndecided ? "?" : "~", Tone.Quiet),
    };

    private static CellText Interval(UpgradeChange change) =>
        change.LowPercent is { } low && change.HighPercent is { } high ? new(Text.Interval(low, high))
        : new("too few rounds", Tone.Quiet);
}

/// <summary>A metric of the upgrade report. A further one is an entry in <see cref="UpgradeMetrics"/>.</summary>
/// <param name="Scale">What a value is divided by for tables.</param>
internal sealed record UpgradeMetric(Metric Metric, string Heading, string Noun, double Scale = 1, int Decimals = 0)
{
    /// <summary>Smallest difference that counts where rounds hardly vary, in the unit of the metric; null where statistics decide.</summary>
    public double? CountedAmount => Metric.HardlyVaries ? new MetricPolicy(Metric.Name, MetricRule.Counted).Amount : null;

    public string Text(double value) => Reporting.Text.Number(value / Scale, Decimals);
}

internal static class UpgradeMetrics
{
    public static IReadOnlyList<UpgradeMetric> Speed { get; } =
    [
        new(Metric.Throughput, "throughput req/s", "throughput"),
        new(Metric.LatencyP50, "latency p50 us", "median latency"),
        new(Metric.LatencyP99, "latency p99 us", "p99 latency"),
    ];

    public static IReadOnlyList<UpgradeMetric> Cost { get; } =
    [
        new(Metric.CpuPerRequest, "CPU/request us", "CPU per request", Decimals: 1),
        new(Metric.PeakRss, "peak RSS MiB", "peak memory", Bytes.PerMegabyte),
        new(Metric.AllocatedPerRequest, "allocated B/request", "allocated memory"),
        new(Metric.Startup, "start-up ms", "start-up time"),
    ];

    public static IReadOnlyList<UpgradeMetric> All { get; } = [.. Speed, .. Cost];

    public static UpgradeMetric Of(string name) => All.First(shown => shown.Metric.Name == name);
}

internal static class UpgradeTerminal
{
    public static void Write(IAnsiConsole console, UpgradeReport report)
    {
        var marks = Marks.For(console.Profile.Capabilities.Unicode);
        console.MarkupLineInterpolated($"[bold]From {report.From} to {report.To}, run {report.Run}[/]");
        console.WriteLine(report.Context);
        console.WriteLine();
        foreach (var sentence in report.Summary) console.WriteLine(sentence);
        foreach (var table in UpgradeTable.Of(report))
        {
            console.WriteLine();
            console.MarkupLineInterpolated($"[bold]{table.Title}[/]");
            TerminalTable.Write(console, table);
        }

        if (report.Gaps.Count > 0) console.WriteLine();
        foreach (var gap in report.Gaps)
            console.MarkupLineInterpolated($"[yellow]not compared:[/] {gap.Scenario} {gap.Other}, {gap.Cores}c: {gap.Reason}");
        console.WriteLine();
        console.WriteLine($"{marks.Better} better, {marks.Worse} worse, both significant.");
        TerminalTable.WriteEnd(console, report.Legend, report.Notes);
    }
}

/// <summary>Writes an upgrade report as GitHub-flavoured Markdown. Better and worse are words.</summary>
internal static class UpgradeMarkdown
{
    public static string Format(UpgradeReport report) => MarkdownText.Lines(
    [
        $"## From {MarkdownText.Escape(report.From)} to {MarkdownText.Escape(report.To)}", "",
        MarkdownText.Escape($"Run {report.Run}: {report.Context}"), "",
        .. report.Summary.Select(sentence => $"- **{MarkdownText.Escape(sentence)}**"),
        .. UpgradeTable.Of(report).SelectMany(
            IEnumerable<string> (table) => ["", $"### {MarkdownText.Escape(table.Title)}", "", .. MarkdownText.Table(table)]),
        .. report.Gaps.Count > 0 ? ["", "### Not compared", ""] : Array.Empty<string>(),
        .. report.Gaps.Select(gap => $"- {MarkdownText.Escape($"{gap.Scenario} {gap.Other}, {gap.Cores}c: {gap.Reason}")}"),
        .. MarkdownText.HowToRead(report.Legend.Select(MarkdownText.Escape)),
        .. MarkdownText.Notes(report.Notes),
    ]);
}
