namespace PerfMatrix.Evidence.Simulation;

/// <summary>Sends made-up pull requests with a known truth through the real gate and counts what it says: the error rates of the gate, and of the
/// rules that others use on the same data.</summary>
internal static class GateSimulation
{
    private const int ChunkSize = 25;

    /// <summary>Simulates every row; the same options give the same numbers.</summary>
    /// <param name="progress">Told after every few pull requests; null for silence.</param>
    public static IReadOnlyList<RowRecord> Run(
        SimulationOptions options, IProgress<SimulationProgress>? progress = null, CancellationToken cancellation = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(options.Cells, 1, nameof(options));
        ArgumentOutOfRangeException.ThrowIfLessThan(options.PullRequests, 1, nameof(options));
        ArgumentOutOfRangeException.ThrowIfLessThan(options.Threads, 1, nameof(options));
        return [.. options.Scenarios.Select((scenario, row) => RowRecord.Of(scenario, RunRow(options, row, progress, cancellation)))];
    }

    private static Tally RunRow(SimulationOptions options, int row, IProgress<SimulationProgress>? progress, CancellationToken cancellation)
    {
        var scenario = options.Scenarios[row];
        var count = Math.Max(1, (int)Math.Ceiling(options.PullRequests * scenario.Share));
        var (total, done, gate) = (new Tally(), 0, new Lock());
        var chunks = (count + ChunkSize - 1) / ChunkSize;
        Parallel.For(0, chunks, new ParallelOptions { MaxDegreeOfParallelism = options.Threads, CancellationToken = cancellation }, chunk =>
        {
            var tally = RunChunk(options, row, chunk * ChunkSize, Math.Min(count, (chunk + 1) * ChunkSize));
            lock (gate)
            {
                total.Add(tally);
                done += tally.PullRequests;
                progress?.Report(new(scenario.Name, row + 1, options.Scenarios.Count, done, count));
            }
        });
        return total;
    }

    private static Tally RunChunk(SimulationOptions options, int row, int from, int to)
    {
        var tally = new Tally();
        var scenario = options.Scenarios[row];
        var policy = options.Policy with { MachineBiasPercent = scenario.KnownBiasPercent ?? options.Policy.MachineBiasPercent };
        var pullRequest = new SimulatedPullRequest(policy, scenario, scenario.Cells ?? options.Cells);
        for (var i = from; i < to; i++) pullRequest.Run(NoiseSource.Of(options.Seed, (ulong)row, (ulong)i), tally);
        return tally;
    }
}

internal sealed record SimulationProgress(string Scenario, int Row, int Rows, int Done, int PullRequests);

/// <summary>A way to build the gate, shown beside others on the same made-up pull requests. Those that lost show why the looks in force are what they
/// are.</summary>
internal sealed record GateDesign(string Name, GatePolicy Policy)
{
    public static GateDesign InForce(GatePolicy policy) => new("in force", policy);

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

    public static SimulationRecord Run(
        SimulationOptions options, bool withOthers, TimeProvider clock, IProgress<SimulationProgress>? progress, CancellationToken cancellation)
    {
        var (startedAt, start) = (clock.GetUtcNow(), clock.GetTimestamp());
        var fewer = options with { PullRequests = Math.Max(1, (int)(options.PullRequests * ShareOfOthers)) };
        List<DesignRecord> designs =
        [
            Simulate(GateDesign.InForce(options.Policy), options, progress, cancellation),
            .. withOthers ? GateDesign.Others(options.Policy).Select(design => Simulate(design, fewer, progress, cancellation)) : [],
        ];
        return new SimulationRecord
        {
            StartedAt = startedAt,
            ElapsedSeconds = clock.GetElapsedTime(start).TotalSeconds,
            PullRequests = options.PullRequests,
            Cells = options.Cells,
            Seed = options.Seed,
            Designs = designs,
        };
    }

    private static DesignRecord Simulate(
        GateDesign design, SimulationOptions options, IProgress<SimulationProgress>? progress, CancellationToken cancellation) =>
        new(design.Name, design.Policy, GateSimulation.Run(options with { Policy = design.Policy }, progress, cancellation));
}

/// <summary>Counts of a row; sums of integers only, so that the order of threads does not matter.</summary>
internal sealed class Tally
{
    public int PullRequests, Red, NotGreen, Suspects, Rounds;
    public int Cells, Unknown, FalseWorse, Affected, Found, CalledSame, WrongDirection;
    public int Intervals, Covered;

    /// <summary>Sum of the sizes that cells would have shown, in thousandths of a percent.</summary>
    public long DetectableMilli;
    public int[] OthersRed { get; } = new int[OtherRules.All.Count];
    public int[] OthersFound { get; } = new int[OtherRules.All.Count];

    public void Add(Tally other)
    {
        PullRequests += other.PullRequests;
        Red += other.Red;
        NotGreen += other.NotGreen;
        Suspects += other.Suspects;
        Rounds += other.Rounds;
        Cells += other.Cells;
        Unknown += other.Unknown;
        FalseWorse += other.FalseWorse;
        Affected += other.Affected;
        Found += other.Found;
        CalledSame += other.CalledSame;
        WrongDirection += other.WrongDirection;
        Intervals += other.Intervals;
        Covered += other.Covered;
        DetectableMilli += other.DetectableMilli;
        for (var i = 0; i < OthersRed.Length; i++)
        {
            OthersRed[i] += other.OthersRed[i];
            OthersFound[i] += other.OthersFound[i];
        }
    }
}
