namespace PerfMatrix.Evidence.Simulation;

/// <summary>Sends made-up pull requests with a known truth through the real gate and counts what it says: the error rates of the gate, and of the
/// rules that others use on the same data.</summary>
internal static class GateSimulation
{
    /// <summary>Simulates every row; the same options give the same numbers.</summary>
    /// <param name="progress">Told of each row when it is done; null for silence.</param>
    public static IReadOnlyList<RowRecord> Run(SimulationOptions options, Action<string>? progress = null, CancellationToken cancellation = default)
    {
        var scenarios = options.Scenarios;
        return [.. scenarios.Select((scenario, row) =>
        {
            var tally = Judge(options, scenario, (ulong)row, cancellation);
            progress?.Invoke($"[{row + 1}/{scenarios.Count}] {scenario.Name}: {tally.PullRequests} pull requests");
            return RowRecord.Of(scenario, tally);
        })];
    }

    private static Tally Judge(SimulationOptions options, Scenario scenario, ulong row, CancellationToken cancellation)
    {
        var policy = options.Policy with { MachineBiasPercent = scenario.KnownBiasPercent ?? options.Policy.MachineBiasPercent };
        var pullRequest = new SimulatedPullRequest(policy, scenario, scenario.Cells ?? options.Cells);
        var (tally, turn) = (new Tally(scenario), new Lock());
        var parallel = new ParallelOptions { MaxDegreeOfParallelism = options.Threads, CancellationToken = cancellation };
        Parallel.For(0, Math.Max(1, (int)Math.Ceiling(options.PullRequests * scenario.Share)), parallel, number =>
        {
            var judged = pullRequest.Judge(NoiseSource.Of(options.Seed, row, (ulong)number));
            lock (turn) tally.Add(judged);
        });
        return tally;
    }
}

/// <summary>A way to build the gate, shown beside others on the same made-up pull requests: why the looks in force are what they are.</summary>
internal sealed record GateDesign(string Name, GatePolicy Policy)
{
    public static IReadOnlyList<GateDesign> Others(GatePolicy policy) =>
    [
        new("first look at 8 pairs", policy with
        {
            Looks = new(new(8, 0.008, 0.03), new(12, 0.008, 0.025), new(16, 0.008, 0.025), new(20, 0.008, 0.025), new(26, 0.008, 0.025),
                new(32, 0.008, 0.025), new(40, 0.008, 0.025)),
        }),
        new("worse from 6 pairs on", policy with
        {
            Looks = new(new(6, 0.016, 0.02), new(8, 0.008, 0.02), new(10, 0.006, 0.02), new(12, 0.006, 0.02), new(16, 0.006, 0.02),
                new(20, 0.006, 0.02), new(26, 0.006, 0.02), new(32, 0.006, 0.02), new(40, 0.006, 0.02)),
        }),
        new("one look at 36 pairs", policy with { Looks = new(new DecisionLook(36, 0.05, 0.05)), MostRounds = 18 }),
    ];
}

/// <summary>Simulates the policy in force and, beside it, designs that lost.</summary>
internal static class DesignComparison
{
    /// <summary>Share of the pull requests that other designs get: enough to see a difference that matters.</summary>
    private const double ShareOfOthers = 0.1;

    public static SimulationRecord Run(SimulationOptions options, bool withOthers, Action<string> progress, CancellationToken cancellation)
    {
        var (startedAt, start) = (TimeProvider.System.GetUtcNow(), TimeProvider.System.GetTimestamp());
        var fewer = options with { PullRequests = Math.Max(1, (int)(options.PullRequests * ShareOfOthers)) };
        List<DesignRecord> designs =
        [
            Simulate(new("in force", options.Policy), options),
            .. withOthers ? GateDesign.Others(options.Policy).Select(design => Simulate(design, fewer)) : [],
        ];
        return new SimulationRecord
        {
            StartedAt = startedAt,
            ElapsedSeconds = TimeProvider.System.GetElapsedTime(start).TotalSeconds,
            PullRequests = options.PullRequests,
            Cells = options.Cells,
            Seed = options.Seed,
            Designs = designs,
        };

        DesignRecord Simulate(GateDesign design, SimulationOptions of) =>
            new(design.Name, design.Policy, GateSimulation.Run(of with { Policy = design.Policy }, progress, cancellation));
    }
}

/// <summary>Counts of a row; sums of integers only, so that the order of threads does not matter.</summary>
internal sealed class Tally(Scenario scenario)
{
    public int PullRequests, Red, NotGreen, Suspects, Rounds;
    public int Cells, Unknown, FalseWorse, Affected, Found, CalledSame, WrongDirection;
    public int Intervals, Covered;

    /// <summary>Sum of the sizes that cells would have shown, in thousandths of a percent.</summary>
    public long DetectableMilli;
    public int[] OthersRed { get; } = new int[OtherRules.All.Count];
    public int[] OthersFound { get; } = new int[OtherRules.All.Count];

    public void Add(JudgedPullRequest judged)
    {
        var outcome = Outcomes.Of(judged.Verdicts);
        PullRequests++;
        Red += outcome == Outcome.Regressed ? 1 : 0;
        NotGreen += outcome == Outcome.Pass ? 0 : 1;
        Suspects += judged.Suspects;
        Rounds += judged.Rounds;
        foreach (var (cell, verdict) in judged.Verdicts.Index()) Add(scenario.TruthOf(cell), verdict);
        foreach (var (rule, fails) in judged.Others.Index())
        {
            OthersRed[rule] += fails.Contains(true) ? 1 : 0;
            OthersFound[rule] += fails.Index().Count(cell => cell.Item && scenario.TruthOf(cell.Index) > 0);
        }
    }

    private void Add(double truth, SubjectVerdict verdict)
    {
        Cells++;
        Unknown += verdict.Verdict is Verdict.Unknown or Verdict.Undecided ? 1 : 0;
        FalseWorse += truth == 0 && verdict.Verdict == Verdict.Worse ? 1 : 0;
        Affected += truth == 0 ? 0 : 1;
        Found += truth > 0 && verdict.Verdict == Verdict.Worse ? 1 : 0;
        CalledSame += truth > 0 && verdict.Verdict == Verdict.Same ? 1 : 0;
        WrongDirection += (truth > 0 && verdict.Verdict == Verdict.Better) || (truth < 0 && verdict.Verdict == Verdict.Worse) ? 1 : 0;
        if (verdict.DetectablePercent is { } detectable) DetectableMilli += (long)(1000 * detectable);
        if (verdict.Estimate?.Interval is not { } interval) return;
        Intervals++;
        Covered += interval.Contains(truth) ? 1 : 0;
    }
}
