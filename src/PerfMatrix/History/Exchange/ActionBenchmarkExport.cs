using System.Globalization;
using System.Text.Json;
using PerfMatrix.Metrics;
using PerfMatrix.Results;
using PerfMatrix.Statistics;

namespace PerfMatrix.History;

/// <summary>An entry of a list that github-action-benchmark v1.22.0 reads with the tools <c>customBiggerIsBetter</c> and <c>customSmallerIsBetter</c>.</summary>
/// <param name="Name">Name of the series; stable, because the action finds the value before by it.</param>
/// <param name="Unit">Unit.</param>
/// <param name="Value">Median over the rounds.</param>
/// <param name="Range">Scatter of the rounds; shown, never used by the action.</param>
/// <param name="Extra">Text of the tooltip.</param>
public sealed record BenchmarkEntry(string Name, string Unit, double Value, string Range, string Extra);

/// <summary>JSON of github-action-benchmark.</summary>
public static class BenchmarkJson
{
    /// <summary>The text of a list.</summary>
    public static string Format(IReadOnlyList<BenchmarkEntry> entries) => JsonSerializer.Serialize(entries, DocumentJson.Indented) + "\n";
}

/// <summary>Turns a run into the lists of github-action-benchmark: one direction a list, because the action knows one direction a suite.</summary>
public static class ActionBenchmarkExport
{
    /// <summary>The list of the metrics of one direction; cells without a value are left out, as the action knows no missing ones, and so are identical copies, as it finds values by name.</summary>
    public static IReadOnlyList<BenchmarkEntry> Of(RunDocument run, Direction direction)
    {
        var samples = run.Samples.ToLookup(sample => sample.Variant);
        return
        [
            .. from metric in Metric.All
               where metric.Direction == direction
               from variant in run.Variants
               where variant is { Side: "head", Twin: 0, Status: VariantStatus.Measured }
               let values = samples[variant.Id].Where(sample => sample.Metrics.ContainsKey(metric.Name)).Select(sample => sample.Metrics[metric.Name]).Where(double.IsFinite).ToArray()
               where values.Length > 0
               select new BenchmarkEntry($"{variant.Cell.Id} {metric.Name}", metric.Unit, Selection.Median([.. values]), Range(values), Extra(run, variant, values.Length)),
        ];
    }

    /// <summary>With a sign and a number that the action can scale when a unit changes; halved before it is subtracted, so that it stays a number whatever the values are.</summary>
    private static string Range(double[] values) => string.Create(CultureInfo.InvariantCulture, $"± {(values.Max() / 2) - (values.Min() / 2):G4}");

    private static string Extra(RunDocument run, VariantRecord variant, int rounds) => string.Join('\n',
        $"{variant.Cell.Scenario}, runtime {variant.Cell.RuntimeVersion ?? variant.Cell.Runtime}, GC {variant.Cell.GcWithLimits}, {variant.Cell.Cores} cores",
        $"median of {rounds} rounds; run {run.Id} on {run.Machine.CpuModel} ({run.Machine.Fingerprint})",
        "Values of different machines are not comparable.");
}
