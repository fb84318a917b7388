using PerfMatrix.Gate;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Results;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Evidence.Selftest;

/// <summary>Runs real gates of base against a copy of itself, which differs in nothing but its environment.</summary>
internal interface IGateRunner
{
    MachineInfo Machine { get; }

    /// <summary>The code that both sides are built from.</summary>
    SourceInfo Source { get; }

    /// <summary>A whole gate: stage 1 with all its looks, stage 2 on fresh rounds for suspects.</summary>
    /// <param name="id">Id of the trial; its documents go to a folder of that name.</param>
    /// <param name="environment">Environment of head beyond that of base; empty for A/A.</param>
    Task<GateRun> GateAsync(string id, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation);

    /// <summary>Some rounds of base and copy without a verdict, for calibration.</summary>
    Task<ComparisonDocument> MeasureAsync(string id, int rounds, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation);
}

/// <summary>A gate that ran to its verdict.</summary>
/// <param name="Comparison">Every round of both stages.</param>
internal sealed record GateRun(ComparisonDocument Comparison, VerdictDocument Verdict);

/// <summary>Runs the gates with the measurement and the decision that pull requests get: nothing of the gate is replaced. The working tree is both
/// sides.</summary>
/// <param name="plan">The cells, and how to measure them. The number of rounds is up to the gate.</param>
/// <param name="folders">Makes the folder of a trial by its id.</param>
internal sealed class PairedGateRunner(
    MeasuringFlow flow, PlanRequest plan, Func<string, RunFolder> folders, MachineInfo machine, Func<PairedCells, GateRules> rules) : IGateRunner
{
    public MachineInfo Machine => machine;
    public SourceInfo Source { get; } = GitSource.Read(new Git(flow.Root), Environment.GetEnvironmentVariable);

    public async Task<GateRun> GateAsync(string id, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        await using var measurement = await flow.PrepareAsync(Request(environment), cancellation);
        // What is acknowledged must not hide what the gate found.
        var strict = rules(measurement.Cells) with { Acknowledgements = [] };
        await flow.BuildAsync(measurement, cancellation);
        return await flow.MeasureAsync(folders(id), async place =>
        {
            var comparison = await GatedMeasurement.Of(measurement, place, strict, flow.View).MeasureAsync(cancellation);
            comparison.Write(place.Folder);
            return new GateRun(comparison.Comparisons[0], comparison.Decision.Verdict);
        }, cancellation);
    }

    public async Task<ComparisonDocument> MeasureAsync(
        string id, int rounds, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        await using var measurement = await flow.PrepareAsync(Request(environment), cancellation);
        await flow.BuildAsync(measurement, cancellation);
        var look = new Look(Stage.Screen, [.. measurement.Cells.Pairs.Select(pair => pair.Id)], rounds);
        return await flow.MeasureAsync(folders(id), place => measurement.MeasureAsync(place, look, flow.View, cancellation), cancellation);
    }

    private MeasurementRequest Request(IReadOnlyDictionary<string, string> environment) =>
        new(plan, SideSource.WorkingTree, SideSource.WorkingTree) { HeadEnvironment = environment };
}
