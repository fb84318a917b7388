using System.Globalization;
using PerfMatrix.Evidence.Injection;
using PerfMatrix.Gate;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Gate;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Evidence.Tests.Replay;

/// <summary>Rounds on a machine that does not exist, written as run documents; head is as much worse as its environment asks for.</summary>
/// <param name="scenario">What is measured: an application, or with a slash in its name a benchmark.</param>
internal sealed class ScriptedRounds(string folder, string scenario = ScriptedRounds.Application) : IGateRunner
{
    public const string Application = "hello-minimal";
    public const string Benchmark = "words/LookUp";

    /// <summary>Steps that make a request one percent slower in this world.</summary>
    public const int StepsOfOnePercent = 100;

    public List<string> Measured { get; } = [];

    /// <summary>Ends the series with this measurement, as Ctrl-C would.</summary>
    public int? InterruptedAt { get; init; }

    public MachineInfo Machine { get; init; } = RunSamples.Machine;

    public SourceInfo Source { get; } = new(null, "0123456789abcdef0123456789abcdef01234567", "main", false);

    public RunSettings Settings { get; init; } = new();

    public Task<IReadOnlyList<(Cell Cell, ScenarioSettings Settings)>> CellsAsync(CancellationToken cancellation) =>
        Task.FromResult<IReadOnlyList<(Cell, ScenarioSettings)>>([.. Cells.Select(cell => (cell, Settings))]);

    private IReadOnlyList<Cell> Cells => [.. new[] { "server", "workstation" }.Select(gc => new Cell(scenario, "net10.0", gc, 2))];

    public Task<ComparisonDocument> MeasureAsync(
        string id, int rounds, string? cell, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        var measured = Cells.Single(one => one.Id == cell);
        var percent = (Number(environment, InjectionVariables.Burn) / (double)StepsOfOnePercent) + Number(environment, InjectionVariables.Operation);
        var run = GateRuns.Run(id, rounds, new GateRuns.Truth(
            measured.Runtime, percent, measured.Gc, measured.Scenario, Number(environment, InjectionVariables.OperationBytes)));
        run = (scenario == Benchmark ? OfBenchmark(run) : run) with { Machine = Machine, Settings = Settings };
        var place = RunFolder.Create(folder, id);
        RunDocument.File.Write(place.Document, run);
        Measured.Add($"{cell}: {string.Join(' ', environment.Select(variable => $"{variable.Key}={variable.Value}"))} x {rounds}");
        return Measured.Count == InterruptedAt ? throw new OperationCanceledException() : Task.FromResult(RunComparison.OfSides([new(run)]));
    }

    public string Gate => "gate";

    public Task<GateRun> GateAsync(string id, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation) =>
        throw new NotSupportedException();

    // A benchmark has no load: its mean time and its allocations are all that decides.
    private static RunDocument OfBenchmark(RunDocument run)
    {
        var measured = run.WithSamples(sample => sample with
        {
            Metrics = new Dictionary<string, double>
            {
                ["meanTime"] = sample.Metrics["cpuPerRequest"],
                ["allocatedPerOperation"] = sample.Metrics["allocatedPerRequest"],
            },
        });
        return measured with { Pairs = [] };
    }

    private static int Number(IReadOnlyDictionary<string, string> environment, string variable) =>
        int.Parse(environment.GetValueOrDefault(variable, "0"), CultureInfo.InvariantCulture);
}
