using PerfMatrix.Metrics;

namespace PerfMatrix.Reporting;

/// <summary>The columns, from left to right.</summary>
internal static class ReportColumns
{
    private const double BytesPerMebibyte = 1024 * 1024;
    private const double NanosecondsPerMicrosecond = 1000;

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

    /// <summary>Those of cases of BenchmarkDotNet.</summary>
    private static IReadOnlyList<Column> OfBenchmarks { get; } =
    [
        new("Runtime", 0, IsNumber: false, row => new(row.Runtime)),
        new("GC", 0, IsNumber: false, row => new(row.Gc)),
        Value("Mean us", 0, MetricNames.MeanTime, value => Text.Number(value / NanosecondsPerMicrosecond, 3)),
        new("change % [95 %]", 0, IsNumber: true, row => ChangeText(row, MetricNames.MeanTime, withInterval: true)),
        Value("B/op", 0, MetricNames.AllocatedPerOperation, value => Text.Number(value)),
        new("chg %", 1, IsNumber: true, row => ChangeText(row, MetricNames.AllocatedPerOperation)),
        Value("Gen0/1k", 3, MetricNames.Gen0PerThousandOperations, value => Text.Number(value, 2)),
        Value("Gen1/1k", 4, MetricNames.Gen1PerThousandOperations, value => Text.Number(value, 2)),
        Value("Gen2/1k", 5, MetricNames.Gen2PerThousandOperations, value => Text.Number(value, 2)),
        Value("contentions", 2, MetricNames.LockContentions, value => Text.Number(value, 1)),
        Value("work items", 2, MetricNames.CompletedWorkItems, value => Text.Number(value, 1)),
    ];

    /// <summary>The columns of a table: a case of BenchmarkDotNet has others than an application under load.</summary>
    public static IReadOnlyList<Column> Of(IReadOnlyList<ReportRow> rows) =>
        rows.Any(row => row.Figures.ContainsKey(MetricNames.MeanTime)) ? OfBenchmarks : All;

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
