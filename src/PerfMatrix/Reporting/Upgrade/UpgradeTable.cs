namespace PerfMatrix.Reporting.Upgrade;

/// <summary>An upgrade report as tables, one for each scenario and core count.</summary>
internal static class UpgradeTable
{
    public static TableReport Of(UpgradeReport report) => new()
    {
        Title = $"From {report.From} to {report.To}, run {report.Run}",
        Context = report.Context,
        Summary = report.Summary,
        Tables =
        [
            .. report.Cases.Select(one => (one.Scenario, one.Cores)).Concat(report.Gaps.Select(gap => (gap.Scenario, gap.Cores))).Distinct()
                .Select(place => Table(report, place.Scenario, place.Cores)),
        ],
        Worse = "worse",
        Legend = report.Legend,
        Notes = report.Notes,
    };

    private static ShownTable Table(UpgradeReport report, string scenario, int cores)
    {
        var rows = from one in report.Cases
                   where one.Scenario == scenario && one.Cores == cores
                   from change in one.Metrics.Index()
                   select Row(change.Index == 0 ? one.Other : "", change.Item);
        string[] headings = [report.Axis == "runtime" ? "GC" : "Runtime", "Metric", report.From, report.To, "change %", "95 % interval"];
        var table = new DataTable("", headings, [.. rows], $"{scenario}, {Wording.Counted(cores, "core")}")
        {
            Texts = [0, 1],
            HasMarks = true,
            Gap = 2,
        };
        return new(table)
        {
            Lacks = [.. report.Gaps.Where(gap => gap.Scenario == scenario && gap.Cores == cores)
                .Select(gap => ("not compared", $"{gap.Other}: {gap.Reason}"))],
        };
    }

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

    public string Text(double value) => Configuration.Text.Number(value / Scale, Decimals);
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
