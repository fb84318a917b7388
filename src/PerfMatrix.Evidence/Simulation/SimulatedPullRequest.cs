namespace PerfMatrix.Evidence.Simulation;

/// <summary>Makes up the data of a pull request, and sends it through the gate as a comparison would: the first look of every cell, more rounds of
/// what is open, and a second machine for suspects where one machine does not decide.</summary>
internal sealed class SimulatedPullRequest(GatePolicy policy, Scenario scenario, int cells)
{
    private readonly PullRequestGate _gate = new(policy, MachineBias.None, scenario.IsAlone);

    // All cells of one metric, then all of the next.
    private readonly PlannedSubject[] _planned = [.. from metric in scenario.Metrics
                                                     from cell in Enumerable.Range(0, cells)
                                                     select new PlannedSubject(new($"cell-{cell}", "simulated", metric.Metric.Name))];

    public JudgedPullRequest Judge(NoiseSource source)
    {
        PairNoise[] noise = [.. scenario.Metrics.Select(metric => new PairNoise(metric.Noise, source))];
        var first = new SimulatedMachine("first", NoiseOf, _planned, cells, scenario, null);
        var second = new SimulatedMachine("second", NoiseOf, _planned, cells, scenario, scenario.SharesMachine ? first : null);
        var others = Others(first);
        List<int> all = [.. Enumerable.Range(0, _planned.Length)];
        var screened = Measure(first, all, (judged, data) => _gate.Screen([.. judged.Select(subject => _planned[subject])], data));
        var suspects = all.FindAll(subject => _gate.Suspects([screened[subject]]).Count > 0);
        IReadOnlyList<SubjectVerdict> verdicts = screened;
        if (suspects.Count > 0)
        {
            Measure(second, suspects, (judged, data) => _gate.Confirm([.. judged.Select(subject => screened[subject])], data));
            verdicts = _gate.Confirm(screened, second.Data(suspects));
        }

        return new(verdicts, OfCells(suspects).Count(), Taken(first, all) + Taken(second, suspects), others);

        PairNoise NoiseOf(int subject) => noise[subject / cells];
    }

    private IEnumerable<IGrouping<int, int>> OfCells(IEnumerable<int> subjects) => subjects.GroupBy(subject => subject % cells);

    // The metrics of a cell are measured together, and start-up also by itself.
    private int Taken(SimulatedMachine machine, List<int> subjects) => OfCells(subjects).Sum(cell => cell.Max(machine.Rounds));

    private SubjectVerdict[] Measure(
        SimulatedMachine machine, List<int> asked,
            Func<IReadOnlyList<int>, IReadOnlyList<PairedRounds>, IReadOnlyList<SubjectVerdict>> judge)
    {
        var verdicts = new SubjectVerdict[_planned.Length];
        var open = asked;
        foreach (var subject in asked) machine.Round(subject, DecisionLooks.InForce.FirstRounds);
        while (open.Count > 0)
        {
            // Subjects of one machine share an error rate, so they are judged together.
            var judged = scenario.IsAlone ? asked : open;
            var data = machine.Data(judged);
            foreach (var (subject, verdict) in judged.Zip(judge(judged, data))) verdicts[subject] = verdict;
            if (scenario.IsAlone && Array.Exists(verdicts, verdict => verdict.IsWorse)) break;
            open = [.. OfCells(open).SelectMany(cell => MeasuredOn([.. cell], verdicts, machine))];
        }

        return verdicts;
    }

    // As OpenCells and Look say what is measured on: no cell that is decided, or worse in a metric; of others all metrics, but start-up by itself.
    private List<int> MeasuredOn(List<int> cell, SubjectVerdict[] verdicts, SimulatedMachine machine)
    {
        var open = cell.FindAll(subject => verdicts[subject].MoreRounds is { } more
            && machine.Rounds(subject) + more <= policy.MostRoundsOf(_planned[subject].Subject.Metric));
        if (open.Count == 0 || cell.Exists(subject => verdicts[subject].IsWorse)) return [];
        var more = open.Max(subject => verdicts[subject].MoreRounds!.Value);
        var measured = open.TrueForAll(subject => _planned[subject].Subject.Metric == Metric.Startup.Name) ? open : cell;
        foreach (var subject in measured) machine.Round(subject, more);
        return measured;
    }

    // Of the first metric.
    private bool[][] Others(SimulatedMachine machine)
    {
        List<UnpairedCosts> costs = [.. Enumerable.Range(0, cells).Select(cell => machine.Unpaired(cell, DecisionLooks.InForce.FirstRounds))];
        return [.. OtherRules.All.Select(rule => costs.Select(cost => rule.Fails(cost) == true).ToArray())];
    }
}

/// <summary>What the gate and the rules of others said of a pull request.</summary>
/// <param name="Suspects">Cells that a second machine measured.</param>
/// <param name="Rounds">Rounds of all cells and machines.</param>
/// <param name="Others">Whether each rule of others fails each cell.</param>
internal sealed record JudgedPullRequest(IReadOnlyList<SubjectVerdict> Verdicts, int Suspects, int Rounds, bool[][] Others);

/// <summary>A machine that measures blocks of cells, each with base, head and a copy of both.</summary>
/// <param name="count">Cells of each metric.</param>
/// <param name="before">The machine that it is, at another time; null for one of its own.</param>
internal sealed class SimulatedMachine(
    string name, Func<int, PairNoise> noiseOf, IReadOnlyList<PlannedSubject> planned, int count, Scenario scenario, SimulatedMachine? before)
{
    private readonly Dictionary<int, CellOnMachine> _cells = [];
    private readonly Dictionary<int, int> _rounds = [];

    public int Rounds(int cell) => _rounds.GetValueOrDefault(cell);

    public void Round(int cell, int more) => _rounds[cell] = Rounds(cell) + more;

    /// <summary>What tools without pairing see of the first rounds of a cell: its pairs are drawn, then what the sides cost.</summary>
    public UnpairedCosts Unpaired(int cell, int rounds) => noiseOf(cell).Unpaired(Cell(cell).Pairs(2 * rounds));

    /// <summary>The rounds of some cells so far. Noise is drawn for the pairs of all of them, then for all their copies.</summary>
    public IReadOnlyList<PairedRounds> Data(IReadOnlyList<int> cells)
    {
        var pairs = cells.ToDictionary(cell => cell, cell => Cell(cell).Pairs(2 * Rounds(cell)));
        var copies = cells.ToDictionary(cell => cell, cell => Cell(cell).Copies(2 * Rounds(cell)));
        var canaries = cells.GroupBy(BlockOf).ToDictionary(block => block.Key, block => block.SelectMany(cell => copies[cell]).ToArray());
        return [.. cells.Select(cell => new PairedRounds(planned[cell].Subject, name, BlockOf(cell), pairs[cell], Bytes(pairs[cell]))
        {
            Rounds = Rounds(cell),
            Base = scenario.BaseBytes,
            Canary = canaries[BlockOf(cell)],
            Twins = [.. copies[cell].Where((_, index) => index % 2 == 0)],
            HeadTwins = [.. copies[cell].Where((_, index) => index % 2 == 1)],
            TwinDifferences = Bytes(copies[cell].Where((_, index) => index % 2 == 0)) ?? [],
        })];
    }

    // What pairs differ by, where that is counted.
    private double[]? Bytes(IEnumerable<double> logRatios) =>
        scenario.BaseBytes is { } bytes ? [.. logRatios.Select(ratio => bytes * (Math.Exp(ratio) - 1))] : null;

    // Copies of another metric have another noise.
    private string BlockOf(int cell) => $"block-{cell / count}-{cell % count / scenario.CellsOfBlock}";

    private CellOnMachine Cell(int cell) =>
        _cells.TryGetValue(cell, out var known) ? known : _cells[cell] = new CellOnMachine(noiseOf(cell), scenario.TruthOf(cell), before?.Cell(cell));
}
