using PerfMatrix.Drivers;
using PerfMatrix.Metrics;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>
/// Measures the blocks of a run, one after the other or as many at a time as the driver has machines for, and writes the run document after each, so that whatever happens later, what was measured stays.
/// </summary>
/// <param name="driver">Starts the processes.</param>
/// <param name="folder">Receives the run document and the raw files.</param>
/// <param name="run">Collects what is seen.</param>
/// <param name="catalogue">The metrics.</param>
/// <param name="machine">The machine, for the raw files.</param>
/// <param name="clock">The time.</param>
/// <param name="progress">Is told how far the run is.</param>
public sealed class RunSession(
    IDriver driver, RunFolder folder, RunBuilder run, IReadOnlyList<Metric> catalogue, MachineInfo machine, TimeProvider clock, IRunProgress progress)
{
    private readonly Lock _turn = new();

    /// <summary>Measures all blocks.</summary>
    /// <returns>The run document as written.</returns>
    /// <exception cref="OperationCanceledException">Interrupted; the document holds what was measured until then.</exception>
    /// <exception cref="UsageException">A file could not be written; the document holds what was measured before.</exception>
    public async Task<RunDocument> MeasureAsync(IReadOnlyList<BlockSetup> blocks, CancellationToken cancellation)
    {
        Write();
        var atOnce = new ParallelOptions { MaxDegreeOfParallelism = driver.BlocksAtOnce, CancellationToken = cancellation };
        await Parallel.ForEachAsync(Enumerable.Range(0, blocks.Count), atOnce, async (i, stop) =>
        {
            InTurn(() => progress.BlockStarted(blocks[i].Block, i + 1, blocks.Count));
            var failure = await MeasureAsync(blocks[i], stop);
            InTurn(() => progress.BlockFinished(blocks[i].Block, failure));
        });
        foreach (var warning in driver.Warnings)
            run.Warn(warning);
        return Write();
    }

    // Collector and progress know one caller only.
    private void InTurn(Action action)
    {
        lock (_turn)
            action();
    }

    private async Task<string?> MeasureAsync(BlockSetup setup, CancellationToken cancellation)
    {
        if (setup.Deployment() is not { } deployment)
            return "none of its applications could be built";
        try
        {
            await foreach (var round in driver.MeasureAsync(deployment, progress, cancellation))
            {
                var numbered = round with { Round = round.Round + setup.FirstRound - 1 };
                InTurn(() => run.AddRound(deployment.Block, numbered, CrankRaw.Write(folder, deployment.Block, numbered, catalogue, machine)));
                if (round.Control is null)
                    InTurn(() => progress.RoundFinished(deployment.Block, round.Round, deployment.Measure.Rounds));
            }

            return null;
        }
        catch (DriverException exception)
        {
            InTurn(() => run.FailBlock(deployment.Block, exception.Message));
            return exception.Message;
        }
        finally
        {
            Write();
        }
    }

    private RunDocument Write()
    {
        lock (_turn)
        {
            var document = run.Snapshot(clock.GetUtcNow());
            RunFile.Write(folder.Document, document);
            return document;
        }
    }
}
