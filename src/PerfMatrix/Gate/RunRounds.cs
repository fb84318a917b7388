namespace PerfMatrix.Gate;

/// <summary>Samples of a run by block and round; indexed once.</summary>
internal sealed class RunRounds(RunDocument run)
{
    private readonly Dictionary<(string Variant, string Block), Dictionary<int, SampleRecord>> _samples = Index(run);

    private readonly ILookup<(string Cell, Side Side), VariantRecord> _copies =
        run.Variants.Where(variant => variant.Twin == 1).ToLookup(variant => (variant.Cell.Id, variant.Side));

    public RunDocument Run => run;

    /// <summary>The identical copy of a variant; null without one.</summary>
    public VariantRecord? CopyOf(VariantRecord variant) => _copies[(variant.Cell.Id, variant.Side)].FirstOrDefault();

    public IEnumerable<BlockRecord> Shared(string a, string b) => run.Blocks.Where(block => block.Variants.Contains(a) && block.Variants.Contains(b));

    public IReadOnlyDictionary<int, SampleRecord> Samples(string variant, string block) => _samples.GetValueOrDefault((variant, block), []);

    /// <summary>Rounds of a block in which both variants were measured, as far as either has the metric; empty when neither has. Where one kept up
    /// with the rate and had too few requests for a percentile, the round tells nothing.</summary>
    public IReadOnlyList<PairRound> Pair(string block, string a, string b, Metric metric)
    {
        var (ofA, ofB) = (Samples(a, block), Samples(b, block));
        return
        [
            .. from round in ofA.Keys
               where ofB.ContainsKey(round)
               orderby round
               let old = Value(ofA[round], metric.Name)
               let now = Value(ofB[round], metric.Name)
               where old is not null || now is not null
               where (old is not null || !HadTooFew(metric, ofA[round])) && (now is not null || !HadTooFew(metric, ofB[round]))
               select new PairRound(round, Number(old), Number(now), Ratio(metric, old, now)),
        ];
    }

    // A process that keeps up with the rate has at least p50, unless hardly any requests come.
    private static bool HadTooFew(Metric metric, SampleRecord sample) =>
        Metric.IsPaced(metric.Name) && sample.Metrics.ContainsKey(Metric.PacedLatencyP50.Name);

    private static double? Ratio(Metric metric, double? old, double? now) => (Number(old), Number(now)) is not ({ } a, { } b) ? null
        : (a, b) is (0, 0) ? 0 : 0.0 + (metric.WorseSign * metric.LogRatio(a, b));

    private static double? Value(SampleRecord sample, string metric) => sample.Metrics.TryGetValue(metric, out var value) ? value : null;

    private static double? Number(double? value) => value is { } number && double.IsFinite(number) ? number : null;

    private static Dictionary<(string Variant, string Block), Dictionary<int, SampleRecord>> Index(RunDocument run)
    {
        var index = new Dictionary<(string Variant, string Block), Dictionary<int, SampleRecord>>();
        foreach (var sample in run.Samples)
        {
            var key = (sample.Variant, sample.Block);
            if (!index.TryGetValue(key, out var rounds)) index[key] = rounds = [];
            if (!rounds.TryAdd(sample.Round, sample))
                throw new UsageException(
                    $"run {run.Id}: found two samples of {sample.Variant} in block {sample.Block}, round {sample.Round}; one was expected. The "
                        + "document is damaged, take another copy");
        }

        return index;
    }
}

/// <summary>Effect and interval of paired rounds, over all machines of a stage.</summary>
internal static class PairedDifference
{
    public static IReadOnlyList<CellDifference> Of(IEnumerable<PairSeries> pairs, IReadOnlyCollection<ComparedRun> runs)
    {
        var stages = runs.ToDictionary(run => run.Id, run => run.Stage);
        return [.. pairs.GroupBy(series => (series.Cell, series.Metric, Stage: stages[series.Run])).Select(group =>
            Of(group.Key.Cell, group.Key.Metric, group.Key.Stage, [.. group]))];
    }

    private static CellDifference Of(string cell, string metric, Stage stage, List<PairSeries> series)
    {
        var pairs = series.SelectMany(one => one.Rounds).ToList();
        double[] ratios = [.. pairs.Select(pair => pair.LogRatio).OfType<double>()];
        var estimate = ratios.Length > 0 ? Estimate.Of(ratios) : null;
        return new()
        {
            Cell = cell,
            Metric = metric,
            Stage = stage,
            Base = OrderStatistics.MedianOfKnown(pairs.Select(pair => pair.Base)),
            Head = OrderStatistics.MedianOfKnown(pairs.Select(pair => pair.Head)),
            EffectPercent = estimate?.EffectPercent,
            LowPercent = estimate?.LowPercent,
            HighPercent = estimate?.HighPercent,
            Rounds = series.Sum(one => one.Rounds.Where(pair => pair.LogRatio is not null).Select(pair => pair.Round).Distinct().Count()),
        };
    }
}
