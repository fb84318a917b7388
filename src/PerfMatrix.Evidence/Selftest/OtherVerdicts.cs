namespace PerfMatrix.Evidence.Selftest;

/// <summary>Sends the samples of a trial through the rules of others: the rounds of every cell and metric that the gate judges. They are
/// spoilt: both sides ran interleaved, which none of them does by itself.</summary>
internal static class OtherVerdicts
{
    /// <param name="previous">What a history would hold of the trial before; empty without one.</param>
    public static IReadOnlyList<OtherVerdict> Of(GateRun run, IReadOnlyList<BaselineSample> previous)
    {
        var before = previous.ToDictionary(sample => (sample.Cell, sample.Metric), sample => sample.Value);
        var costs = Judged(run).Select(series => CostsOf(series, Metric.Find(series.Metric)!, before)).OfType<UnpairedCosts>().ToList();
        return
        [
            .. from rule in OtherRules.All
               let answers = costs.Select(rule.Fails).OfType<bool>().ToList()
               select new OtherVerdict(rule.Name, answers.Count, answers.Count(fails => fails)),
        ];
    }

    /// <summary>What a history would keep of this trial: the mean of base over all of its rounds.</summary>
    public static IReadOnlyList<BaselineSample> Baseline(GateRun run) =>
    [
        .. from series in Judged(run)
           let logs = series.Rounds.Where(round => round.Base is > 0).Select(round => Math.Log(round.Base!.Value)).ToList()
           where logs.Count > 0
           select new BaselineSample(series.Cell, series.Metric, Math.Exp(logs.Average())),
    ];

    private static IEnumerable<PairSeries> Judged(GateRun run)
    {
        var gating = run.Verdict.Cells.Where(cell => cell.Gates).Select(cell => (cell.Cell, cell.Metric)).ToHashSet();
        return run.Comparison.Pairs.Where(series => series.Rounds.Count > 0 && gating.Contains((series.Cell, series.Metric)));
    }

    private static UnpairedCosts? CostsOf(PairSeries series, Metric metric, Dictionary<(string Cell, string Metric), double> previous)
    {
        var rounds = series.Rounds.Where(round => round is { Base: > 0, Head: > 0 }).ToList();
        return rounds.Count == 0 ? null : new UnpairedCosts(
            [.. rounds.Select(round => Cost(round.Base!.Value, metric))],
            [.. rounds.Select(round => Cost(round.Head!.Value, metric))],
            previous.TryGetValue((series.Cell, series.Metric), out var old) ? Cost(old, metric) : null);
    }

    private static double Cost(double sample, Metric metric) => metric.WorseSign * Math.Log(sample);
}
