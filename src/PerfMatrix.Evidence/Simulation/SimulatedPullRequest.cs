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
        var (first, second) = (Machine("first"), Machine("second"));
        var others = Others(first, noise);
        List<int> all = [.. Enumerable.Range(0, cells)];
        var screened = Measure(first, all, (planned, data) => _gate.Screen(planned, data));
        var suspects = all.FindAll(cell => _gate.Suspects([screened[cell]]).Count > 0);
        IReadOnlyList<SubjectVerdict> verdicts = screened;
        if (suspects.Count > 0)
        {
            Measure(second, suspects, (planned, data) => _gate.Confirm([.. planned.Select(Found)], data));
            verdicts = _gate.Confirm(screened, second.Data(suspects));
        }

        return new(verdicts, suspects.Count, all.Sum(first.Rounds) + suspects.Sum(second.Rounds), others);

        SimulatedMachine Machine(string name) => new(name, noise, _planned, scenario.TruthOf);

        SubjectVerdict Found(PlannedSubject planned) => Array.Find(screened, verdict => verdict.Subject == planned.Subject)!;
    }

    // As OpenCells says what is measured on: nothing where the outcome is certain, nothing of a cell that is decided.
    private SubjectVerdict[] Measure(
        SimulatedMachine machine, List<int> cells,
            Func<IReadOnlyList<PlannedSubject>, IReadOnlyList<PairedRounds>, IReadOnlyList<SubjectVerdict>> judge)
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

        return verdicts;
    }

    private bool[][] Others(SimulatedMachine machine, PairNoise noise)
    {
        var costs = Enumerable.Range(0, cells).Select(cell => noise.Unpaired(machine.Pairs(cell, 2 * policy.Looks.FirstRounds))).ToList();
        return [.. OtherRules.All.Select(rule => costs.Select(cost => rule.Fails(cost) == true).ToArray())];
    }
}

/// <summary>What the gate and the rules of others said of a pull request.</summary>
/// <param name="Suspects">Cells that a second machine measured.</param>
/// <param name="Rounds">Rounds of all cells and machines.</param>
/// <param name="Others">Whether each rule of others fails each cell.</param>
internal sealed record JudgedPullRequest(IReadOnlyList<SubjectVerdict> Verdicts, int Suspects, int Rounds, bool[][] Others);

/// <summary>A machine that measures blocks of two cells, each with base, head and a copy of both.</summary>
internal sealed class SimulatedMachine(string name, PairNoise noise, IReadOnlyList<PlannedSubject> planned, Func<int, double> truthOf)
{
    private readonly Dictionary<int, CellOnMachine> _cells = [];
    private readonly Dictionary<int, int> _rounds = [];

    public int Rounds(int cell) => _rounds.GetValueOrDefault(cell);

    public void Round(int cell, int more) => _rounds[cell] = Rounds(cell) + more;

    public IReadOnlyList<double> Pairs(int cell, int count) => Cell(cell).Pairs(count);

    // The order of these three is that in which noise is drawn.
    public IReadOnlyList<PairedRounds> Data(IReadOnlyList<int> cells)
    {
        List<PairedRounds> pairs = [.. cells.Select(
            cell => new PairedRounds(planned[cell].Subject, name, BlockOf(cell), First(Pairs(cell, 2 * Rounds(cell)), cell))
            {
                Rounds = Rounds(cell),
            })];
        var canaries = cells.GroupBy(BlockOf).ToDictionary(
            block => block.Key, block => block.SelectMany(cell => First(Cell(cell).Copies(2 * Rounds(cell)), cell)).ToArray());
        return [.. pairs.Zip(cells, (one, cell) => one with
        {
            Canary = canaries[one.Block],
            Twins = Copies(cell, of: 0),
            HeadTwins = Copies(cell, of: 1),
        })];
    }

    private double[] Copies(int cell, int of) => [.. First(Cell(cell).Copies(2 * Rounds(cell)), cell).Where((_, index) => index % 2 == of)];

    private double[] First(IReadOnlyList<double> pairs, int cell) => [.. pairs.Take(2 * Rounds(cell))];

    private static string BlockOf(int cell) => $"block-{cell / 2}";

    private CellOnMachine Cell(int cell) => _cells.TryGetValue(cell, out var known) ? known : _cells[cell] = new CellOnMachine(noise, truthOf(cell));
}
