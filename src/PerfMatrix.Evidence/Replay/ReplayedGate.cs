namespace PerfMatrix.Evidence.Replay;

/// <summary>The whole gate of a pull request: each machine looks, decides, and looks again at what the decision waits for, as
/// <see cref="GatedMeasurement"/> does; a second one confirms. Rounds are drawn instead of measured; nothing of the gate is replaced. All that knows
/// how the gate is asked is in this file.</summary>
internal sealed class ReplayedGate(GateRules rules, IReadOnlyList<ReplayedCell> cells, MachineInfo machine)
{
    private readonly IReadOnlyList<string> _metrics = [.. rules.Policy.Metrics.Select(metric => metric.Metric)];

    // A size of a scenario is that of all cells drawn from it, whatever number is behind the name.
    private readonly GateRules _rules = rules with
    {
        Policy = rules.Policy with { Scenarios = [.. rules.Policy.Scenarios.Select(size => size with { Scenario = $"{size.Scenario}~*" })] },
    };

    /// <summary>Draws and decides until nothing is open, or more rounds are of no use.</summary>
    public VerdictDocument Judge()
    {
        var screened = Measure(Stage.Screen, [.. cells.Select(cell => cell.Cell.Id)], _ => null);
        if (screened.Suspects.Suspects.Count == 0) return screened.Verdict;
        var asked = screened.Suspects.Suspects.ToDictionary(
            suspect => suspect.Id, IReadOnlyCollection<string>? (suspect) => [.. suspect.Metrics.Select(metric => metric.Metric)]);
        Measure(Stage.Confirm, asked.Keys, asked.GetValueOrDefault);
        return GateDecision.Of([Document(Stage.Screen), Document(Stage.Confirm)], _rules).Verdict;
    }

    private GateDecision Measure(Stage stage, IReadOnlyCollection<string> first, Func<string, IReadOnlyCollection<string>?> asked)
    {
        foreach (var cell in cells.Where(cell => first.Contains(cell.Cell.Id))) cell.Rounds.NewMachine();
        var look = new Look(first, DecisionLooks.InForce.FirstRounds);
        while (true)
        {
            Draw(stage, look);
            var decision = GateDecision.Of([GatedMeasurement.AsFirst(Document(stage))], _rules);
            if (Look.Next(decision.Wanted, asked, id => cells.First(cell => cell.Cell.Id == id).DrawnFor(stage), _rules.Policy) is not { } next)
                return decision;
            look = next;
        }
    }

    private void Draw(Stage stage, Look look)
    {
        foreach (var cell in cells.Where(cell => look.Cells.Contains(cell.Cell.Id)))
            cell.Draw(stage, look, _metrics);
    }

    private ComparisonDocument Document(Stage stage) => new()
    {
        Base = new("base"),
        Head = new("head"),
        Runs = [new ComparedRun($"{stage}", stage, $"{stage}", machine.Fingerprint, machine.CpuModel, machine.Driver)],
        Cells = [.. cells.Where(cell => cell.DrawnFor(stage) > 0).Select(cell => cell.Cell)],
        Pairs = [.. cells.SelectMany(cell => cell.Pairs).Where(series => series.Run == $"{stage}")],
        Canaries = [.. cells.SelectMany(cell => cell.Canaries).Where(series => series.Run == $"{stage}")],
        Differences = [],
        Warnings = [],
    };
}

/// <summary>A cell of a replayed pull request, with the rounds that it has got so far.</summary>
/// <param name="Cell">Unlike any other cell on every axis, so that no family of cells is pooled: families fail nothing and cost much.</param>
internal sealed record ReplayedCell(ComparedCell Cell, RoundDraw Rounds)
{
    private readonly Dictionary<(Stage Stage, string Metric), List<PairRound>> _pairs = [], _canaries = [];
    private readonly Dictionary<Stage, int> _rounds = [];

    /// <summary>Rounds over both machines.</summary>
    public int Drawn => _rounds.Values.Sum();

    /// <summary>Those under load; in the others processes only start.</summary>
    public int Loaded { get; private set; }

    public IEnumerable<PairSeries> Pairs => Series(_pairs);
    public IEnumerable<PairSeries> Canaries => Series(_canaries);

    /// <summary>A cell of the pool under a name of its own.</summary>
    public static ReplayedCell Of(int number, PoolRun like, RoundDraw rounds) => new(new ComparedCell(new(
        $"{like.Comparison.Cells[0].Scenario}~{number}", $"runtime-{number}", $"gc-{number}", number)), rounds);

    public int DrawnFor(Stage stage) => _rounds.GetValueOrDefault(stage);

    /// <summary>Whether each rule of others fails it, by the rounds of the first machine and an earlier run; null where it has not the data it needs.
    /// None of them looks at what a benchmark allocates.</summary>
    public bool?[] FailedBy(IEnumerable<OtherRule> rules, PoolRun? earlier)
    {
        var before = (earlier?.Comparison.Pairs ?? []).ToDictionary(series => series.Metric, UnpairedCosts.MeanOfBase);
        List<UnpairedCosts> costs = [.. Pairs.Where(series => series.Run == $"{Stage.Screen}" && series.Metric != Metric.AllocatedPerOperation.Name)
            .Select(series => UnpairedCosts.Of(series, before.GetValueOrDefault(series.Metric))).OfType<UnpairedCosts>()];
        return [.. rules.Select(rule => Any(costs.Select(rule.Fails)))];
    }

    /// <summary>Whether one of some answers is yes; null where there is none.</summary>
    public static bool? Any(IEnumerable<bool?> answers)
    {
        List<bool> known = [.. answers.OfType<bool>()];
        return known.Count == 0 ? null : known.Contains(true);
    }

    /// <summary>Draws more rounds for a stage; they are numbered on.</summary>
    public void Draw(Stage stage, Look look, IReadOnlyList<string> metrics)
    {
        Loaded += look.StartsOnly ? 0 : look.Rounds;
        for (var i = 0; i < look.Rounds; i++)
        {
            var (drawn, number) = (Rounds.Next(), _rounds[stage] = DrawnFor(stage) + 1);
            foreach (var metric in look.StartsOnly ? [Metric.Startup.Name] : metrics)
            {
                Add(_pairs, drawn.Pairs, stage, metric, number);
                Add(_canaries, drawn.Canaries, stage, metric, number);
            }
        }
    }

    private static void Add(
        Dictionary<(Stage, string), List<PairRound>> all, ILookup<string, PairRound> drawn, Stage stage, string metric, int number)
    {
        if (!drawn.Contains(metric)) return;
        if (!all.TryGetValue((stage, metric), out var rounds)) all[(stage, metric)] = rounds = [];
        rounds.AddRange(drawn[metric].Select(pair => pair with { Round = number }));
    }

    private IEnumerable<PairSeries> Series(Dictionary<(Stage Stage, string Metric), List<PairRound>> all) =>
        all.Select(series => new PairSeries(Cell.Id, series.Key.Metric, $"{series.Key.Stage}", Cell.Id, series.Value));
}

/// <summary>Recorded runs of one kind, each judged as it would have been while it was measured: its rounds in their order, look by look, by one
/// machine that decides. They are real gate runs of one cell, as far as their rounds go, and nothing is measured for them.</summary>
/// <param name="Injection">What head had more of; null for nothing.</param>
/// <param name="Found">Runs that are worse in a metric that shall show it; null without one.</param>
/// <param name="Rounds">Rounds until the decision, or all there are, on average.</param>
/// <param name="CutShort">Runs whose rounds ended while the decision waited for more.</param>
internal sealed record RecordedGates(
    InjectionRecord? Injection, int Cells, Share Failed, Share Undecided, Share? Found, double Rounds, Share CutShort)
{
    public static IReadOnlyList<RecordedGates> Of(RoundPool pool, GateRules rules) =>
        [.. pool.Injected.Select(kind => (IReadOnlyList<PoolRun>)[.. kind]).Prepend(pool.Identical).Select(runs => Of(runs, rules))];

    private static RecordedGates Of(IReadOnlyList<PoolRun> runs, GateRules rules)
    {
        var injection = runs[0].Recording.Injection;
        var judged = runs.Select(run => Judge(run.Comparison, rules)).ToList();
        return new(
            injection,
            runs.Select(run => run.Recording.Cell).Distinct().Count(),
            Those(run => run.Last.Verdict.Outcome == Outcome.Regressed),
            Those(run => run.Last.Verdict.Outcome is Outcome.Undecided or Outcome.Incomplete),
            injection is null ? null : Those(run => run.Last.Verdict.Cells.Any(
                cell => cell.Verdict == Verdict.Worse && injection.Kind.Metrics.Contains(cell.Metric))),
            judged.Average(run => run.Rounds),
            Those(run => run.Last.Wanted.Count > 0));

        Share Those(Func<(GateDecision Last, int Rounds), bool> counts) => Share.OfSome(judged.Count(counts), judged.Count);
    }

    private static (GateDecision Last, int Rounds) Judge(ComparisonDocument all, GateRules rules)
    {
        int[] numbers = [.. all.Pairs.SelectMany(series => series.Rounds).Select(pair => pair.Round).Distinct().Order()];
        for (var rounds = Math.Min(numbers.Length, DecisionLooks.InForce.FirstRounds); ;)
        {
            var decision = GateDecision.Of([Until(all, numbers[rounds - 1])], rules);
            if (decision.Wanted.Count == 0 || rounds == numbers.Length) return (decision, rounds);
            rounds = Math.Min(numbers.Length, rounds + decision.Wanted.Min(want => want.More));
        }
    }

    private static ComparisonDocument Until(ComparisonDocument all, int last)
    {
        return all with { Pairs = Cut(all.Pairs), Canaries = Cut(all.Canaries) };

        IReadOnlyList<PairSeries> Cut(IEnumerable<PairSeries> series) =>
            [.. series.Select(one => one with { Rounds = [.. one.Rounds.Where(pair => pair.Round <= last)] }).Where(one => one.Rounds.Count > 0)];
    }
}
