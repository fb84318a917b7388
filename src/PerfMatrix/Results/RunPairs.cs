namespace PerfMatrix.Results;

/// <summary>Log ratios of any two variants of a run, one a round. Indexed once, because a large run has 100,000 pairs.</summary>
internal sealed class RunPairs(RunDocument run)
{
    private readonly ILookup<(string Metric, string A, string B), double> _recorded =
        run.Pairs.ToLookup(pair => (pair.Metric, pair.A, pair.B), pair => pair.LogRatio);

    private readonly ILookup<string, SampleRecord> _samples = run.Samples.ToLookup(sample => sample.Variant);

    /// <summary>ln(b / a) in the natural direction of the metric (above 0: b's value is larger). Recorded pairs come first; where none are recorded,
    /// those of the samples of the same block and round, which is their definition. Throughput is always recorded.</summary>
    public double[] NaturalLogRatios(Metric metric, string a, string b)
    {
        var recorded = _recorded[(metric.Name, a, b)].Concat(_recorded[(metric.Name, b, a)].Select(ratio => -ratio))
            .Select(ratio => metric.WorseSign * ratio)
            .ToArray();
        return recorded.Length > 0 || metric.Name == Metric.Throughput.Name ? recorded : OfSamples(metric, a, b, metric.LogRatio);
    }

    /// <summary>b - a of the samples of the same block and round, in the unit of the metric.</summary>
    public double[] Differences(Metric metric, string a, string b) => OfSamples(metric, a, b, (old, now) => now - old);

    /// <summary>The samples of a variant, one a good round.</summary>
    public double[] Values(Metric metric, string variant) =>
        [.. from sample in _samples[variant] where sample.Metrics.ContainsKey(metric.Name) select sample.Metrics[metric.Name]];

    private double[] OfSamples(Metric metric, string a, string b, Func<double, double, double?> of)
    {
        var ofA = _samples[a].ToLookup(sample => (sample.Block, sample.Round));
        var compared = from sample in _samples[b]
                       where sample.Metrics.ContainsKey(metric.Name)
                       from other in ofA[(sample.Block, sample.Round)]
                       where other.Metrics.ContainsKey(metric.Name)
                       select of(other.Metrics[metric.Name], sample.Metrics[metric.Name]);
        return [.. compared.OfType<double>()];
    }
}

/// <summary>What the variants of a run are compared with, by ids.</summary>
internal static class Counterparts
{
    /// <summary>Base, head and a copy of both, in this order. Only blocks of a comparison have copies.</summary>
    public const int ProcessesOfPair = 4;

    /// <summary>The pinned reference of each variant: that of its own cell in its block if there is one, else the newest pin of the block.</summary>
    public static IReadOnlyDictionary<string, string> References(RunDocument run)
    {
        var variants = run.Variants.ToDictionary(variant => variant.Id);
        var references = new Dictionary<string, string>();
        foreach (var block in run.Blocks)
        {
            var own = block.Variants.Where(variants.ContainsKey).Select(id => variants[id]).ToLookup(variant => variant.Side == Side.Reference);
            var pins = own[true].Where(pin => pin.Status == VariantStatus.Measured).ToList();
            foreach (var variant in pins.Count == 0 ? [] : own[false])
                references.TryAdd(variant.Id, pins.LastOrDefault(pin => pin.Cell.Id == variant.Cell.Id, pins[^1]).Id);
        }

        return references;
    }

    /// <summary>What each variant is held against in its block: in a comparison the first of its own pair, which is base, else the anchor. Both have
    /// themselves.</summary>
    public static IReadOnlyDictionary<string, string> Anchors(RunDocument run)
    {
        var copies = run.Variants.Where(variant => variant.Twin > 0).Select(variant => variant.Id).ToHashSet();
        return (from block in run.Blocks
                let size = 2 * block.Variants.Count(copies.Contains) == block.Variants.Count ? ProcessesOfPair : block.Variants.Count
                from place in Enumerable.Range(0, block.Variants.Count)
                select (Id: block.Variants[place], Anchor: block.Variants[place - (place % size)]))
            .DistinctBy(one => one.Id).ToDictionary();
    }

    /// <summary>The reference where there is one, else what the variant is held against in its block; an anchor has none.</summary>
    public static IReadOnlyDictionary<string, string> Of(RunDocument run)
    {
        var (references, anchors) = (References(run), Anchors(run));
        return (from variant in run.Variants
                let against = references.GetValueOrDefault(variant.Id) ?? anchors.GetValueOrDefault(variant.Id)
                where against is not null && against != variant.Id
                select (variant.Id, against)).ToDictionary();
    }
}
