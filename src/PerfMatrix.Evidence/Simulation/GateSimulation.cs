using PerfMatrix.Gate;

namespace PerfMatrix.Evidence.Simulation;

/// <summary>
/// Sends made-up pull requests with a known truth through the real gate and counts what it says: the error rates of the gate, and of the rules that
/// others use on the same data.
/// </summary>
internal static class GateSimulation
{
    private const int ChunkSize = 25;

    /// <summary>Simulates every row; the same options give the same numbers.</summary>
    /// <param name="progress">Told after every few pull requests; null for silence.</param>
    /// <exception cref="ArgumentOutOfRangeException">No cells, no pull requests, or no threads.</exception>
    /// <exception cref="OperationCanceledException">It was given up.</exception>
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
        var pullRequest = new SimulatedPullRequest(options.Policy, options.Scenarios[row], options.Cells);
        for (var i = from; i < to; i++)
            pullRequest.Run(NoiseSource.Of(options.Seed, (ulong)row, (ulong)i), tally);
        return tally;
    }
}

/// <param name="Row">The row, from 1.</param>
/// <param name="Done">Pull requests of the row that are done.</param>
/// <param name="PullRequests">All pull requests of the row.</param>
internal sealed record SimulationProgress(string Scenario, int Row, int Rows, int Done, int PullRequests);

/// <summary>A way to build the gate, shown beside others on the same made-up pull requests.</summary>
internal sealed record GateDesign(string Name, GatePolicy Policy)
{
    /// <summary>
    /// The first design on paper: six rounds and one look in stage 1, a margin of 1 % in stage 2, a canary with a fixed limit, sameness as the 95 %
    /// interval within the threshold, and intervals that take a machine at its word. Kept to show why the policy in force differs from it.
    /// </summary>
    public static GateDesign AsWritten { get; } = new("as first written", new GatePolicy
    {
        Screen = new() { Looks = [6], EffectPercent = 1 },
        Confirm = new() { NullPercent = 1 },
        Canary = new() { StandardErrors = 0 },
        Same = new() { WithinThresholds = 1, ConfidencePercent = 97.5 },
        MachineBiasPercent = 0,
    });

    public static GateDesign InForce(GatePolicy policy) => new("in force", policy);
}

/// <summary>Simulates the policy in force and, beside it, the design it has grown from.</summary>
internal static class DesignComparison
{
    /// <summary>
    /// Share of the pull requests that the other design gets: enough to see a difference that matters. It has no row of one machine, for which it had
    /// no rule.
    /// </summary>
    private const double ShareOfOthers = 0.25;

    /// <param name="options">What to simulate; its policy is the one in force.</param>
    /// <param name="withOthers">Whether to show the other design, too.</param>
    /// <exception cref="OperationCanceledException">It was given up.</exception>
    public static SimulationRecord Run(
        SimulationOptions options, bool withOthers, TimeProvider clock, IProgress<SimulationProgress>? progress, CancellationToken cancellation)
    {
        var (startedAt, start) = (clock.GetUtcNow(), clock.GetTimestamp());
        var designs = new List<DesignRecord> { Simulate(GateDesign.InForce(options.Policy), options, progress, cancellation) };
        if (withOthers)
            designs.Add(Simulate(GateDesign.AsWritten, Fewer(options), progress, cancellation));
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

    private static SimulationOptions Fewer(SimulationOptions options) => options with
    {
        PullRequests = Math.Max(1, (int)(options.PullRequests * ShareOfOthers)),
        Scenarios = [.. options.Scenarios.Where(scenario => scenario.ConfirmMachines is null)],
    };
}

/// <summary>Counts of a row; sums of integers only, so that the order of threads does not matter.</summary>
internal sealed class Tally
{
    public int PullRequests, Red, Incomplete, Suspects, ScreenRounds;
    public int Cells, Unknown, FalseWorse, Affected, Found, WrongDirection;
    public int Screened, ScreenCovered, Confirmed, ConfirmCovered;
    public int[] OthersRed { get; } = new int[OtherRules.All.Count];
    public int[] OthersFound { get; } = new int[OtherRules.All.Count];

    public void Add(Tally other)
    {
        PullRequests += other.PullRequests;
        Red += other.Red;
        Incomplete += other.Incomplete;
        Suspects += other.Suspects;
        ScreenRounds += other.ScreenRounds;
        Cells += other.Cells;
        Unknown += other.Unknown;
        FalseWorse += other.FalseWorse;
        Affected += other.Affected;
        Found += other.Found;
        WrongDirection += other.WrongDirection;
        Screened += other.Screened;
        ScreenCovered += other.ScreenCovered;
        Confirmed += other.Confirmed;
        ConfirmCovered += other.ConfirmCovered;
        for (var i = 0; i < OthersRed.Length; i++)
        {
            OthersRed[i] += other.OthersRed[i];
            OthersFound[i] += other.OthersFound[i];
        }
    }
}
