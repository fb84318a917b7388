namespace PerfMatrix.Contract;

/// <summary>What a driver hands to the load job, in a file or in <see cref="PlanVariable.Block"/>: the variants of one block, the load, and how to measure.</summary>
public sealed record BlockPlan
{
    /// <summary>Version of this document.</summary>
    public int SchemaVersion { get; init; } = 1;

    /// <summary>Name of the block.</summary>
    public required string Block { get; init; }

    /// <summary>Variants in order; slices refer to them by index.</summary>
    public required IReadOnlyList<BlockVariant> Variants { get; init; }

    /// <summary>The load each variant gets.</summary>
    public required LoadSettings Load { get; init; }

    /// <summary>Rounds, slices and warm-up.</summary>
    public required MeasureSettings Measure { get; init; }

    /// <summary>Seed of the slice orders; the same seed gives the same orders.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Folder that receives <c>round-NNN.json</c> (a <see cref="RoundObservation"/>) after each round; absolute or relative to this file.</summary>
    public required string Output { get; init; }

    /// <summary>CPUs the load generator is pinned to; empty means not pinned.</summary>
    public IReadOnlyList<int> Cpus { get; init; } = [];

    /// <summary>End when standard input closes, as <see cref="LaunchPlan.StopWithInput"/>.</summary>
    public bool StopWithInput { get; init; }

    /// <summary>End when the process that started the load job ends, as <see cref="LaunchPlan.StopWithParent"/>.</summary>
    public bool StopWithParent { get; init; }
}

/// <summary>One variant of a block as the conductor sees it: a name and the launcher that starts it.</summary>
public sealed record BlockVariant
{
    /// <summary>Name of the variant.</summary>
    public required string Id { get; init; }

    /// <summary>Control address of its launcher.</summary>
    public required Uri Launcher { get; init; }
}
