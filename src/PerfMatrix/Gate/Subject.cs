namespace PerfMatrix.Gate;

/// <summary>What a verdict is about: one metric of one cell.</summary>
/// <param name="Scenario">Scenario of the cell; thresholds may depend on it.</param>
internal sealed record Subject(string Cell, string Scenario, string Metric)
{
    public override string ToString() => $"{Cell} {Metric}";
}

/// <summary>The pairs of a subject on one machine, in the order of the rounds.</summary>
/// <param name="Machine">The machine, e.g. the id of the run document; rounds of one machine share its bias.</param>
/// <param name="LogRatios">ln(head / base) of each pair, above 0 is worse; NaN where a side has no usable sample, infinite where that tells.</param>
/// <param name="Differences">Head minus base of each pair in the unit of the metric, sign turned alike; only for the counted rule.</param>
internal sealed record PairedRounds(
    Subject Subject, string Machine, string Block, IReadOnlyList<double> LogRatios, IReadOnlyList<double>? Differences = null)
{
    private readonly int? _rounds;

    /// <summary>Rounds that the pairs are of; as many as pairs unless said otherwise.</summary>
    public int Rounds { get => _rounds ?? LogRatios.Count; init => _rounds = value; }

    /// <summary>Pairs that a round brings, at least 1; some rounds may have lost one.</summary>
    public int PairsOfRound => Rounds == 0 ? 1 : Math.Max(1, (LogRatios.Count + Rounds - 1) / Rounds);

    /// <summary>Median of base in the unit of the metric; null when it has none.</summary>
    public double? Base { get; init; }

    /// <summary>ln(copy / original) of each pair of identical programs of its block; null in a block without any, which is trusted.</summary>
    public IReadOnlyList<double>? Canary { get; init; }

    /// <summary>ln(copy / base) of each round: what the same program differs by here.</summary>
    public IReadOnlyList<double> Twins { get; init; } = [];

    /// <summary>The same of head.</summary>
    public IReadOnlyList<double> HeadTwins { get; init; } = [];

    /// <summary>Copy minus base of each round in the unit of the metric; NaN where one has no sample.</summary>
    public IReadOnlyList<double> TwinDifferences { get; init; } = [];

    /// <summary>Why values are missing that both sides could have; null where none is, or nobody knows why.</summary>
    public Absence? Absence { get; init; }

    /// <summary>Why these rounds do not speak for head, which failed in the others; null when they do.</summary>
    public string? HeadFailures { get; init; }

    /// <summary>Rounds that bring so many pairs.</summary>
    public int RoundsOf(int pairs) => (pairs + PairsOfRound - 1) / PairsOfRound;
}
