namespace PerfMatrix.Matrix;

/// <summary>What a machine can measure; handed in, so that a plan is a function of its arguments.</summary>
internal sealed record MachineLimits(int Cores)
{
    /// <summary>GC modes that it cannot measure, by name, each with the reason, e.g. that there is no compiler for their library.</summary>
    public IReadOnlyDictionary<string, string> UnavailableGcModes { get; init; } = new Dictionary<string, string>();
    public Bytes? Memory { get; init; }

    /// <summary>What keeps it from limiting an application, by name of the optional axis; none where nothing does, or nobody knows.</summary>
    public IReadOnlyDictionary<string, string> LimitProblems { get; init; } = new Dictionary<string, string>();
}
