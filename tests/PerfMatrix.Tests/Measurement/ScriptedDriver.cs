using System.Runtime.CompilerServices;
using PerfMatrix.Drivers;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Measurement;

/// <summary>A driver whose machine does not exist: rounds as a behaviour of the variants makes them, and a list of what was asked for.</summary>
internal sealed class ScriptedDriver(Func<Variant, RunSamples.Behaviour>? behaviour = null) : IDriver
{
    private readonly Random _random = new(11);

    public string Name => "local";

    /// <summary>Every deployment in order.</summary>
    public List<BlockDeployment> Deployments { get; } = [];

    /// <summary>The variants that never start.</summary>
    public Func<Variant, bool> Failing { get; init; } = _ => false;

    /// <summary>What becomes of a round before it is handed on, e.g. benchmarks instead of a load.</summary>
    public Func<Block, RoundObservation, RoundObservation> Change { get; init; } = (_, round) => round;

    /// <summary>Called before each round, e.g. to interrupt.</summary>
    public Action<BlockDeployment, int> BeforeRound { get; init; } = (_, _) => { };

    public async IAsyncEnumerable<RoundObservation> MeasureAsync(
        BlockDeployment deployment, IProgress<BlockProgress> progress, [EnumeratorCancellation] CancellationToken cancellation)
    {
        Deployments.Add(deployment);
        for (var round = 1; round <= deployment.Measure.Rounds; round++)
        {
            await Task.Yield();
            BeforeRound(deployment, round);
            cancellation.ThrowIfCancellationRequested();
            var seen = RunSamples.Round(deployment.Block, round, _random, behaviour ?? (_ => new()), cycles: 12);
            if (deployment.Measure.StartsOnly) seen = seen with { Slices = [], StartsOnly = true };
            yield return Failed(deployment.Block, Change(deployment.Block, seen));
        }
    }

    private RoundObservation Failed(Block block, RoundObservation round) => round with
    {
        Variants = [.. round.Variants.Zip(block.Variants, (seen, variant) => Failing(variant) ? seen with
        {
            Failure = new() { Reason = "exited with code 134 before its first answer." },
        } : seen)],
    };
}
