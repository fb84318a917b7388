namespace PerfMatrix.Evidence.Simulation;

/// <summary>Sends made-up pull requests with a known truth through the real gate and counts what it says: the error rates of the gate, and of the
/// rules that others use on the same data.</summary>
internal static class GateSimulation
{
    /// <summary>What the gate in force says, and when.</summary>
    public static SimulationRecord Record(SimulationOptions options, TimeProvider clock, Action<string> progress, CancellationToken cancellation)
    {
        var (startedAt, start) = (clock.GetUtcNow(), clock.GetTimestamp());
        var rows = Run(options, progress, cancellation);
        return new(startedAt, clock.GetElapsedTime(start).TotalSeconds, options.PullRequests, options.Cells, options.Seed, options.Policy, rows);
    }

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
        var sizes = scenario.DetectPercent is { } size ? [new("*", scenario.Metric.Name, size)] : options.Policy.Scenarios;
        var policy = options.Policy with { MachineBiasPercent = scenario.KnownBiasPercent ?? options.Policy.MachineBiasPercent, Scenarios = sizes };
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
