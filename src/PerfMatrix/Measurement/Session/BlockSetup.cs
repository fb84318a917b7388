using PerfMatrix.Contract;
using PerfMatrix.Drivers;
using PerfMatrix.Drivers.BenchmarkDotNet;
using PerfMatrix.Matrix;

namespace PerfMatrix.Measurement;

/// <summary>How one block of a run is to be measured.</summary>
/// <param name="Block">The block as planned.</param>
/// <param name="Applications">The published application of each variant, by the variant's id; a variant whose publish failed is missing.</param>
/// <param name="Load">The load.</param>
/// <param name="Measure">Rounds, slices and warm-up.</param>
/// <param name="ApplicationCpus">CPUs of the applications; empty means not pinned.</param>
/// <param name="LoadCpus">CPUs of the load generator; empty means not pinned.</param>
public sealed record BlockSetup(
    Block Block,
    IReadOnlyDictionary<string, Application> Applications,
    LoadSettings Load,
    MeasureSettings Measure,
    IReadOnlyList<int> ApplicationCpus,
    IReadOnlyList<int> LoadCpus)
{
    /// <summary>Number of its first round; above 1 when the block continues what was measured before.</summary>
    public int FirstRound { get; init; } = 1;

    /// <summary>Set for a case of a BenchmarkDotNet project.</summary>
    public BenchmarkSettings? Benchmark { get; init; }

    /// <summary>What the driver gets: the variants that can be started, in order. Null when there is none.</summary>
    public BlockDeployment? Deployment()
    {
        var startable = Block with { Variants = [.. Block.Variants.Where(variant => Applications.ContainsKey(variant.Id))] };
        if (startable.Variants.Count == 0)
            return null;
        Application[] applications = [.. startable.Variants.Select(variant => Applications[variant.Id])];
        return new BlockDeployment(startable, applications, Load, Measure, ApplicationCpus, LoadCpus, Seed(Block.Id) + (ulong)FirstRound)
        {
            Benchmark = Benchmark is null ? null : Benchmark with { FirstRound = FirstRound },
        };
    }

    /// <summary>A seed from the name of a block, so that the same plan gives the same slice orders (FNV-1a, 64 bits).</summary>
    private static ulong Seed(string block) => block.Aggregate(14695981039346656037UL, (hash, character) => (hash ^ character) * 1099511628211UL);
}
