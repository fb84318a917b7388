using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Results;

namespace PerfMatrix.Selftest;

/// <summary>Runs the gates with the measurement and the decision that pull requests get: nothing of the gate is replaced.</summary>
/// <param name="root">Root of the checkout; its working tree is both sides.</param>
/// <param name="plan">The cells, and how to measure them. The number of rounds is up to the gate.</param>
/// <param name="profile">Profile of the crank files.</param>
/// <param name="folders">Makes the folder of a trial by its id.</param>
/// <param name="machine">The machine.</param>
/// <param name="rules">The rules for some cells.</param>
/// <param name="show">Shows the progress of each look.</param>
/// <param name="preparing">Is told of what comes before measuring.</param>
public sealed class PairedGateRunner(
    string root,
    PlanRequest plan,
    string profile,
    Func<string, ComparisonFolder> folders,
    MachineInfo machine,
    Func<PairedCells, GateRules> rules,
    ShowLook show,
    IRunProgress preparing) : IGateRunner
{
    /// <inheritdoc />
    public MachineInfo Machine => machine;

    /// <inheritdoc />
    public SourceInfo Source { get; } = GitSource.Read(new Tools(root), Environment.GetEnvironmentVariable);

    /// <inheritdoc />
    public async Task<GateRun> GateAsync(string id, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        await using var measurement = await PairedMeasurement.PrepareAsync(root, Request(environment), cancellation);
        // What is acknowledged must not hide what the gate found.
        var strict = rules(measurement.Cells) with { Acknowledgements = [] };
        await measurement.PublishAsync(preparing, cancellation);
        var folder = folders(id);
        var comparison = await GatedMeasurement.Of(measurement, folder, strict, show).MeasureAsync(cancellation);
        folder.Write(comparison);
        return new GateRun(comparison.Comparisons[0], comparison.Decision.Verdict);
    }

    /// <inheritdoc />
    public async Task<ComparisonDocument> MeasureAsync(string id, int rounds, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        await using var measurement = await PairedMeasurement.PrepareAsync(root, Request(environment), cancellation);
        await measurement.PublishAsync(preparing, cancellation);
        var folder = folders(id);
        var stage = measurement.Start(folder.StageOf(Stage.Screen));
        var look = new Look(Stage.Screen, [.. measurement.Cells.Pairs.Select(pair => pair.Id)], rounds);
        var run = await show(look, stage.Estimates(rounds, null), progress => stage.MeasureAsync(rounds, null, progress, cancellation));
        return measurement.Compare([new StagedRun(run)], folder.Catalogue)[0];
    }

    private PairedRequest Request(IReadOnlyDictionary<string, string> environment) =>
        new(plan, SideSource.WorkingTree, SideSource.WorkingTree) { Profile = profile, HeadEnvironment = environment };
}
