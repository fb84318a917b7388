namespace PerfMatrix.Reporting;

/// <summary>A run as tables, one for each scenario and core count.</summary>
internal static class RunTables
{
    /// <param name="width">Columns that do not fit are left out.</param>
    public static TableReport Of(RunDocument run, int width = int.MaxValue)
    {
        var report = ReportBuilder.Build(run);
        return new()
        {
            Title = $"Run {report.Run}",
            Context = report.Context,
            Tables = [.. report.Tables.Select(table => new ShownTable(
                ReportColumns.Table(table.Rows, width) with { Title = table.Title, Caption = table.Headline })
            {
                Lacks = [.. table.Skipped.Select(row => (row.Status, $"{row.Runtime} {row.Gc}: {row.Reason}"))],
            })],
            Worse = "worse than the anchor",
            Legend = report.Legend,
            Notes = report.Notes,
        };
    }
}

internal static class ReportColumns
{
    private const int Gap = 1;
    private const double NanosecondsPerMicrosecond = 1000;
    private static readonly CellText s_unknown = new("-", Tone.Quiet);

    private static IReadOnlyList<Column> All { get; } =
    [
        new("Runtime", 0, IsNumber: false, row => row.Runtime),
        new("GC", 0, IsNumber: false, row => row.Gc),
        Value("req/s", 0, Metric.Throughput, value => Text.Number(value)),
        new("change % [95 %]", 0, IsNumber: true, row => ChangeText(row, Metric.Throughput, withInterval: true)),
        Value("CPU us", 3, Metric.CpuPerRequest, value => Text.Number(value, 1)),
        new("chg %", 4, IsNumber: true, row => ChangeText(row, Metric.CpuPerRequest)),
        Value("p50 us", 7, Metric.LatencyP50, value => Text.Number(value)),
        Value("p99 us", 5, Metric.LatencyP99, value => Text.Number(value)),
        Value("B/req", 6, Metric.AllocatedPerRequest, value => Text.Number(value)),
        Value("gen0/1k", 8, Metric.Gen0PerThousand, value => Text.Number(value, 2)),
        Value("RSS MiB", 1, Metric.PeakRss, value => Text.Number(value / Bytes.PerMegabyte)),
        new("chg %", 2, IsNumber: true, row => ChangeText(row, Metric.PeakRss)),
        Value("start ms", 9, Metric.Startup, value => Text.Number(value)),
    ];

    private static IReadOnlyList<Column> OfBenchmarks { get; } =
    [
        new("Runtime", 0, IsNumber: false, row => row.Runtime),
        new("GC", 0, IsNumber: false, row => row.Gc),
        Value("Mean us", 0, Metric.MeanTime, value => Text.Number(value / NanosecondsPerMicrosecond, 3)),
        new("change % [95 %]", 0, IsNumber: true, row => ChangeText(row, Metric.MeanTime, withInterval: true)),
        Value("B/op", 0, Metric.AllocatedPerOperation, value => Text.Number(value)),
        new("chg %", 1, IsNumber: true, row => ChangeText(row, Metric.AllocatedPerOperation)),
        Value("Gen0/1k", 3, Metric.Gen0PerThousandOperations, value => Text.Number(value, 2)),
        Value("Gen1/1k", 4, Metric.Gen1PerThousandOperations, value => Text.Number(value, 2)),
        Value("Gen2/1k", 5, Metric.Gen2PerThousandOperations, value => Text.Number(value, 2)),
        Value("contentions", 2, Metric.LockContentions, value => Text.Number(value, 1)),
        Value("work items", 2, Metric.CompletedWorkItems, value => Text.Number(value, 1)),
    ];

    /// <summary>The rows as a table: a case of BenchmarkDotNet has other columns than an application under load. Columns that do not fit the width
    /// are left out, the least important first.</summary>
    public static DataTable Table(IReadOnlyList<ReportRow> rows, int width)
    {
        var columns = (rows.Any(row => row.Figures.ContainsKey(Metric.MeanTime.Name)) ? OfBenchmarks : All).ToList();
        while (columns.Sum(Width) > width && columns.Exists(column => column.Rank > 0)) columns.Remove(columns.MaxBy(column => column.Rank)!);
        return new("", [.. columns.Select(column => column.Heading)], [.. rows.Select(row => columns.ConvertAll(column => column.Text(row)))])
        {
            Texts = [.. columns.Index().Where(column => !column.Item.IsNumber).Select(column => column.Index)],
            HasMarks = true,
        };

        int Width(Column column) =>
            Gap + rows.Select(row => Marks.For(unicode: true).Apply(column.Text(row)).Length).Append(column.Heading.Length).Max();
    }

    private static Column Value(string heading, int rank, Metric metric, Func<double, string> format) =>
        new(heading, rank, IsNumber: true, row => row.Figures.TryGetValue(metric.Name, out var figure) ? format(figure.Value) : s_unknown);

    private static CellText ChangeText(ReportRow row, Metric metric, bool withInterval = false) =>
        !row.Figures.TryGetValue(metric.Name, out var figure) ? s_unknown
        : row.IsAnchor ? new("anchor", Tone.Anchor)
        : figure.Change is not { } change ? s_unknown
        : !change.IsSignificant ? new("~", Tone.Quiet)
        : new(Text.Signed(change.Percent!.Value) + (withInterval ? $" {Text.Interval(change.LowPercent!.Value, change.HighPercent!.Value)}" : ""),
            change.Difference == Difference.Better ? Tone.Better : Tone.Worse);
}

/// <summary>A column of the terminal and Markdown tables. A new one is an entry in <see cref="ReportColumns"/>.</summary>
/// <param name="Rank">Importance: narrow consoles drop the highest rank first; 0 is never dropped.</param>
internal sealed record Column(string Heading, int Rank, bool IsNumber, Func<ReportRow, CellText> Text);
