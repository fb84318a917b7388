namespace PerfMatrix.Gate;

/// <summary>What a verdict is about: one metric of one cell.</summary>
/// <param name="Cell">Id of the cell.</param>
/// <param name="Scenario">Scenario of the cell; thresholds may depend on it.</param>
/// <param name="Metric">Name of the metric.</param>
public sealed record Subject(string Cell, string Scenario, string Metric)
{
    /// <inheritdoc />
    public override string ToString() => $"{Cell} {Metric}";
}

/// <summary>The pairs of a subject on one machine, in the order of the rounds.</summary>
/// <param name="Subject">The cell and metric.</param>
/// <param name="Machine">The machine, e.g. the id of the run document; rounds of one machine share its bias.</param>
/// <param name="Block">The block they were measured in.</param>
/// <param name="LogRatios">ln(head / base) of each round, sign turned so that above 0 is worse.</param>
/// <param name="Differences">
/// Head minus base of each round in the unit of the metric, sign turned alike; needed by the tight rule only, null otherwise.
/// </param>
public sealed record PairedRounds(
    Subject Subject, string Machine, string Block, IReadOnlyList<double> LogRatios, IReadOnlyList<double>? Differences = null);

/// <summary>The pairs of a block's canary: base against an identical copy of base.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="Block">The block.</param>
/// <param name="Metric">The metric.</param>
/// <param name="LogRatios">ln(copy / base) of each round.</param>
public sealed record CanaryRounds(string Machine, string Block, string Metric, IReadOnlyList<double> LogRatios);

/// <summary>A subject that the plan promised a verdict for.</summary>
/// <param name="Subject">The cell and metric.</param>
/// <param name="Missing">Why it has no rounds, e.g. the reason of the failed variant; null when it was measured.</param>
public sealed record PlannedSubject(Subject Subject, string? Missing = null);

/// <summary>Everything that one stage measured.</summary>
/// <param name="Rounds">Pairs by subject and machine.</param>
/// <param name="Canaries">Canaries by machine, block and metric; a block without one is trusted.</param>
public sealed record StageData(IReadOnlyList<PairedRounds> Rounds, IReadOnlyList<CanaryRounds> Canaries);
