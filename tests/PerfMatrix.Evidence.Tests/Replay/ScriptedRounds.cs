using System.Globalization;
using PerfMatrix.Evidence.Injection;
using PerfMatrix.Gate;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Gate;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Evidence.Tests.Replay;

/// <summary>Rounds on a machine that does not exist, written as run documents; head is as much worse as its environment asks for.</summary>
internal sealed class ScriptedRounds(string folder) : IGateRunner
{
    /// <summary>Steps that make a request one percent slower in this world.</summary>
    public const int StepsOfOnePercent = 100;

    public List<string> Measured { get; } = [];

    /// <summary>Ends the series with this measurement, as Ctrl-C would.</summary>
    public int? InterruptedAt { get; init; }

    public MachineInfo Machine { get; init; } = RunSamples.Machine;

    public SourceInfo Source { get; } = new(null, "0123456789abcdef0123456789abcdef01234567", "main", false);

    public Task<IReadOnlyList<Cell>> CellsAsync(CancellationToken cancellation) => Task.FromResult<IReadOnlyList<Cell>>(
        [.. new[] { "server", "workstation" }.Select(gc => new Cell("hello-minimal", "net10.0", gc, 2))]);

    public Task<ComparisonDocument> MeasureAsync(
        string id, int rounds, string? cell, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        var steps = int.Parse(environment.GetValueOrDefault(InjectionVariables.Burn, "0"), CultureInfo.InvariantCulture);
        var truth = new GateRuns.Truth("net10.0", (double)steps / StepsOfOnePercent, cell!.Split('/')[2]);
        var run = GateRuns.Run(id, rounds, truth) with { Machine = Machine };
        var place = RunFolder.Create(folder, id);
        RunDocument.File.Write(place.Document, run);
        Measured.Add($"{cell}: {string.Join(' ', environment.Select(variable => $"{variable.Key}={variable.Value}"))} x {rounds}");
        return Measured.Count == InterruptedAt ? throw new OperationCanceledException() : Task.FromResult(RunComparison.OfSides([new(run)]));
    }

    public string Gate => "gate";

    public Task<GateRun> GateAsync(string id, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation) =>
        throw new NotSupportedException();
}
