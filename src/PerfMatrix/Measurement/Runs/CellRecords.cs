using PerfMatrix.Matrix;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>Turns cells of the plan into records of the run document.</summary>
internal static class CellRecords
{
    public static CellRecord Of(Cell cell, string? runtimeVersion) =>
        new(cell, runtimeVersion ?? cell.Selector.Patch);

    /// <summary>The record of a cell that is not measured here.</summary>
    public static VariantRecord OfSkipped(PlannedCell planned) => new()
    {
        Id = planned.Cell.Id,
        Cell = Of(planned.Cell, null),
        Side = Side.Head.NameInDocuments(),
        Status = planned.Status == CellStatus.NotApplicable ? VariantStatus.NotApplicable : VariantStatus.Unavailable,
        Reason = planned.Reason,
    };
}
