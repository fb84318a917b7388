using PerfMatrix.History.Exchange;

namespace PerfMatrix.Reporting.Exports;

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
                   variant.Side.Name(), $"{variant.Twin}", sample.Block ?? run.Blocks[0].Id, $"{sample.Round}", value.Key,
                   Metric.Find(value.Key)?.Unit ?? "", value.Value.ToString("R"),
               ];
    }

    private static string Field(string text) =>
        text.AsSpan().IndexOfAny(",\"\r\n") < 0 ? text : $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
}
