namespace PerfMatrix.Matrix;

/// <summary>What a cell must fulfil for a GC mode to have a meaning. One record a kind of rule.</summary>
/// <param name="Otherwise">Why the cell has no meaning when the rule is broken.</param>
public abstract record GcRule(string Otherwise)
{
    /// <summary>Whether a cell fulfils the rule.</summary>
    public abstract bool Holds(ScenarioEntry scenario, Version runtime, int cores);
}

/// <summary>The application needs at least so many CPUs.</summary>
/// <param name="Cores">The number.</param>
/// <param name="Otherwise">Why not with fewer.</param>
public sealed record MinimumCores(int Cores, string Otherwise) : GcRule(Otherwise)
{
    /// <inheritdoc />
    public override bool Holds(ScenarioEntry scenario, Version runtime, int cores) => cores >= Cores;
}

/// <summary>The leg exists from a version of .NET on.</summary>
/// <param name="Version">The version.</param>
/// <param name="Otherwise">Why not before.</param>
public sealed record MinimumRuntime(Version Version, string Otherwise) : GcRule(Otherwise)
{
    /// <inheritdoc />
    public override bool Holds(ScenarioEntry scenario, Version runtime, int cores) => runtime >= Version;
}

/// <summary>Only scenarios with a fixed number of requests can run on the leg.</summary>
/// <param name="Otherwise">Why not by time.</param>
public sealed record BoundedOnly(string Otherwise) : GcRule(Otherwise)
{
    /// <inheritdoc />
    public override bool Holds(ScenarioEntry scenario, Version runtime, int cores) => scenario.Bounded;
}
