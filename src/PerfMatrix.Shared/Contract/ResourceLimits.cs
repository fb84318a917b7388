namespace PerfMatrix.Contract;

/// <summary>What an application may use at most, as its control group enforces it. A value that is null is not limited.</summary>
/// <param name="Memory">Memory; swap is off within it.</param>
public readonly record struct ResourceLimits(Bytes? Memory)
{
    /// <summary>Whether anything is limited, so that a control group is needed.</summary>
    public bool Any => this != default;
}
