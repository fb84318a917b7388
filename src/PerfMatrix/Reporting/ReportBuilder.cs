using System.Globalization;
using PerfMatrix.Metrics;
using PerfMatrix.Results;
using PerfMatrix.Statistics;

namespace PerfMatrix.Reporting;

/// <summary>Derives the report from a run document. Pure: the same document gives the same report.</summary>
public static class ReportBuilder
{
    /// <summary>Builds the report.</summary>
    /// <param name="run">The run.</param>
    public static Report Build(RunDocument run)
    {
        var source = new Source(run, new RunPairs(run), run.Samples.ToLookup(sample => sample.Variant));
        return new Report
        {
            Run = run.Id,
            Context = ReportWords.Context(run),
            Tables = [.. run.Variants.Where(variant => variant.Side != ReportWords.ReferenceSide).GroupBy(variant => (variant.Cell.Scenario, variant.Cell.Cores)).Select(group => Table(source, group.Key.Scenario, group.Key.Cores, [.. group]))],
            Legend = ReportWords.Legend,
            Notes = [.. ReportWords.Notes(run)],
        };
    }

    private static ReportTable Table(Source source, string scenario, int cores, IReadOnlyList<VariantRecord> variants)
    {
        var rows = variants.Where(variant => variant.Status == VariantStatus.Measured)
            .Select(variant => Row(source, variant, AnchorOf(source.Run, variant.Id)))
            .OrderByDescending(row => row.IsAnchor)
            .ToList();
        return new ReportTable
        {
            Title = ReportWords.Title(source.Run, scenario, cores),
            Scenario = scenario,
            Cores = cores,
            Headline = Headline.Of(source.Pairs, rows),
            Rows = rows,
            Skipped = [.. variants.Where(variant => variant.Status != VariantStatus.Measured).Select(Skipped)],
        };
    }

    private static string AnchorOf(RunDocument run, string variant) =>
        run.Blocks.FirstOrDefault(block => block.Variants.Contains(variant))?.Variants[0] ?? variant;

    private static ReportRow Row(Source source, VariantRecord variant, string anchor)
    {
        var figures = new Dictionary<string, Figure>();
        foreach (var metric in Metric.All)
        {
            var values = source.Samples[variant.Id].Where(sample => sample.Metrics.ContainsKey(metric.Name)).Select(sample => sample.Metrics[metric.Name]).ToArray();
            if (values.Length == 0) continue;
            var change = variant.Id == anchor ? null : Change.Of(source.Pairs.NaturalLogRatios(metric, anchor, variant.Id), metric.Direction);
            figures[metric.Name] = new Figure(Selection.Median(values), values.Length, change);
        }

        return new ReportRow(variant.Id, variant.Cell.Runtime, GcWithSide(variant), variant.Id == anchor, figures);
    }

    private static SkippedRow Skipped(VariantRecord variant) => new(
        variant.Id, variant.Cell.Runtime, GcWithSide(variant), ReportWords.StatusOf(variant.Status), variant.Reason ?? "no reason recorded");

    /// <summary>Side and twin are what the variant's id has beyond the cell's.</summary>
    private static string GcWithSide(VariantRecord variant) =>
        variant.Id.StartsWith(variant.Cell.Id, StringComparison.Ordinal) && variant.Id.Length > variant.Cell.Id.Length
            ? string.Create(CultureInfo.InvariantCulture, $"{variant.Cell.GcWithLimits} {variant.Id[variant.Cell.Id.Length..]}")
            : variant.Cell.GcWithLimits;

    private sealed record Source(RunDocument Run, RunPairs Pairs, ILookup<string, SampleRecord> Samples);
}
