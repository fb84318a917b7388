
namespace PerfMatrix.Evidence.Simulation;

/// <summary>
/// Sends made-up pull requests with a known truth through the real gate and counts what it says: the error rates of the gate, and of the rules that
/// others use on the same data.
/// </summary>
public static class GateSimulation
{
    private const int ChunkSize = 25;

    /// <summary>Simulates every row; the same options give the same numbers.</summary>
    /// <param name="options">What to simulate.</param>
    /// <param name="progress">Told after every few pull requests; null for silence.</param>
    /// <param name="cancellation">Gives up between pull requests.</param>
    /// <exception cref="ArgumentOutOfRangeException">No cells, no pull requests, or no threads.</exception>
    /// <exception cref="OperationCanceledException">It was given up.</exception>
    public static IReadOnlyList<RowRecord> Run(SimulationOptions options, IProgress<SimulationProgress>? progress = null, CancellationToken cancellation = default)
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

/// <summary>Where a simulation is.</summary>
/// <param name="Scenario">Name of the row.</param>
/// <param name="Row">The row, from 1.</param>
/// <param name="Rows">All rows.</param>
/// <param name="Done">Pull requests of the row that are done.</param>
/// <param name="PullRequests">All pull requests of the row.</param>
public sealed record SimulationProgress(string Scenario, int Row, int Rows, int Done, int PullRequests);
