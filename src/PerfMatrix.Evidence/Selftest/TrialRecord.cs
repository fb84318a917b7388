namespace PerfMatrix.Evidence.Selftest;

/// <summary>What a trial asks of the gate.</summary>
internal enum TrialKind
{
    /// <summary>Base against an identical copy: nothing may be found.</summary>
    Aa,

    /// <summary>Base against itself with a regression put in: it must be found.</summary>
    Inject,
}

/// <summary>A real gate run, start to verdict, whose truth is known.</summary>
/// <param name="Id">Id, also the name of its folder with all run documents; sorts by time.</param>
/// <param name="Injection">What was put in; null for A/A.</param>
/// <param name="Source">The code that was measured on both sides.</param>
/// <param name="Gate">What measured and decided, as a hash of its text.</param>
/// <param name="Truth">How much worse head really was, cell by cell; empty for A/A.</param>
/// <param name="Baseline">Base of every cell and metric that gates: what the next trial's rules with a history compare with.</param>
/// <param name="Effects">What the cells of identical programs showed, from which the bias of the machine is known; null of other trials.</param>
/// <param name="MachineBiasPercent">The bias that was known of the machine and counted, by metric; empty where it was assumed, null where nobody kept
/// it.</param>
internal sealed record TrialRecord(
    string Id, TrialKind Kind, InjectionRecord? Injection, DateTimeOffset StartedAt, DateTimeOffset FinishedAt, MachineInfo Machine,
    SourceInfo Source, string Gate, Outcome Outcome, IReadOnlyList<CellVerdict> Verdicts, IReadOnlyList<TruthRecord> Truth,
    IReadOnlyList<OtherVerdict> Others, IReadOnlyList<BaselineSample> Baseline,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<BiasEffect>? Effects = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyDictionary<string, double>? MachineBiasPercent = null)
{
    /// <summary>Whether the gate would have failed the pull request.</summary>
    [JsonIgnore]
    public bool IsRed => Outcome == Outcome.Regressed;

    /// <summary>Whether a metric that shall show what was put in is worse, as a replay counts it; false where nothing was.</summary>
    [JsonIgnore]
    public bool IsFound => Injection is { } injection
        && Verdicts.Any(verdict => verdict is { Gates: true, Verdict: Verdict.Worse } && injection.Kind.Metrics.Contains(verdict.Metric));
}

/// <param name="Judged">Cells and metrics that it had data for; the gating ones.</param>
internal sealed record OtherVerdict(string Rule, int Judged, int Failed)
{
    /// <summary>Whether the rule would fail the pull request; null when it could not judge anything.</summary>
    [JsonIgnore]
    public bool? IsRed => Judged == 0 ? null : Failed > 0;
}

/// <summary>The number of a run as a history would keep it.</summary>
/// <param name="Value">Geometric mean of the rounds, in the unit of the metric.</param>
internal sealed record BaselineSample(string Cell, string Metric, double Value);

internal static class TrialEffects
{
    // Two pairs of one round need not be independent, so they count as one number. Only the rounds of the first look count, which every comparison
    // has: how many follow depends on what they showed, and with all of them a bias of 0.5 % looks like one of 0.3 % (simulated).
    public static IReadOnlyList<BiasEffect> Of(ComparisonDocument comparison) =>
    [
        .. from series in comparison.Pairs
           let rounds = series.Rounds.Where(pair => pair.LogRatio is { } ratio && double.IsFinite(ratio))
               .GroupBy(pair => pair.Round, pair => pair.LogRatio!.Value).Select(pairs => pairs.Average())
               .Take(DecisionLooks.InForce.FirstRounds).ToArray()
           where rounds.Length > 1
           orderby series.Metric, series.Cell
           select new BiasEffect(
               series.Cell, series.Metric, LogRatio.ToPercent(rounds.Average()), 100 * Spread.StandardDeviation(rounds), rounds.Length),
    ];
}

/// <summary>Sends the samples of a trial through the rules of others: the rounds of every cell and metric that the gate judges. They are
/// spoilt: both sides ran interleaved, which none of them does by itself.</summary>
internal static class OtherVerdicts
{
    /// <param name="previous">What a history would hold of the trial before; empty without one.</param>
    public static IReadOnlyList<OtherVerdict> Of(GateRun run, IReadOnlyList<BaselineSample> previous)
    {
        var before = previous.ToDictionary(sample => (sample.Cell, sample.Metric), sample => (double?)sample.Value);
        var costs = Judged(run).Select(series => UnpairedCosts.Of(series, before.GetValueOrDefault((series.Cell, series.Metric))))
            .OfType<UnpairedCosts>().ToList();
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
           let mean = UnpairedCosts.MeanOfBase(series)
           where mean is not null
           select new BaselineSample(series.Cell, series.Metric, mean.Value),
    ];

    private static IEnumerable<PairSeries> Judged(GateRun run)
    {
        var gating = run.Verdict.Cells.Where(cell => cell.Gates).Select(cell => (cell.Cell, cell.Metric)).ToHashSet();
        return run.Comparison.Pairs.Where(series => series.Rounds.Count > 0 && gating.Contains((series.Cell, series.Metric)));
    }
}
