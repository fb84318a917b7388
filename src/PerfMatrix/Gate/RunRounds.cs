namespace PerfMatrix.Gate;

/// <summary>Samples and recorded pairs of a run by block and round; indexed once.</summary>
internal sealed class RunRounds(RunDocument run)
{
    private readonly Dictionary<(string Variant, string Block), Dictionary<int, SampleRecord>> _samples = Index(
        run, run.Samples, s => (s.Variant, s.Block ?? BlockOf(run, s.Variant)), s => s.Round, s => s,
        key => $"samples of {key.Item1} in block {key.Item2}");

    private readonly Dictionary<(string Block, string Metric, string A, string B), Dictionary<int, double>> _recorded = Index(
        run, run.Pairs, p => (p.Block, p.Metric, p.A, p.B), p => p.Round, p => p.LogRatio,
        key => $"pairs of {key.A} and {key.B} in block {key.Block} for {key.Metric}");

    private readonly ILookup<(string Cell, Side Side), VariantRecord> _copies =
        run.Variants.Where(variant => variant.Twin == 1).ToLookup(variant => (variant.Cell.Id, variant.Side));

    public RunDocument Run => run;

    /// <summary>The identical copy of a variant; null without one, as head of documents from before there was one.</summary>
    public VariantRecord? CopyOf(VariantRecord variant) => _copies[(variant.Cell.Id, variant.Side)].FirstOrDefault();

    public IEnumerable<BlockRecord> Shared(string a, string b) => run.Blocks.Where(block => block.Variants.Contains(a) && block.Variants.Contains(b));

    public IReadOnlyDictionary<int, SampleRecord> Samples(string variant, string block) => _samples.GetValueOrDefault((variant, block), []);

    /// <summary>Rounds of a block in which both variants were measured, as far as either has the metric; empty when neither has.</summary>
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
               select new PairRound(round, Number(old), Number(now), Ratio(block, round, a, b, metric, old, now)),
        ];
    }

    // Of throughput the recorded pair counts: in older documents it is no ratio of samples.
    private double? Ratio(string block, int round, string a, string b, Metric metric, double? old, double? now)
    {
        if (old is null || now is null || !double.IsFinite(old.Value) || !double.IsFinite(now.Value)) return null;
        if (metric.Name == Metric.Throughput.Name) return Recorded(block, round, a, b, metric.Name);
        return (old, now) is (0, 0) ? 0 : 0.0 + (metric.WorseSign * metric.LogRatio(old.Value, now.Value));
    }

    private double? Recorded(string block, int round, string a, string b, string metric)
    {
        if (_recorded.TryGetValue((block, metric, a, b), out var forward) && forward.TryGetValue(round, out var ratio)) return Number(ratio);
        return _recorded.TryGetValue((block, metric, b, a), out var backward) && backward.TryGetValue(round, out ratio) ? Number(0.0 - ratio) : null;
    }

    private static double? Value(SampleRecord sample, string metric) => sample.Metrics.TryGetValue(metric, out var value) ? value : null;

    private static double? Number(double? value) => value is { } number && double.IsFinite(number) ? number : null;

    // Documents of one block a variant leave the block out.
    private static string BlockOf(RunDocument run, string variant) => run.Blocks.FirstOrDefault(block => block.Variants.Contains(variant))?.Id ?? "";

    private static Dictionary<TKey, Dictionary<int, TValue>> Index<TRecord, TKey, TValue>(
        RunDocument run, IEnumerable<TRecord> records, Func<TRecord, TKey> key, Func<TRecord, int> round, Func<TRecord, TValue> value,
        Func<TKey, string> name)
        where TKey : notnull
    {
        var index = new Dictionary<TKey, Dictionary<int, TValue>>();
        foreach (var record in records)
        {
            if (!index.TryGetValue(key(record), out var rounds)) index[key(record)] = rounds = [];
            if (!rounds.TryAdd(round(record), value(record)))
                throw new UsageException(
                    $"run {run.Id}: found two {name(key(record))}, round {round(record)}; one was expected. The document is damaged, take another "
                        + $"copy");
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
