using PerfMatrix.Metrics;

namespace PerfMatrix.Reporting;

/// <summary>The columns, from left to right.</summary>
internal static class ReportColumns
{
    private const double BytesPerMebibyte = 1024 * 1024;

    public static IReadOnlyList<Column> All { get; } =
    [
        new("Runtime", 0, IsNumber: false, row => new(row.Runtime)),
        new("GC", 0, IsNumber: false, row => new(row.Gc)),
        Value("req/s", 0, MetricNames.Throughput, value => Text.Number(value)),
        new("change % [95 %]", 0, IsNumber: true, row => ChangeText(row, MetricNames.Throughput, withInterval: true)),
        Value("CPU us", 3, MetricNames.CpuPerRequest, value => Text.Number(value, 1)),
        new("chg %", 4, IsNumber: true, row => ChangeText(row, MetricNames.CpuPerRequest)),
        Value("p50 us", 7, MetricNames.LatencyP50, value => Text.Number(value)),
        Value("p99 us", 5, MetricNames.LatencyP99, value => Text.Number(value)),
        Value("B/req", 6, MetricNames.AllocatedPerRequest, value => Text.Number(value)),
        Value("gen0/1k", 8, MetricNames.Gen0PerThousand, value => Text.Number(value, 2)),
        Value("RSS MiB", 1, MetricNames.PeakRss, value => Text.Number(value / BytesPerMebibyte)),
        new("chg %", 2, IsNumber: true, row => ChangeText(row, MetricNames.PeakRss)),
        Value("start ms", 9, MetricNames.Startup, value => Text.Number(value)),
    ];

    private static Column Value(string heading, int rank, string metric, Func<double, string> format) =>
        new(heading, rank, IsNumber: true, row => row.Figures.TryGetValue(metric, out var figure) ? new(format(figure.Value)) : new("-", Tone.Quiet));

    private static CellText ChangeText(ReportRow row, string metric, bool withInterval = false) =>
        !row.Figures.TryGetValue(metric, out var figure) ? new("-", Tone.Quiet)
        : row.IsAnchor ? new("anchor", Tone.Anchor)
        : figure.Change is not { } change ? new("-", Tone.Quiet)
        : !change.IsSignificant ? new("~", Tone.Quiet)
        : new(Significant(change, withInterval), change.Difference == Difference.Better ? Tone.Better : Tone.Worse);

    private static string Significant(Change change, bool withInterval)
    {
        var percent = Text.Signed(change.Percent!.Value);
        return withInterval ? $"{percent} [{Text.Signed(change.LowPercent!.Value)} {Text.Signed(change.HighPercent!.Value)}]" : percent;
    }
}
