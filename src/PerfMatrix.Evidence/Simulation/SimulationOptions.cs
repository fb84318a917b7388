namespace PerfMatrix.Evidence.Simulation;

/// <param name="PullRequests">Simulated pull requests a row; every row of power and coverage has as many.</param>
/// <param name="Seed">The same seed gives the same numbers, whatever the number of threads.</param>
internal sealed record SimulationOptions(int PullRequests = 2000, int Cells = 200, ulong Seed = 20260901)
{
    public GatePolicy Policy { get; init; } = new();

    /// <summary>The rows; the published table for the size of the policy unless said otherwise.</summary>
    public IReadOnlyList<Scenario> Scenarios { get => field ?? PublishedTable.Of(Policy); init; }
    public int Threads { get; init; } = Environment.ProcessorCount;
}

/// <summary>The world that a row of pull requests lives in.</summary>
/// <param name="EffectPercent">The true change; above 0 is worse.</param>
/// <param name="AffectedCells">How many cells have it; the others are unchanged.</param>
/// <param name="IsAlone">Whether one machine decides, as a developer's does; otherwise a change needs a second one that agrees.</param>
/// <param name="SharesMachine">Whether the machine that screens also confirms, as a single runner does: what it does to a side is in both.</param>
/// <param name="Cells">Cells of the pull requests of this row; null for <see cref="SimulationOptions.Cells"/>.</param>
/// <param name="KnownBiasPercent">What the machines' bias is taken for; null for what the policy assumes where nobody has measured it.</param>
/// <param name="DetectPercent">The size; null for that of <see cref="SimulationOptions.Policy"/>.</param>
/// <param name="Share">Share of <see cref="SimulationOptions.PullRequests"/> to simulate; coverage needs fewer, each has many intervals.</param>
internal sealed record Scenario(
    string Name, NoiseModel Noise, double EffectPercent = 0, int AffectedCells = 0, bool IsAlone = false, bool SharesMachine = false,
    int? Cells = null, double? KnownBiasPercent = null, double? DetectPercent = null, double Share = 1)
{
    public Metric Metric { get; init; } = Metric.Throughput;

    /// <summary>What base counts, where a metric is judged by bytes; null where by ratios alone.</summary>
    public double? BaseBytes { get; init; }

    /// <summary>Further metrics of each cell, each with its noise.</summary>
    public IReadOnlyList<(Metric Metric, NoiseModel Noise)> Beside { get; init; } = [];

    public IEnumerable<(Metric Metric, NoiseModel Noise)> Metrics => Beside.Prepend((Metric, Noise));

    public IReadOnlyList<Goal> Goals { get; init; } = [];

    /// <summary>Two are packed where one machine decides; a job of a pull request has a block for each cell.</summary>
    public int CellsOfBlock => IsAlone ? 2 : 1;

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
