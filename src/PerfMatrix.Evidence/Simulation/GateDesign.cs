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

/// <summary>Simulates the policy in force and, beside it, the design it has grown from.</summary>
public static class DesignComparison
{
    /// <summary>
    /// Share of the pull requests that the other design gets: enough to see a difference that matters. It has no row of one machine, for which it had no rule.
    /// </summary>
    private const double ShareOfOthers = 0.25;

    /// <summary>Simulates.</summary>
    /// <param name="options">What to simulate; its policy is the one in force.</param>
    /// <param name="withOthers">Whether to show the other design, too.</param>
    /// <param name="clock">The time.</param>
    /// <param name="progress">Is told how far it is.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="OperationCanceledException">It was given up.</exception>
    public static SimulationRecord Run(
        SimulationOptions options, bool withOthers, TimeProvider clock, IProgress<SimulationProgress>? progress, CancellationToken cancellation)
    {
        var (startedAt, start) = (clock.GetUtcNow(), clock.GetTimestamp());
        var designs = new List<DesignRecord> { Simulate(GateDesign.InForce(options.Policy), options, progress, cancellation) };
        if (withOthers)
            designs.Add(Simulate(GateDesign.AsWritten, Fewer(options), progress, cancellation));
        return new SimulationRecord
        {
            StartedAt = startedAt,
            ElapsedSeconds = clock.GetElapsedTime(start).TotalSeconds,
            PullRequests = options.PullRequests,
            Cells = options.Cells,
            Seed = options.Seed,
            Designs = designs,
        };
    }

    private static DesignRecord Simulate(GateDesign design, SimulationOptions options, IProgress<SimulationProgress>? progress, CancellationToken cancellation) =>
        new(design.Name, design.Policy, GateSimulation.Run(options with { Policy = design.Policy }, progress, cancellation));

    private static SimulationOptions Fewer(SimulationOptions options) => options with
    {
        PullRequests = Math.Max(1, (int)(options.PullRequests * ShareOfOthers)),
        Scenarios = [.. options.Scenarios.Where(scenario => scenario.ConfirmMachines is null)],
    };
}
