namespace PerfMatrix.Evidence.Simulation;

internal sealed record SimulationOptions
{
    /// <summary>Simulated pull requests a row; every row of power and coverage has as many.</summary>
    public int PullRequests { get; init; } = 2000;
    public int Cells { get; init; } = 200;

    /// <summary>The same seed gives the same numbers, whatever the number of threads.</summary>
    public ulong Seed { get; init; } = 20260901;
    public GatePolicy Policy { get; init; } = new();

    /// <summary>The rows; the published table for the size of the policy unless said otherwise.</summary>
    public IReadOnlyList<Scenario> Scenarios { get => field ?? PublishedTable.Of(Policy); init; }
    public int Threads { get; init; } = Environment.ProcessorCount;
}

/// <summary>The world that a row of pull requests lives in.</summary>
/// <param name="EffectPercent">The true change; above 0 is worse.</param>
/// <param name="AffectedCells">How many cells have it; the others are unchanged.</param>
internal sealed record Scenario(string Name, NoiseModel Noise, double EffectPercent = 0, int AffectedCells = 0)
{
    public Metric Metric { get; init; } = Metric.Throughput;

    /// <summary>Whether one machine decides, as a developer's does; otherwise a change needs a second one that agrees.</summary>
    public bool IsAlone { get; init; }

    /// <summary>Whether the machine that screens also confirms, as a single runner does: what it does to a side is in both measurements.</summary>
    public bool SharesMachine { get; init; }

    /// <summary>Cells of the pull requests of this row; null for <see cref="SimulationOptions.Cells"/>.</summary>
    public int? Cells { get; init; }

    /// <summary>What the machines' bias is taken for; null for what the policy assumes where nobody has measured it.</summary>
    public double? KnownBiasPercent { get; init; }

    /// <summary>The size; null for that of <see cref="SimulationOptions.Policy"/>.</summary>
    public double? DetectPercent { get; init; }

    public IReadOnlyList<Goal> Goals { get; init; } = [];

    /// <summary>Share of <see cref="SimulationOptions.PullRequests"/> to simulate; coverage needs fewer, each has many intervals.</summary>
    public double Share { get; init; } = 1;

    /// <summary>The true change of a cell, a log ratio.</summary>
    public double TruthOf(int cell) => cell < AffectedCells ? LogRatio.FromPercent(EffectPercent) : 0;
}

/// <summary>How the log ratio of a pair scatters around the truth.</summary>
/// <param name="SigmaPercent">Standard deviation of a pair without spikes.</param>
/// <param name="BiasPercent">Standard deviation of what a machine adds to the effect of a cell in all its rounds.</param>
internal sealed record NoiseModel(double SigmaPercent, double BiasPercent)
{
    /// <summary>Share of pairs, in percent, that a disturbance hits.</summary>
    public double SpikePercent { get; init; } = 5;
    public double SpikeFactor { get; init; } = 4;

    /// <summary>Standard deviation, in percent, between runs on different machines, which rules without pairing see: 2.66 % on hosted runners
    /// (CodSpeed 2025, "Benchmarks in CI: Escaping the Cloud Chaos").</summary>
    public double MachinePercent { get; init; } = 2.66;

    /// <summary>Standard deviation, in percent, of the level of a machine from round to round, which pairing cancels.</summary>
    public double DriftPercent { get; init; } = 3;
}
