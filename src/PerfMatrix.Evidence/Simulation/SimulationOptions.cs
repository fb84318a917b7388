using PerfMatrix.Gate;

namespace PerfMatrix.Evidence.Simulation;

internal sealed record SimulationOptions
{
    /// <summary>Simulated pull requests a row; every row of power and coverage has as many.</summary>
    public int PullRequests { get; init; } = 2000;
    public int Cells { get; init; } = 200;

    /// <summary>The same seed gives the same numbers, whatever the number of threads.</summary>
    public ulong Seed { get; init; } = 20260901;
    public GatePolicy Policy { get; init; } = new();

    /// <summary>The rows; the published table unless said otherwise.</summary>
    public IReadOnlyList<Scenario> Scenarios { get; init; } = PublishedTable.Scenarios;
    public int Threads { get; init; } = Environment.ProcessorCount;
}

/// <summary>The world that a row of pull requests lives in.</summary>
/// <param name="EffectPercent">The true change; above 0 is worse.</param>
/// <param name="AffectedCells">How many cells have it; the others are unchanged.</param>
internal sealed record Scenario(string Name, NoiseModel Noise, double EffectPercent = 0, int AffectedCells = 0)
{
    /// <summary>Machines of stage 2; null for the policy's number. One is what a developer has at hand.</summary>
    public int? ConfirmMachines { get; init; }

    /// <summary>The metric of every cell; some gate only where their pairs spread little.</summary>
    public string Metric { get; init; } = Metrics.Metric.Throughput.Name;

    /// <summary>Whether the gate knows from an A/A history how far pairs of the metric spread; otherwise it has only what it measures.</summary>
    public bool HasHistory { get; init; } = true;

    /// <summary>What the row must show.</summary>
    public IReadOnlyList<Goal> Goals { get; init; } = [];

    /// <summary>Share of <see cref="SimulationOptions.PullRequests"/> to simulate; coverage needs fewer, each has many intervals.</summary>
    public double Share { get; init; } = 1;
}

/// <summary>How the log ratio of a pair scatters around the truth.</summary>
/// <param name="SigmaPercent">Standard deviation of a pair without spikes.</param>
/// <param name="BiasPercent">Standard deviation of what a machine adds to all pairs of a cell.</param>
internal sealed record NoiseModel(double SigmaPercent, double BiasPercent)
{
    /// <summary>Share of pairs, in percent, that a disturbance hits.</summary>
    public double SpikePercent { get; init; } = 5;
    public double SpikeFactor { get; init; } = 4;

    /// <summary>
    /// Standard deviation, in percent, between runs on different machines, which rules without pairing see: 2.66 % on hosted runners (CodSpeed 2025,
    /// "Benchmarks in CI: Escaping the Cloud Chaos").
    /// </summary>
    public double MachinePercent { get; init; } = 2.66;

    /// <summary>Standard deviation, in percent, of the level of a machine from round to round, which pairing cancels.</summary>
    public double DriftPercent { get; init; } = 3;
}
