namespace PerfMatrix.Evidence.Injection;

/// <param name="Name">Name in tables; trials of one name count as repetitions: <c>CPU +5 %</c>, <c>allocations +64 B</c>.</param>
/// <param name="Kind">Its name on the command line, e.g. <c>cpu</c>.</param>
/// <param name="Amount">What was asked of the workload: steps of CPU, bytes, requests between stalls or waits, MiB, ms, us, or percent.</param>
/// <param name="Percent">Wanted size in percent of the CPU time of a request; null for other kinds.</param>
internal sealed record InjectionRecord(string Name, [property: JsonPropertyName("leg")] InjectionKind Kind, int Amount, double? Percent);

/// <summary>How much worse head of a cell was: the mean over all rounds, of throughput over all slices. The gate takes a robust estimate, and leaves
/// out moments that disturb several programs at once.</summary>
/// <param name="Percent">Mean change over all rounds of the trial.</param>
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
    /// <summary>The truth, cell by cell, in the first metric that shall show it and was measured.</summary>
    public static IReadOnlyList<TruthRecord> Of(ComparisonDocument comparison, InjectionKind kind, IEnumerable<RoundObservation> rounds)
    {
        var raw = rounds.ToList();
        var counted = CountedInjection.Of(raw, kind);
        return
        [
            .. from cell in comparison.Pairs.GroupBy(series => series.Cell)
               let found = kind.Metrics.Select(metric => (Metric: metric, Ratios: Ratios(cell, metric, raw)))
                   .FirstOrDefault(one => one.Ratios.Length > 0)
               where found.Metric is not null
               select Of(cell.Key, found.Metric, found.Ratios) with { Counted = counted.GetValueOrDefault(cell.Key) },
        ];
    }

    private static TruthRecord Of(string cell, string metric, double[] ratios)
    {
        if (ratios.Length < 2) return new(cell, metric, LogRatio.ToPercent(ratios[0]), null, null, ratios.Length);
        var (mean, low, high) = Differences.OfOne(ratios);
        return new(cell, metric, LogRatio.ToPercent(mean), LogRatio.ToPercent(low), LogRatio.ToPercent(high), ratios.Length);
    }

    private static double[] Ratios(IGrouping<string, PairSeries> cell, string name, List<RoundObservation> raw)
    {
        if (name == Metric.Throughput.Name && OfAllSlices(cell.Key, raw) is { Length: > 0 } all) return all;
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

    // Samples leave out moments that look like one that was put in.
    private static double[] OfAllSlices(string cell, List<RoundObservation> raw) =>
    [
        .. from round in raw
           let rates = Enumerable.Range(0, round.Variants.Count).Select(index => VariantRound.Of(round, index))
               .Where(own => own.Observation.Failure is null)
               .ToDictionary(own => own.Observation.Variant, own => own.PerSecond(own.Slices.Sum(slice => slice.Requests)))
           from head in rates
           where VariantIds.ProgramOf(head.Key) == cell
           let ratio = rates.GetValueOrDefault($"{cell}@{Side.Base.Name()}{head.Key[cell.Length..]}") / head.Value
           where ratio is > 0 and < double.PositiveInfinity
           select Math.Log(ratio.Value),
    ];
}
