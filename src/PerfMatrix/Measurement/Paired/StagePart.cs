using PerfMatrix.Gate;

namespace PerfMatrix.Measurement;

/// <summary>What one machine measures of a comparison whose verdict is computed elsewhere.</summary>
public abstract record StagePart
{
    /// <summary>The stage.</summary>
    public abstract Stage Stage { get; }

    /// <summary>Name of the stage in documents.</summary>
    public string Name => Stage == Stage.Screen ? "screen" : "confirm";

    /// <summary>Measures it.</summary>
    /// <param name="measurement">Both sides, published.</param>
    /// <param name="stage">Where it goes and what measures it.</param>
    /// <param name="rules">The policy, for its rounds.</param>
    /// <param name="show">Shows the progress of each look.</param>
    /// <param name="cancellation">Interrupts; the run document holds what was measured.</param>
    /// <returns>What was measured; a cell without pairs says why.</returns>
    public abstract Task<ComparisonDocument> MeasureAsync(PairedMeasurement measurement, PairedStage stage, GateRules rules, ShowLook show, CancellationToken cancellation);
}

/// <summary>Stage 1 of the blocks of this machine: the first look, and more rounds of what is undecided.</summary>
public sealed record ScreenPart : StagePart
{
    /// <inheritdoc />
    public override Stage Stage => Stage.Screen;

    /// <inheritdoc />
    public override async Task<ComparisonDocument> MeasureAsync(PairedMeasurement measurement, PairedStage stage, GateRules rules, ShowLook show, CancellationToken cancellation)
    {
        var gated = new GatedMeasurement(
            [.. measurement.Cells.Pairs.Select(pair => pair.Id)], (_, _) => measurement.Start(stage), runs => measurement.Compare(runs, stage.Catalogue), rules, show)
        {
            Last = Stage.Screen,
        };
        try
        {
            await gated.MeasureAsync(cancellation);
        }
        catch (IncompleteException)
        {
            // Whoever judges learns from the comparison that every cell is missing, and why.
        }

        return gated.Compare()[0];
    }
}

/// <summary>Fresh rounds of suspects. All looks of stage 2 are measured at once: bringing up another machine costs more than the rounds of the second look.</summary>
/// <param name="Cells">Ids of the suspects.</param>
/// <param name="Rounds">Rounds of this machine.</param>
/// <param name="Machine">Number of the machine, from 1; for people.</param>
public sealed record ConfirmPart(IReadOnlyList<string> Cells, int Rounds, int Machine) : StagePart
{
    /// <inheritdoc />
    public override Stage Stage => Stage.Confirm;

    /// <summary>Refuses suspects that the selection does not have.</summary>
    /// <exception cref="UsageException">It does not have one.</exception>
    public void Require(PairedCells cells)
    {
        if (Cells.FirstOrDefault(cell => cells.Pairs.All(pair => pair.Id != cell)) is { } unknown)
            throw new UsageException($"suspect {unknown} is not a cell of this selection on this machine; give the selection that was screened, on a machine with as many cores");
    }

    /// <inheritdoc />
    public override async Task<ComparisonDocument> MeasureAsync(PairedMeasurement measurement, PairedStage stage, GateRules rules, ShowLook show, CancellationToken cancellation)
    {
        var started = measurement.Start(stage, Cells);
        var run = await show(new Look(Stage.Confirm, Cells, Rounds), started.Estimates(Rounds, null), progress => started.MeasureAsync(Rounds, null, progress, cancellation));
        return measurement.Compare([new StagedRun(run, Stage.Confirm)], stage.Catalogue)[0];
    }
}
