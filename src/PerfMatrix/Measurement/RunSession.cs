namespace PerfMatrix.Measurement;

/// <summary>Measures blocks into one run document, one after the other or as many at a time as the driver has machines for. It may be asked for more
/// rounds again and again, of fewer pairs each time. The document is written after every block, so that what was measured stays.</summary>
/// <param name="setup">How a block, or a part of it, is to be measured for so many rounds; null are those of the plan.</param>
internal sealed class RunSession(IReadOnlyList<PairedBlock> blocks, RunBuilder run, Func<Block, int?, BlockSetup> setup, RunPlace place)
{
    private readonly Lock _turn = new();
    private readonly Dictionary<string, int> _measured = blocks.ToDictionary(block => block.Block.Id, _ => 0);

    /// <summary>Is told of an application that does not build on its agent; may throw where that means more than a failed block.</summary>
    public Action<ApplicationBuildException> Unbuilt { get; init; } = _ => { };

    /// <summary>Starts what the applications need, before the first block.</summary>
    public Func<CancellationToken, Task> Services { get; init; } = _ => Task.CompletedTask;

    /// <summary>The run document as it stands; before the first round it says how and what will be measured.</summary>
    public RunDocument Document => run.Snapshot(place.Clock.GetUtcNow());

    /// <summary>Estimated time of each block; null for all that is planned.</summary>
    public IReadOnlyList<TimeSpan> Estimates(Look? look = null) => [.. Setups(look).Select(part => TimeEstimate.Of(part.Block, part.Measure))];

    /// <summary>Says what is measured next and why, and measures it.</summary>
    public Task<RunDocument> MeasureAsync(Look look, IMeasuringView view, CancellationToken cancellation)
    {
        var estimates = Estimates(look);
        if (look.Cells.Count > 0) view.Say(look, estimates);
        return view.ShowAsync(estimates, progress => MeasureAsync(look, progress, cancellation));
    }

    /// <param name="look">The pairs to go on with; null for all that is planned.</param>
    /// <returns>The document with all rounds so far, as written.</returns>
    public async Task<RunDocument> MeasureAsync(Look? look, IRunProgress progress, CancellationToken cancellation)
    {
        await Services(cancellation);
        List<BlockSetup> setups = [.. Setups(look).Select(Next)];
        Write();
        var atOnce = new ParallelOptions { MaxDegreeOfParallelism = place.Driver.BlocksAtOnce, CancellationToken = cancellation };
        await Parallel.ForEachAsync(Enumerable.Range(0, setups.Count), atOnce, async (i, stop) =>
        {
            InTurn(() => progress.BlockStarted(setups[i].Block, i + 1, setups.Count));
            var failure = await MeasureAsync(setups[i], progress, stop);
            InTurn(() => progress.BlockFinished(setups[i].Block, failure));
        });
        foreach (var warning in place.Driver.Warnings) run.Warn(warning);
        return Write();
    }

    private IEnumerable<BlockSetup> Setups(Look? look) =>
        from block in blocks
        let part = look is null ? block : block.Only(pair => look.Cells.Contains(pair.Id))
        where part is not null
        let own = setup(part.Block, look?.Rounds)
        select own with { Measure = own.Measure with { StartsOnly = look is { StartsOnly: true } } };

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
        if (setup.Deployment(run.Seed) is not { } deployment) return "none of its applications could be built";
        try
        {
            await foreach (var round in place.Driver.MeasureAsync(deployment, progress, cancellation))
            {
                var numbered = round with { Round = round.Round + setup.FirstRound - 1 };
                InTurn(() =>
                {
                    run.AddRound(deployment.Block, numbered, RawFiles.Write(place.Folder, deployment.Block, numbered));
                    progress.RoundFinished(deployment.Block, round.Round, deployment.Measure.Rounds);
                });
            }

            return null;
        }
        catch (Exception exception) when (exception is DriverException or ProcessStartException)
        {
            if (exception is ApplicationBuildException unbuilt) Unbuilt(unbuilt);
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
            var document = Document;
            place.Folder.Write(RunDocument.File, document);
            return document;
        }
    }
}

/// <summary>Where rounds go, and what measures them.</summary>
/// <param name="Id">Id of the run document, unique: stages are told apart by it.</param>
internal sealed record RunPlace(string Id, RunFolder Folder, IDriver Driver, MachineInfo Machine)
{
    public Stage Stage { get; init; }
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}

/// <summary>Is told how far a run is: live on a terminal, one line a block elsewhere.</summary>
internal interface IRunProgress : IProgress<BlockProgress>
{
    /// <summary>A step before measuring begins, e.g. the publishing of the workloads.</summary>
    void Preparing(string what);

    void BlockStarted(Block block, int index, int count);

    /// <summary>A round of the block is in the run document.</summary>
    void RoundFinished(Block block, int round, int rounds);

    void BlockFinished(Block block, string? failure);
}

/// <summary>How one block of a run is to be measured.</summary>
/// <param name="Applications">The published application of each variant, by the variant's id; a variant whose publish failed is missing.</param>
internal sealed record BlockSetup(
    Block Block,
    IReadOnlyDictionary<string, Application> Applications,
    LoadSettings Load,
    MeasureSettings Measure,
    IReadOnlyList<int> ApplicationCpus,
    IReadOnlyList<int> LoadCpus)
{
    /// <summary>Number of its first round; above 1 when the block continues what was measured before.</summary>
    public int FirstRound { get; init; } = 1;
    public string? BenchmarkCase { get; init; }

    /// <summary>What the driver gets: the variants that can be started, in order. Null when there is none.</summary>
    /// <param name="run">What tells the run from others (<see cref="RunBuilder.Seed"/>).</param>
    public BlockDeployment? Deployment(string run)
    {
        var startable = Block with { Variants = [.. Block.Variants.Where(variant => Applications.ContainsKey(variant.Id))] };
        if (startable.Variants.Count == 0) return null;
        Application[] applications = [.. startable.Variants.Select(variant => Applications[variant.Id])];
        return new BlockDeployment(startable, applications, Load, Measure, ApplicationCpus, LoadCpus, Seed($"{run}/{Block.Id}") + (ulong)FirstRound)
        {
            BenchmarkCase = BenchmarkCase,
        };
    }

    /// <summary>FNV-1a, 64 bits.</summary>
    private static ulong Seed(string name) => name.Aggregate(14695981039346656037UL, (hash, character) => (hash ^ character) * 1099511628211UL);
}
