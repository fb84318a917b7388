namespace PerfMatrix.Evidence.Simulation;

/// <summary>Makes up the data of a pull request, and sends it through the gate as a comparison would: the first look of every cell, more rounds of
/// what is open, and a second machine for suspects where one machine does not decide.</summary>
internal sealed class SimulatedPullRequest(GatePolicy policy, Scenario scenario, int cells)
{
    private readonly PullRequestGate _gate = new(policy, MachineBias.None, scenario.IsAlone);
    private readonly PlannedSubject[] _planned =
        [.. Enumerable.Range(0, cells).Select(i => new PlannedSubject(new($"cell-{i}", "simulated", scenario.Metric.Name)))];
    private readonly double _effect = LogRatio.FromPercent(scenario.EffectPercent);

    public void Run(NoiseSource source, Tally tally)
    {
        var noise = new PairNoise(scenario.Noise, source);
        var first = new SimulatedMachine("first", noise, _planned, TruthOf);
        CountOthers(first, noise, tally);
        var screened = Measure(first, [.. Enumerable.Range(0, cells)], (planned, data) => _gate.Screen(planned, data), tally);
        var suspects = Enumerable.Range(0, cells).Where(i => _gate.Suspects([screened[i]]).Count > 0).ToList();
        var verdicts = (IReadOnlyList<SubjectVerdict>)screened;
        if (suspects.Count > 0)
        {
            tally.Suspects += suspects.Count;
            var second = new SimulatedMachine("second", noise, _planned, TruthOf);
            Measure(second, suspects, (planned, data) => _gate.Confirm([.. planned.Select(Found)], data), tally);
            verdicts = _gate.Confirm(screened, second.Data(suspects));
        }
        Count(verdicts, tally);

        SubjectVerdict Found(PlannedSubject planned) => Array.Find(screened, verdict => verdict.Subject == planned.Subject)!;
    }

    private double TruthOf(int cell) => cell < scenario.AffectedCells ? _effect : 0;

    // As OpenCells says what is measured on: nothing where the outcome is certain, nothing of a cell that is decided.
    private SubjectVerdict[] Measure(
        SimulatedMachine machine, List<int> cells, Func<IReadOnlyList<PlannedSubject>, StageData, IReadOnlyList<SubjectVerdict>> judge, Tally tally)
    {
        var verdicts = new SubjectVerdict[_planned.Length];
        var open = cells;
        foreach (var cell in cells) machine.Round(cell, policy.Looks.FirstRounds);
        while (open.Count > 0)
        {
            // Subjects of one machine share an error rate, so they are judged together.
            var judged = scenario.IsAlone ? cells : open;
            var found = judge([.. judged.Select(cell => _planned[cell])], machine.Data(judged));
            for (var i = 0; i < judged.Count; i++) verdicts[judged[i]] = found[i];
            if (scenario.IsAlone && Array.Exists(verdicts, verdict => verdict.IsWorse)) break;
            open = open.FindAll(cell => verdicts[cell].MoreRounds is not null && machine.Rounds(cell) < policy.MostRounds);
            foreach (var cell in open) machine.Round(cell, verdicts[cell].MoreRounds!.Value);
        }

        tally.Rounds += cells.Sum(machine.Rounds);
        return verdicts;
    }

    private void Count(IReadOnlyList<SubjectVerdict> verdicts, Tally tally)
    {
        var outcome = Outcomes.Of(verdicts);
        tally.PullRequests++;
        tally.Red += outcome == Outcome.Regressed ? 1 : 0;
        tally.NotGreen += outcome == Outcome.Pass ? 0 : 1;
        for (var cell = 0; cell < verdicts.Count; cell++) CountCell(TruthOf(cell), verdicts[cell], tally);
    }

    private static void CountCell(double truth, SubjectVerdict verdict, Tally tally)
    {
        tally.Cells++;
        tally.Unknown += verdict.Verdict is Verdict.Unknown or Verdict.Undecided ? 1 : 0;
        tally.FalseWorse += truth == 0 && verdict.Verdict == Verdict.Worse ? 1 : 0;
        tally.Affected += truth == 0 ? 0 : 1;
        tally.Found += truth > 0 && verdict.Verdict == Verdict.Worse ? 1 : 0;
        tally.CalledSame += truth > 0 && verdict.Verdict == Verdict.Same ? 1 : 0;
        tally.WrongDirection += (truth > 0 && verdict.Verdict == Verdict.Better) || (truth < 0 && verdict.Verdict == Verdict.Worse) ? 1 : 0;
        if (verdict.DetectablePercent is { } detectable) tally.DetectableMilli += (long)(1000 * detectable);
        if (verdict.Estimate?.Interval is not { } interval) return;
        tally.Intervals++;
        tally.Covered += interval.Contains(truth) ? 1 : 0;
    }

    private void CountOthers(SimulatedMachine machine, PairNoise noise, Tally tally)
    {
        Span<bool> red = stackalloc bool[OtherRules.All.Count];
        for (var cell = 0; cell < cells; cell++)
        {
            var costs = noise.Unpaired(machine.Pairs(cell, 2 * policy.Looks.FirstRounds));
            for (var rule = 0; rule < red.Length; rule++)
            {
                var fails = OtherRules.All[rule].Fails(costs) == true;
                red[rule] |= fails;
                tally.OthersFound[rule] += fails && TruthOf(cell) > 0 ? 1 : 0;
            }
        }
        for (var rule = 0; rule < red.Length; rule++) tally.OthersRed[rule] += red[rule] ? 1 : 0;
    }
}

/// <summary>A machine that measures blocks of two cells, each with base, head and a copy of both.</summary>
internal sealed class SimulatedMachine(string name, PairNoise noise, IReadOnlyList<PlannedSubject> planned, Func<int, double> truthOf)
{
    private readonly Dictionary<int, CellOnMachine> _cells = [];
    private readonly Dictionary<int, int> _rounds = [];

    public int Rounds(int cell) => _rounds.GetValueOrDefault(cell);

    public void Round(int cell, int more) => _rounds[cell] = Rounds(cell) + more;

    public IReadOnlyList<double> Pairs(int cell, int count) => Cell(cell).Pairs(count);

    // The order of these three is that in which noise is drawn.
    public StageData Data(IReadOnlyList<int> cells)
    {
        List<PairedRounds> pairs = [.. cells.Select(
            cell => new PairedRounds(planned[cell].Subject, name, BlockOf(cell), First(Pairs(cell, 2 * Rounds(cell)), cell))
            {
                Rounds = Rounds(cell),
            })];
        List<CanaryRounds> canaries = [.. cells.GroupBy(BlockOf).Select(block => new CanaryRounds(
            name, block.Key, planned[0].Subject.Metric, [.. block.SelectMany(cell => First(Cell(cell).Copies(2 * Rounds(cell)), cell))]))];
        return new([.. pairs.Zip(cells, (one, cell) => one with { Twins = Copies(cell, of: 0), HeadTwins = Copies(cell, of: 1) })], canaries);
    }

    private double[] Copies(int cell, int of) => [.. First(Cell(cell).Copies(2 * Rounds(cell)), cell).Where((_, index) => index % 2 == of)];

    private double[] First(IReadOnlyList<double> pairs, int cell) => [.. pairs.Take(2 * Rounds(cell))];

    private static string BlockOf(int cell) => $"block-{cell / 2}";

    private CellOnMachine Cell(int cell) => _cells.TryGetValue(cell, out var known) ? known : _cells[cell] = new CellOnMachine(noise, truthOf(cell));
}
