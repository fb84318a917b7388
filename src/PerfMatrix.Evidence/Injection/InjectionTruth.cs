namespace PerfMatrix.Evidence.Injection;

/// <param name="Name">Name in tables; trials of one name count as repetitions: <c>CPU +5 %</c>, <c>allocations +64 B</c>.</param>
/// <param name="Kind">Its name on the command line, e.g. <c>cpu</c>.</param>
/// <param name="Amount">What was asked of the workload: steps of CPU, bytes, requests between stalls, microseconds, MiB, or milliseconds.</param>
/// <param name="Percent">Wanted size in percent of the CPU time of a request; null for other kinds.</param>
internal sealed record InjectionRecord(string Name, [property: JsonPropertyName("leg")] InjectionKind Kind, int Amount, double? Percent);

/// <summary>How much worse head of a cell was, by totals and medians over all rounds and independent of how the gate estimates it.</summary>
/// <param name="Percent">Estimated change over all rounds of the trial.</param>
/// <param name="LowPercent">Lower end of its 95 % interval; null with too few rounds.</param>
internal sealed record TruthRecord(string Cell, string Metric, double Percent, double? LowPercent, double? HighPercent, int Rounds)
{
    /// <summary>What the processes of head counted; null where none of them counts it.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public CountedInjection? Counted { get; init; }
}

/// <summary>What processes counted of what was put into them.</summary>
/// <param name="Times">How often, over all rounds.</param>
/// <param name="Each">How much each time, on average.</param>
/// <param name="Unit">Unit of <see cref="Each"/>.</param>
internal sealed record CountedInjection(long Times, double Each, string Unit)
{
    public override string ToString() => $"{Each:0.##} {Unit}";

    /// <summary>Adds the last readings of all processes up, cell by cell.</summary>
    public static IReadOnlyDictionary<string, CountedInjection> Of(IEnumerable<RoundObservation> rounds, InjectionKind kind) =>
        kind.Counted is not { } count ? new Dictionary<string, CountedInjection>()
        : (from variant in rounds.SelectMany(round => round.Variants)
           let injected = variant.CountersAfter?.Injected
           where injected is not null
           group count(injected) by VariantIds.ProgramOf(variant.Variant) into cell
           let times = cell.Sum(one => one.Times)
           where times > 0
           select (cell.Key, new CountedInjection(times, cell.Sum(one => one.Sum) / times, kind.Unit))).ToDictionary();
}

/// <summary>Measures what an injection really did, over all rounds of a trial.</summary>
internal static class InjectionTruth
{
    /// <summary>The truth, cell by cell, by the samples of the first metric that shall show it and was measured.</summary>
    public static IReadOnlyList<TruthRecord> Of(ComparisonDocument comparison, InjectionKind kind, IEnumerable<RoundObservation> raw)
    {
        var counted = CountedInjection.Of(raw, kind);
        return
        [
            .. from cell in comparison.Pairs.GroupBy(series => series.Cell)
               let found = kind.Metrics.Select(metric => (Metric: metric, Ratios: Ratios(cell, metric))).FirstOrDefault(one => one.Ratios.Length > 0)
               where found.Metric is not null
               let estimate = Estimate.Of(found.Ratios)
               select new TruthRecord(
                   cell.Key, found.Metric, estimate.EffectPercent, estimate.LowPercent, estimate.HighPercent, found.Ratios.Length)
               {
                   Counted = counted.GetValueOrDefault(cell.Key),
               },
        ];
    }

    // Not the log ratios of the pairs: their estimates may leave out the very moments that were put in.
    private static double[] Ratios(IEnumerable<PairSeries> cell, string name)
    {
        var metric = Metric.Named(name, problem => new(problem));
        return
        [
            .. from round in cell.Where(series => series.Metric == name).SelectMany(series => series.Rounds)
               where round is { Base: not null, Head: not null }
               let ratio = metric.LogRatio(round.Base!.Value, round.Head!.Value)
               where ratio is not null
               select metric.WorseSign * ratio.Value,
        ];
    }
}
