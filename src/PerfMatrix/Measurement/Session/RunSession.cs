using PerfMatrix.Drivers;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>
/// Measures blocks into one run document, one after the other or as many at a time as the driver has machines for. It may be asked for more rounds again and again, of
/// fewer pairs each time. The document is written after every block, so that whatever happens later, what was measured stays.
/// </summary>
/// <param name="blocks">The blocks with all their pairs.</param>
/// <param name="run">Collects what is seen.</param>
/// <param name="setup">How a block, or a part of it, is to be measured for so many rounds; null are those of the plan.</param>
/// <param name="place">Where it goes, and what measures it.</param>
internal sealed class RunSession(IReadOnlyList<PairedBlock> blocks, RunBuilder run, Func<Block, int?, BlockSetup> setup, RunPlace place)
{
    private readonly Lock _turn = new();
    private readonly Dictionary<string, int> _measured = blocks.ToDictionary(block => block.Block.Id, _ => 0);

    /// <summary>Is told of an application that does not build on its agent; may throw where that means more than a failed block.</summary>
    public Action<ApplicationBuildException> Unbuilt { get; init; } = _ => { };

    /// <summary>Estimated time of each block, for so many rounds of these pairs.</summary>
    public IReadOnlyList<TimeSpan> Estimates(int? rounds = null, IReadOnlyCollection<string>? cells = null) =>
        [.. Parts(cells).Select(part => TimeEstimate.Of(part, setup(part, rounds).Measure))];

    /// <summary>Says what is measured next and why, and measures it.</summary>
    public Task<RunDocument> MeasureAsync(Look look, IMeasuringView view, CancellationToken cancellation)
    {
        var estimates = Estimates(look.Rounds, look.Cells);
        view.Say(look, estimates);
        return view.ShowAsync(estimates, progress => MeasureAsync(look.Rounds, look.Cells, progress, cancellation));
    }

    /// <summary>Measures so many more rounds.</summary>
    /// <param name="rounds">Rounds, at least 1; null for those of the plan.</param>
    /// <param name="cells">Ids of the pairs to go on with; null for all.</param>
    /// <param name="progress">Is told how far it is.</param>
    /// <param name="cancellation">Interrupts; what was measured is in the document.</param>
    /// <returns>The document with all rounds so far, as written.</returns>
    /// <exception cref="OperationCanceledException">Interrupted.</exception>
    /// <exception cref="UsageException">A file could not be written; the document holds what was measured before.</exception>
    public async Task<RunDocument> MeasureAsync(int? rounds, IReadOnlyCollection<string>? cells, IRunProgress progress, CancellationToken cancellation)
    {
        List<BlockSetup> setups = [.. Parts(cells).Select(part => Next(setup(part, rounds)))];
        Write();
        var atOnce = new ParallelOptions { MaxDegreeOfParallelism = place.Driver.BlocksAtOnce, CancellationToken = cancellation };
        await Parallel.ForEachAsync(Enumerable.Range(0, setups.Count), atOnce, async (i, stop) =>
        {
            InTurn(() => progress.BlockStarted(setups[i].Block, i + 1, setups.Count));
            var failure = await MeasureAsync(setups[i], progress, stop);
            InTurn(() => progress.BlockFinished(setups[i].Block, failure));
        });
        foreach (var warning in place.Driver.Warnings)
            run.Warn(warning);
        return Write();
    }

    private IEnumerable<Block> Parts(IReadOnlyCollection<string>? cells) => blocks.Select(block => block.Of(cells)).OfType<Block>();

    private BlockSetup Next(BlockSetup part)
    {
        run.PlanRounds(part.Block, part.Measure.Rounds);
        var first = _measured[part.Block.Id] + 1;
        _measured[part.Block.Id] += part.Measure.Rounds;
        return part with { FirstRound = first };
    }

    // Collector and progress know one caller only.
    private void InTurn(Action action)
    {
        lock (_turn)
            action();
    }

    private async Task<string?> MeasureAsync(BlockSetup setup, IRunProgress progress, CancellationToken cancellation)
    {
        if (setup.Deployment() is not { } deployment)
            return "none of its applications could be built";
        try
        {
            await foreach (var round in place.Driver.MeasureAsync(deployment, progress, cancellation))
            {
                var numbered = round with { Round = round.Round + setup.FirstRound - 1 };
                InTurn(() => run.AddRound(deployment.Block, numbered, CrankRaw.Write(place.Folder, deployment.Block, numbered, place.Machine)));
                if (round.Control is null)
                    InTurn(() => progress.RoundFinished(deployment.Block, round.Round, deployment.Measure.Rounds));
            }

            return null;
        }
        catch (DriverException exception)
        {
            if (exception is ApplicationBuildException unbuilt)
                Unbuilt(unbuilt);
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
            var document = run.Snapshot(TimeProvider.System.GetUtcNow());
            RunDocument.File.Write(place.Folder.Document, document);
            return document;
        }
    }
}

/// <summary>Where rounds go, and what measures them.</summary>
/// <param name="Id">Id of the run document, unique: stages are told apart by it.</param>
/// <param name="Folder">Receives the run document and the raw files.</param>
/// <param name="Driver">Starts the processes.</param>
/// <param name="Machine">The machine.</param>
internal sealed record RunPlace(string Id, RunFolder Folder, IDriver Driver, MachineInfo Machine)
{
    /// <summary>Name of the folder, and end of the id, of the fresh rounds of suspects.</summary>
    public const string Confirm = "confirm";

    /// <summary>The stage of a comparison.</summary>
    public Stage Stage { get; init; }

    /// <summary>The place of stage 2: <c>confirm/run.json</c> beside the <c>run.json</c> of the screen.</summary>
    /// <exception cref="UsageException">The folder cannot be created.</exception>
    public RunPlace Confirming() => this with { Id = $"{Id}-{Confirm}", Stage = Stage.Confirm, Folder = RunFolder.Create(Folder.Root, Confirm) };
}
