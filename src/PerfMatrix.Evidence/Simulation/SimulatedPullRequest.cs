namespace PerfMatrix.Evidence.Simulation;

/// <summary>Makes up the data of a pull request, and sends it through the gate as a comparison would: the first look of every cell, more rounds of
/// what is open, and a second machine for suspects where one machine does not decide.</summary>
internal sealed class SimulatedPullRequest(GatePolicy policy, Scenario scenario, int cells)
{
    private readonly PullRequestGate _gate = new(policy, MachineBias.None, scenario.IsAlone);
    private readonly PlannedSubject[] _planned =
        [.. Enumerable.Range(0, cells).Select(i => new PlannedSubject(new($"cell-{i}", "simulated", scenario.Metric.Name)))];

    public JudgedPullRequest Judge(NoiseSource source)
    {
        var noise = new PairNoise(scenario.Noise, source);
        var first = new SimulatedMachine("first", noise, _planned, scenario.TruthOf, null);
        var second = new SimulatedMachine("second", noise, _planned, scenario.TruthOf, scenario.SharesMachine ? first : null);
        var others = Others(first);
        List<int> all = [.. Enumerable.Range(0, cells)];
        var screened = Measure(first, all, (judged, data) => _gate.Screen([.. judged.Select(cell => _planned[cell])], data));
        var suspects = all.FindAll(cell => _gate.Suspects([screened[cell]]).Count > 0);
        IReadOnlyList<SubjectVerdict> verdicts = screened;
        if (suspects.Count > 0)
        {
            Measure(second, suspects, (judged, data) => _gate.Confirm([.. judged.Select(cell => screened[cell])], data));
            verdicts = _gate.Confirm(screened, second.Data(suspects));
        }

        return new(verdicts, suspects.Count, all.Sum(first.Rounds) + suspects.Sum(second.Rounds), others);
    }

    // As OpenCells says what is measured on: nothing where the outcome is certain, nothing of a cell that is decided.
    private SubjectVerdict[] Measure(
        SimulatedMachine machine, List<int> cells,
            Func<IReadOnlyList<int>, IReadOnlyList<PairedRounds>, IReadOnlyList<SubjectVerdict>> judge)
    {
        var verdicts = new SubjectVerdict[_planned.Length];
        var open = cells;
        foreach (var cell in cells) machine.Round(cell, DecisionLooks.InForce.FirstRounds);
        while (open.Count > 0)
        {
            // Subjects of one machine share an error rate, so they are judged together.
            var judged = scenario.IsAlone ? cells : open;
            var data = machine.Data(judged);
            foreach (var (cell, verdict) in judged.Zip(judge(judged, data))) verdicts[cell] = verdict;
            if (scenario.IsAlone && Array.Exists(verdicts, verdict => verdict.IsWorse)) break;
            open = open.FindAll(cell => verdicts[cell].MoreRounds is { } more && machine.Rounds(cell) + more <= policy.MostRounds);
            foreach (var cell in open) machine.Round(cell, verdicts[cell].MoreRounds!.Value);
        }

        return verdicts;
    }

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

/// <summary>A machine that measures blocks of two cells as <c>compare</c> does, each with base, head and a copy of both.</summary>
/// <param name="before">The machine that it is, at another time; null for one of its own.</param>
internal sealed class SimulatedMachine(
    string name, PairNoise noise, IReadOnlyList<PlannedSubject> planned, Func<int, double> truthOf, SimulatedMachine? before)
{
    private readonly Dictionary<int, CellOnMachine> _cells = [];
    private readonly Dictionary<int, int> _rounds = [];

    public int Rounds(int cell) => _rounds.GetValueOrDefault(cell);

    public void Round(int cell, int more) => _rounds[cell] = Rounds(cell) + more;

    /// <summary>What tools without pairing see of the first rounds of a cell: its pairs are drawn, then what the sides cost.</summary>
    public UnpairedCosts Unpaired(int cell, int rounds) => noise.Unpaired(Cell(cell).Pairs(2 * rounds));

    /// <summary>The rounds of some cells so far. Noise is drawn for the pairs of all of them, then for all their copies.</summary>
    public IReadOnlyList<PairedRounds> Data(IReadOnlyList<int> cells)
    {
        var pairs = cells.ToDictionary(cell => cell, cell => Cell(cell).Pairs(2 * Rounds(cell)));
        var copies = cells.ToDictionary(cell => cell, cell => Cell(cell).Copies(2 * Rounds(cell)));
        var canaries = cells.GroupBy(BlockOf).ToDictionary(block => block.Key, block => block.SelectMany(cell => copies[cell]).ToArray());
        return [.. cells.Select(cell => new PairedRounds(planned[cell].Subject, name, BlockOf(cell), pairs[cell])
        {
            Rounds = Rounds(cell),
            Canary = canaries[BlockOf(cell)],
            Twins = [.. copies[cell].Where((_, index) => index % 2 == 0)],
            HeadTwins = [.. copies[cell].Where((_, index) => index % 2 == 1)],
        })];
    }

    private static string BlockOf(int cell) => $"block-{cell / 2}";

    private CellOnMachine Cell(int cell) =>
        _cells.TryGetValue(cell, out var known) ? known : _cells[cell] = new CellOnMachine(noise, truthOf(cell), before?.Cell(cell));
}
