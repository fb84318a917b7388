using PerfMatrix.Gate;
using PerfMatrix.Statistics;

namespace PerfMatrix.Evidence.Simulation;

/// <summary>Makes up the data of a pull request, and sends it through the gate as a workflow would: screen, then confirm the suspects.</summary>
internal sealed class SimulatedPullRequest(GatePolicy policy, Scenario scenario, int cells)
{
    /// <summary>Cells that share a block with one canary: nine variants with base and head.</summary>
    private const int CellsOfBlock = 4;

    private readonly PullRequestGate _gate = new(policy, scenario.HasHistory ? new Dictionary<string, double>
    {
        [scenario.Metric] = scenario.Noise.SigmaPercent / 100,
    } : null);
    private readonly PlannedSubject[] _planned =
        [.. Enumerable.Range(0, cells).Select(i => new PlannedSubject(new($"cell-{i}", "simulated", scenario.Metric)))];
    private readonly string[] _blocks = [.. Enumerable.Range(0, cells).Select(i => $"block-{i / CellsOfBlock}")];
    private readonly Dictionary<Subject, int> _index = Enumerable.Range(0, cells)
        .ToDictionary(i => new Subject($"cell-{i}", "simulated", scenario.Metric));
    private readonly double _effect = LogRatio.FromPercent(scenario.EffectPercent);
    private readonly int _machines = scenario.ConfirmMachines ?? policy.Confirm.Machines;

    public void Run(NoiseSource source, Tally tally)
    {
        var noise = new PairNoise(scenario.Noise, source);
        var machines = Enumerable.Range(0, _planned.Length).Select(i => noise.Cell(TruthOf(i))).ToArray();
        CountOthers(machines, noise, tally);
        var findings = Screen(noise, machines);
        var verdicts = _gate.Decide(findings, Confirm(noise, _gate.Suspects(findings), tally));
        CountOutcome(verdicts, tally);
        for (var i = 0; i < machines.Length; i++)
            CountCell(TruthOf(i), findings[i], verdicts[i], tally);
    }

    // Every cell gets the rounds of the first look, and only who is not decided then those of the next.
    private ScreenFinding[] Screen(PairNoise noise, CellOnMachine[] machines)
    {
        var canaries = Canaries(noise, _blocks.Distinct(), "screen", policy.Screen.Looks[0]);
        var open = Enumerable.Range(0, machines.Length).ToList();
        var findings = new ScreenFinding[machines.Length];
        foreach (var look in policy.Screen.Looks)
        {
            var rounds = open.ConvertAll(i => new PairedRounds(_planned[i].Subject, "screen", _blocks[i], machines[i].Pairs(look)));
            var judged = _gate.Screen(open.ConvertAll(i => _planned[i]), new(rounds, canaries));
            for (var i = 0; i < judged.Count; i++)
                findings[open[i]] = judged[i];
            open.RemoveAll(i => _gate.NextLook(findings[i]) is null);
        }
        return findings;
    }

    private double TruthOf(int cell) => cell < scenario.AffectedCells ? _effect : 0;

    private StageData Confirm(PairNoise noise, IReadOnlyList<ScreenFinding> suspects, Tally tally)
    {
        tally.Suspects += suspects.Count;
        var rounds = new List<PairedRounds>();
        var canaries = new List<CanaryRounds>();
        var perMachine = (policy.Confirm.Looks[^1] + _machines - 1) / _machines;
        for (var machine = 0; machine < _machines; machine++)
        {
            var name = $"confirm-{machine}";
            foreach (var suspect in suspects)
            {
                var cell = _index[suspect.Subject];
                rounds.Add(new(suspect.Subject, name, _blocks[cell], noise.Cell(TruthOf(cell)).Pairs(perMachine)));
            }
            canaries.AddRange(Canaries(noise, suspects.Select(s => _blocks[_index[s.Subject]]).Distinct(), name, perMachine));
        }
        return new(rounds, canaries);
    }

    private List<CanaryRounds> Canaries(PairNoise noise, IEnumerable<string> blocks, string machine, int rounds) =>
        [.. blocks.Select(block => new CanaryRounds(machine, block, scenario.Metric, noise.Cell(0).Pairs(rounds)))];

    private void CountOutcome(IReadOnlyList<SubjectVerdict> verdicts, Tally tally)
    {
        var outcome = Outcomes.Of(verdicts, policy);
        tally.PullRequests++;
        tally.Red += outcome == Outcome.Regressed ? 1 : 0;
        tally.Incomplete += outcome == Outcome.Incomplete ? 1 : 0;
    }

    private static void CountCell(double truth, ScreenFinding finding, SubjectVerdict verdict, Tally tally)
    {
        tally.Cells++;
        tally.Unknown += verdict is { Verdict: Verdict.Unknown, Gates: true } ? 1 : 0;
        tally.ScreenRounds += finding.Verdict.Rounds;
        tally.FalseWorse += truth == 0 && verdict.Verdict == Verdict.Worse ? 1 : 0;
        tally.Affected += truth == 0 ? 0 : 1;
        tally.Found += truth > 0 && verdict.Verdict == Verdict.Worse ? 1 : 0;
        tally.WrongDirection += (truth > 0 && verdict.Verdict == Verdict.Better) || (truth < 0 && verdict.Verdict == Verdict.Worse) ? 1 : 0;
        Cover(finding.Verdict.Estimate, truth, ref tally.Screened, ref tally.ScreenCovered);
        if (verdict.Stage == Stage.Confirm)
            Cover(verdict.Estimate, truth, ref tally.Confirmed, ref tally.ConfirmCovered);
    }

    private static void Cover(Estimate? estimate, double truth, ref int intervals, ref int covered)
    {
        if (estimate?.Interval is not { } interval)
            return;
        intervals++;
        covered += interval.Contains(truth) ? 1 : 0;
    }

    private void CountOthers(CellOnMachine[] machines, PairNoise noise, Tally tally)
    {
        Span<bool> red = stackalloc bool[OtherRules.All.Count];
        for (var cell = 0; cell < machines.Length; cell++)
        {
            var costs = noise.Unpaired(machines[cell].Pairs(policy.Screen.Looks[0]));
            for (var rule = 0; rule < red.Length; rule++)
            {
                var fails = OtherRules.All[rule].Fails(costs) == true;
                red[rule] |= fails;
                tally.OthersFound[rule] += fails && TruthOf(cell) > 0 ? 1 : 0;
            }
        }
        for (var rule = 0; rule < red.Length; rule++)
            tally.OthersRed[rule] += red[rule] ? 1 : 0;
    }
}
