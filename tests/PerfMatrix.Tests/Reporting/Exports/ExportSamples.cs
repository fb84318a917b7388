using PerfMatrix.Metrics;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Tests.Reporting.Exports;

/// <summary>Runs for tests of exports.</summary>
internal static class ExportSamples
{
    public static RunDocument Run { get; } = SampleRun.Create();

    /// <summary>The run with a pinned reference in each block, which is as fast as the anchor.</summary>
    public static RunDocument WithReference() => Run with
    {
        Blocks = [.. Run.Blocks.Select(block => block with { Variants = [.. block.Variants, ReferenceOf(block.Variants[0])] })],
        Variants = [.. Run.Variants, .. Anchors.Select(anchor => anchor with { Id = ReferenceOf(anchor.Id), Side = Side.Reference })],
        Samples = [.. Run.Samples, .. from sample in Run.Samples where IsAnchor(sample.Variant)
            select sample with { Variant = ReferenceOf(sample.Variant) }],
        Pairs = [.. Run.Pairs, .. from pair in Run.Pairs where IsAnchor(pair.A) select pair with { A = ReferenceOf(pair.A) }],
    };

    /// <summary>The run as if every metric that there is had been measured.</summary>
    public static RunDocument WithEveryMetric() => Run with
    {
        Samples = [.. Run.Samples.Select(sample => sample with
        {
            Metrics = Metric.All.ToDictionary(metric => metric.Name, _ => 1.0 + sample.Round),
        })],
    };

    /// <summary>The same cells as if BenchmarkDotNet had measured them: mean times, and nothing of a load.</summary>
    public static RunDocument Microbenchmarks() => Run with
    {
        Samples = [.. Run.Samples.Select(sample => sample with { Metrics = new Dictionary<string, double> { ["meanTime"] = 10 + sample.Round } })],
        Pairs = [],
    };

    /// <summary>The run with the pinned reference, its two scenarios being cases of one project: those of hello-minimal take half as long as their
    /// reference, the others as long.</summary>
    public static RunDocument MicrobenchmarksWithReference()
    {
        var run = WithReference();
        return run with
        {
            Variants = [.. run.Variants.Select(variant => variant with
            {
                Cell = variant.Cell with { Scenario = $"micro/{variant.Cell.Scenario}" },
            })],
            Samples = [.. run.Samples.Select(sample => sample with
            {
                Metrics = new Dictionary<string, double> { ["meanTime"] = IsFast(sample.Variant) ? 10 : 20 },
            })],
            Pairs = [],
        };

        static bool IsFast(string variant) =>
            variant.StartsWith("hello-minimal/", StringComparison.Ordinal) && !variant.EndsWith("@reference", StringComparison.Ordinal);
    }

    public static string ReferenceOf(string anchor) => $"{anchor}@reference";

    private static IEnumerable<VariantRecord> Anchors => Run.Variants.Where(variant => IsAnchor(variant.Id));

    private static bool IsAnchor(string variant) => Run.Blocks.Any(block => block.Variants[0] == variant);
}
