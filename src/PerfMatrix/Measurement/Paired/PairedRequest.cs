using PerfMatrix.Drivers;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;

namespace PerfMatrix.Measurement;

/// <summary>What a paired measurement compares.</summary>
/// <param name="Plan">The cells, and how to measure them.</param>
/// <param name="Base">The code compared with.</param>
/// <param name="Head">The code compared; the same as base for an A/A measurement or two cells of one commit.</param>
public sealed record PairedRequest(PlanRequest Plan, SideSource Base, SideSource Head)
{
    /// <summary>Profile of the crank files, and variables.</summary>
    public ProfileChoice Profile { get; init; } = "local";

    /// <summary>Whether it is no error that nothing can be compared.</summary>
    public bool MayBeEmpty { get; init; }

    /// <summary>What of the plan is measured here.</summary>
    public JobPart Job { get; init; } = JobPart.All;

    /// <summary>Two values of an axis that are compared with each other; null compares the two sides of every cell.</summary>
    public AxisValuePair? Range { get; init; }

    /// <summary>Environment of base's applications beyond that of the scenario and GC leg.</summary>
    public IReadOnlyDictionary<string, string> BaseEnvironment { get; init; } = new Dictionary<string, string>();

    /// <summary>Environment of head's applications alike, e.g. <c>PERFMATRIX_BURN</c> for an injected regression.</summary>
    public IReadOnlyDictionary<string, string> HeadEnvironment { get; init; } = new Dictionary<string, string>();
}
