namespace PerfMatrix.Measurement;

/// <summary>What is known of a run before anything is measured.</summary>
/// <param name="Rounds">Rounds planned for every block; 0 when they are planned as the run goes on.</param>
internal sealed record RunHeader(
    string Id,
    DateTimeOffset StartedAt,
    ToolInfo Tool,
    SourceInfo Source,
    MachineInfo Machine,
    RunSettings Settings,
    int Rounds);

/// <summary>What building a variant told of it.</summary>
/// <param name="Expectation">What its proof must not contradict; null checks nothing.</param>
internal sealed record VariantFacts(string? RuntimeVersion, string? ArtifactHash, string? Sha, ProofExpectation? Expectation)
{
    /// <summary>See <see cref="VariantRecord.RuntimeCommit"/>.</summary>
    public string? RuntimeCommit { get; init; }
}

/// <summary>Turns cells of the plan into records of the run document.</summary>
internal static class CellRecords
{
    public static CellRecord Of(Cell cell, string? runtimeVersion) =>
        new(cell, runtimeVersion ?? (cell.Selector.Patch == RuntimeSelector.Main ? null : cell.Selector.Patch));

    /// <summary>The record of a cell that is not measured here.</summary>
    public static VariantRecord OfSkipped(PlannedCell planned) => new()
    {
        Id = planned.Cell.Id,
        Cell = Of(planned.Cell, null),
        Side = Side.Head,
        Status = planned.Status switch
        {
            CellStatus.NotApplicable => VariantStatus.NotApplicable,
            CellStatus.Identical => VariantStatus.Identical,
            CellStatus.Dropped => VariantStatus.Dropped,
            _ => VariantStatus.Unavailable,
        },
        Reason = planned.Reason,
    };
}
