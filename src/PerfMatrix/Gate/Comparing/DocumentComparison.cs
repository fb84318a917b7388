using PerfMatrix.Metrics;
using PerfMatrix.Results;

namespace PerfMatrix.Gate;

/// <summary>
/// Compares two run documents. Cells of the same block of the same run are paired; everything else was measured apart, is labelled so, and never gates.
/// </summary>
public static class DocumentComparison
{
    /// <summary>Compares what <paramref name="head"/> measured with what <paramref name="old"/> measured.</summary>
    /// <param name="old">The document compared with; of a run with both sides its side head.</param>
    /// <param name="head">The document compared.</param>
    /// <param name="catalogue">The metrics, with their directions.</param>
    /// <exception cref="UsageException">They have no measured cell in common, or are one and the same one-sided run.</exception>
    public static ComparisonDocument Of(RunDocument old, RunDocument head, IReadOnlyList<Metric> catalogue) =>
        old.Id == head.Id ? RunComparison.OfSides([new(Merge(old, head))], catalogue) : Apart(old, head, catalogue);

    private static ComparisonDocument Apart(RunDocument old, RunDocument head, IReadOnlyList<Metric> catalogue)
    {
        var (olds, heads) = (Measured(old), Measured(head));
        var common = heads.Keys.Where(olds.ContainsKey).ToList();
        if (common.Count == 0)
            throw new UsageException($"no cell was measured in both runs: {old.Id} has {Some([.. olds.Keys])}; {head.Id} has {Some([.. heads.Keys])}. Measure the same selection twice, or compare in one block: perfmatrix compare BASE HEAD");
        var reason = Reason(old.Machine, head.Machine);
        return new()
        {
            Base = new(old.Id, old.Source.Sha),
            Head = new(head.Id, head.Source.Sha),
            Runs = [new StagedRun(old).Record, new StagedRun(head).Record],
            Cells = [.. common.Select(cell => RunCouples.CellOf(heads[cell].Cell))],
            Pairs = [],
            Canaries = [],
            Differences = [.. common.SelectMany(cell => UnpairedDifference.Of(cell, Stage.Screen, (old, olds[cell]), (head, heads[cell]), catalogue, reason))],
            NotGating = reason,
            Warnings = [.. OneSided(old, olds, heads), .. OneSided(head, heads, olds), .. old.Warnings.Concat(head.Warnings).Distinct()],
        };
    }

    /// <summary>Why nothing of two runs is paired, the most telling difference first.</summary>
    private static string Reason(MachineInfo old, MachineInfo head)
    {
        if (old.CpuModel != head.CpuModel)
            return $"measured on different CPU models: {old.CpuModel} and {head.CpuModel}";
        if (old.Driver != head.Driver)
            return $"measured by different drivers: {old.Driver} and {head.Driver}";
        if (old.Fingerprint != head.Fingerprint)
            return $"measured on different machines: {old.Fingerprint} and {head.Fingerprint}";
        if (old.Instance is not null && head.Instance is not null && old.Instance != head.Instance)
            return $"measured on two machines of one kind: {old.Instance} and {head.Instance}";
        return "measured in different runs, so they share no block";
    }

    private static Dictionary<string, VariantRecord> Measured(RunDocument run) => run.Variants
        .Where(variant => variant is { Status: VariantStatus.Measured, Side: "head", Twin: 0 })
        .GroupBy(variant => variant.Cell.Id)
        .ToDictionary(cell => cell.Key, cell => cell.First());

    private static IEnumerable<string> OneSided(RunDocument run, Dictionary<string, VariantRecord> own, Dictionary<string, VariantRecord> other) =>
        own.Keys.Where(cell => !other.ContainsKey(cell)).Select(cell => $"{cell}: only in run {run.Id}, not compared");

    private static string Some(List<string> cells) => cells.Count switch
    {
        0 => "none",
        <= 3 => string.Join(", ", cells),
        _ => $"{string.Join(", ", cells.Take(3))} and {cells.Count - 3} more",
    };

    // Two parts of one run, such as one document a side.
    private static RunDocument Merge(RunDocument a, RunDocument b) => ReferenceEquals(a, b) ? a : a with
    {
        Variants = [.. a.Variants.Concat(b.Variants).GroupBy(v => v.Id).Select(same => same.FirstOrDefault(v => v.Status == VariantStatus.Measured) ?? same.First())],
        Blocks = [.. a.Blocks.Concat(b.Blocks).GroupBy(block => block.Id).Select(same => same.First() with { Variants = [.. same.SelectMany(block => block.Variants).Distinct()] })],
        Samples = [.. a.Samples.Concat(b.Samples).DistinctBy(sample => (sample.Variant, sample.Round, sample.Block))],
        Pairs = [.. a.Pairs.Concat(b.Pairs).DistinctBy(pair => (pair.Block, pair.Round, pair.A, pair.B, pair.Metric))],
        Warnings = [.. a.Warnings.Concat(b.Warnings).Distinct()],
    };
}
