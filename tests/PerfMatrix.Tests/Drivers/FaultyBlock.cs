using PerfMatrix.Drivers;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Drivers;

/// <summary>A block of FaultyApplication, for every driver: one variant a fault, short rounds.</summary>
internal static class FaultyBlock
{
    private static readonly Cell s_cell = new("faulty", "net10.0", "workstation", 1);

    private static readonly MeasureSettings s_measure = new()
    {
        Rounds = 2,
        Slices = 4,
        Slice = TimeSpan.FromMilliseconds(20),
        MinimumWarmup = TimeSpan.FromMilliseconds(40),
        MaximumWarmup = TimeSpan.FromMilliseconds(200),
        WarmupTolerance = 0.02,
        WakeUp = TimeSpan.FromMilliseconds(2),
    };

    /// <param name="rounds">Two where it is of interest that a block goes on, each with fresh processes.</param>
    public static BlockDeployment Of(IReadOnlyList<string> faults, Func<string, Application> application, string name = "faulty-1c", int rounds = 2)
    {
        var variants = faults.Select((_, twin) => new Variant(s_cell, Side.Head, twin)).ToList();
        return new BlockDeployment(new Block(name, s_cell.Scenario, s_cell.Cores, variants), [.. faults.Select(application)], new LoadSettings
        {
            Connections = 4,
        }, s_measure with { Rounds = rounds }, [], [], Seed: 1);
    }
}
