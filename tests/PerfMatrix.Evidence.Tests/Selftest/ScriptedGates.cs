using System.Globalization;
using PerfMatrix.Evidence.Injection;
using PerfMatrix.Gate;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Gate;
using PerfMatrix.Tests.Measurement;

namespace PerfMatrix.Evidence.Tests.Selftest;

/// <summary>Gates on a machine that does not exist: made-up rounds in which head is as much slower as its environment asks for, judged by the real
/// gate.</summary>
internal sealed class ScriptedGates : IGateRunner
{
    /// <summary>Steps that make a request one percent slower in this world: a little more comes of them than was wanted, so that no rule with a
    /// threshold of 5 or 10 % hangs on rounding.</summary>
    public const int StepsOfOnePercent = 98;

    /// <summary>Ids of the gates so far.</summary>
    public List<string> Ran { get; } = [];

    /// <summary>Ends the series with this gate, as Ctrl-C would.</summary>
    public int? InterruptedAt { get; init; }

    public MachineInfo Machine { get; init; } = RunSamples.Machine;

    public string Commit { get; init; } = "0123456789abcdef0123456789abcdef01234567";

    public SourceInfo Source => new("https://example.test/owner/repository", Commit, "main", false);

    /// <summary>In this world the first letter of a commit says which gate it has.</summary>
    public string Gate => Commit[..1];

    public Task<GateRun> GateAsync(string id, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        if (Ran.Count + 1 == InterruptedAt)
            throw new OperationCanceledException();
        Ran.Add(id);
        var truth = new GateRuns.Truth("net10.0", Number(environment, InjectionVariables.Burn) / (double)StepsOfOnePercent,
            ExtraBytes: Number(environment, InjectionVariables.Allocate));
        var comparison = RunComparison.OfSides([new StagedRun(GateRuns.Run(id, 20, truth))]);
        return Task.FromResult(new GateRun(comparison, GateDecision.Of([comparison], new GateRules(new GatePolicy())).Verdict));
    }

    public Task<ComparisonDocument> MeasureAsync(
        string id, int rounds, string? cell, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation) =>
        throw new NotSupportedException();

    public Task<IReadOnlyList<(Cell Cell, ScenarioSettings Settings)>> CellsAsync(CancellationToken cancellation) =>
        throw new NotSupportedException();

    private static int Number(IReadOnlyDictionary<string, string> environment, string variable) =>
        environment.TryGetValue(variable, out var text) ? int.Parse(text, CultureInfo.InvariantCulture) : 0;
}
