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

    /// <summary>The same cells as if BenchmarkDotNet had measured them: mean times, and nothing of a load.</summary>
    public static RunDocument Microbenchmarks() => Run with
    {
        Samples = [.. Run.Samples.Select(sample => sample with { Metrics = new Dictionary<string, double> { ["meanTime"] = 10 + sample.Round } })],
        Pairs = [],
    };

    public static string ReferenceOf(string anchor) => $"{anchor}@reference";

    private static IEnumerable<VariantRecord> Anchors => Run.Variants.Where(variant => IsAnchor(variant.Id));

    private static bool IsAnchor(string variant) => Run.Blocks.Any(block => block.Variants[0] == variant);
}
