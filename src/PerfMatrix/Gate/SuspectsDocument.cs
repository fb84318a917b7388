namespace PerfMatrix.Gate;

/// <summary>What the first machine suspects and a second one has to measure afresh, <c>suspects.json</c>, schema version 1.</summary>
internal sealed record SuspectsDocument
{
    internal static DocumentFile<SuspectsDocument> File { get; } = new(
        "suspects.json", "a list of suspects", "Give the path of a suspects.json, which `github suspects` writes.", "screen again")
    {
        IsIndented = true,
    };

    public int SchemaVersion { get; init; } = 1;

    /// <summary>Most rounds of the second machine; it ends sooner when everything is decided.</summary>
    public required int MostRounds { get; init; }

    /// <summary>The cells, in the order of the plan; empty when nothing is suspect.</summary>
    public required IReadOnlyList<SuspectCell> Suspects { get; init; }

    internal static SuspectsDocument Of(
        IEnumerable<SubjectVerdict> suspects, IReadOnlyDictionary<string, ComparedCell> cells, GatePolicy policy) => new()
        {
            MostRounds = policy.MostRounds,
            Suspects = [.. suspects.GroupBy(suspect => suspect.Subject.Cell).Select(cell => new SuspectCell(cells[cell.Key], cell))],
        };
}

internal sealed record SuspectCell : Cell
{
    public required IReadOnlyList<SuspectMetric> Metrics { get; init; }

    public SuspectCell()
    {
    }

    [SetsRequiredMembers]
    internal SuspectCell(Cell cell, IEnumerable<SubjectVerdict> suspects)
        : base(cell) =>
        Metrics =
        [.. suspects.Select(suspect => new SuspectMetric(suspect.Subject.Metric, suspect.Direction, suspect.Estimate?.EffectPercent))];
}

/// <param name="EffectPercent">Estimated change on the first machine, above 0 is worse; null where there is no percentage, as of what base has none
/// of.</param>
internal sealed record SuspectMetric(string Metric, Suspicion Suspicion, double? EffectPercent);
