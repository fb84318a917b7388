using PerfMatrix.Matrix;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>What one job of several measures of a plan, so that a plan may be spread over machines.</summary>
public sealed record JobPart
{
    /// <summary>The whole plan.</summary>
    public static JobPart All { get; } = new();

    /// <summary>Ids of the blocks to measure; null for all.</summary>
    public IReadOnlyList<string>? Blocks { get; init; }

    /// <summary>Commits that are measured in every block beside its anchor, the newest last; where there are <see cref="Programs"/>, those that they hold.</summary>
    public IReadOnlyList<ReferencePin> References { get; init; } = [];

    /// <summary>Programs that another job has published; null publishes them here.</summary>
    public ProgramFolder? Programs { get; init; }

    /// <summary>Repository that the agents fetch the code from and build it themselves; null when the programs are sent to them.</summary>
    public RemoteRepository? Remote { get; init; }
}
