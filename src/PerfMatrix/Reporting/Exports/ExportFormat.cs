namespace PerfMatrix.Reporting.Exports;

/// <summary>A form of runs that other programs read, and the table of all of them.</summary>
/// <param name="Words">Who reads it.</param>
/// <param name="Files">The files of runs, of which the newest comes first.</param>
internal sealed record ExportFormat(string Name, string Words, Func<IReadOnlyList<RunDocument>, IEnumerable<ExportFile>> Files)
{
    public static IReadOnlyList<ExportFormat> All { get; } =
    [
        new("csv", "every sample, one a row", runs => [SampleTable.Of(runs)]),
        new("openmetrics", "Prometheus and Grafana", runs => [OpenMetrics.Of(runs)]),
        new("benchmarkdotnet", "ResultsComparer and others that read BenchmarkDotNet's full JSON", BenchmarkJson.Of),
        new("github-action-benchmark", "the action of that name",
            runs => ActionBenchmarkSuite.All.Select(suite => suite.FileOf(runs)).OfType<ExportFile>()),
    ];

    public static ExportFormat Named(string name) => All.Single(format => format.Name == name);
}

/// <summary>Every sample of runs as a table, one a row (CSV of RFC 4180, with a header).</summary>
internal static class SampleTable
{
    private static readonly IReadOnlyList<string> s_columns =
    [
        "run", "machine", "cell", .. Axis.All.Select(axis => axis.Name), "runtimeVersion", "side", "twin", "block", "round", "metric", "unit",
        "value",
    ];

    public static ExportFile Of(IReadOnlyList<RunDocument> runs)
    {
        var rows = runs.SelectMany(Rows).ToList();
        var text = string.Concat(rows.Prepend(s_columns).Select(row => string.Join(',', row.Select(Field)) + "\r\n"));
        return new("samples.csv", text, Wording.Counted(rows.Count, "sample"));
    }

    private static IEnumerable<IReadOnlyList<string>> Rows(RunDocument run)
    {
        var variants = run.Variants.ToDictionary(variant => variant.Id);
        return from sample in run.Samples
               let variant = variants[sample.Variant]
               let cell = variant.Cell
               from value in sample.Metrics
               select (IReadOnlyList<string>)
               [
                   run.Id, run.Machine.Fingerprint, cell.Id, .. Axis.All.Select(axis => axis.ValueOf(cell)), cell.RuntimeVersion ?? "",
                   variant.Side.Name(), $"{variant.Twin}", sample.Block, $"{sample.Round}", value.Key,
                   Metric.Find(value.Key)?.Unit ?? "", value.Value.ToString("R"),
               ];
    }

    private static string Field(string text) =>
        text.AsSpan().IndexOfAny(",\"\r\n") < 0 ? text : $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
}
