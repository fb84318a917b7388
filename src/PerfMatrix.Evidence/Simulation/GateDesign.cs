using PerfMatrix.Gate;

namespace PerfMatrix.Evidence.Simulation;

/// <summary>A way to build the gate, shown beside others on the same made-up pull requests.</summary>
/// <param name="Name">Name in tables and documents.</param>
/// <param name="Policy">Its rules.</param>
public sealed record GateDesign(string Name, GatePolicy Policy)
{
    /// <summary>
    /// The first design on paper: six rounds and one look in stage 1, a margin of 1 % in stage 2, a canary with a fixed limit, sameness as the 95 % interval within
    /// the threshold, and intervals that take a machine at its word. Kept to show why the policy in force differs from it.
    /// </summary>
    public static GateDesign AsWritten { get; } = new("as first written", new GatePolicy
    {
        Screen = new() { Looks = [6], EffectPercent = 1 },
        Confirm = new() { NullPercent = 1 },
        Canary = new() { StandardErrors = 0 },
        Same = new() { WithinThresholds = 1, ConfidencePercent = 97.5 },
        MachineBiasPercent = 0,
    });

    /// <summary>The policy in force.</summary>
    public static GateDesign InForce(GatePolicy policy) => new("in force", policy);
}
