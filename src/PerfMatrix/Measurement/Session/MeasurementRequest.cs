using PerfMatrix.Drivers;
using PerfMatrix.Gate;
using PerfMatrix.Matrix;

namespace PerfMatrix.Measurement;

/// <summary>What is measured: head alone beside pinned references, or head and base in the same blocks.</summary>
/// <param name="Plan">The cells, and how to measure them.</param>
/// <param name="Head">The code that is measured.</param>
/// <param name="Base">The code compared with; the same as head for an A/A measurement or two cells of one commit, null when nothing is compared.</param>
internal sealed record MeasurementRequest(PlanRequest Plan, SideSource Head, SideSource? Base = null)
{
    /// <summary>Profile of the crank files, and variables.</summary>
    public ProfileChoice Profile { get; init; } = "local";

    /// <summary>Whether it is no error that nothing can be compared.</summary>
    public bool MayBeEmpty { get; init; }

    /// <summary>What of the plan is measured here.</summary>
    public JobPart Job { get; init; } = JobPart.All;

    /// <summary>Two values of an axis that are compared with each other; null compares the two sides of every cell.</summary>
    public AxisValuePair? Range { get; init; }

    /// <summary>Environment of head's applications beyond that of the scenario and GC mode, e.g. <c>PERFMATRIX_BURN</c> for an injected regression.</summary>
    public IReadOnlyDictionary<string, string> HeadEnvironment { get; init; } = new Dictionary<string, string>();

    /// <summary>Whether the gate is asked about two sides; a side that does not build then ends the measurement.</summary>
    public bool IsComparison => Base is not null;

    /// <summary>Pinned references; a comparison has none.</summary>
    internal IReadOnlyList<Side> References => IsComparison ? [] : Job.Programs?.References ?? [.. SideNames.References(Job.References.Count)];
}
