namespace PerfMatrix.Matrix;

public enum CellStatus
{
    Planned,

    /// <summary>This machine or feed cannot measure it.</summary>
    Unavailable,

    /// <summary>It has no meaning, e.g. server GC on one core.</summary>
    NotApplicable,

    /// <summary>Base and head are the same program there, so there is nothing to compare.</summary>
    Identical,

    /// <summary>Base measures it and head cannot, e.g. because its project is gone: nobody knows whether it got worse.</summary>
    Dropped,
}

/// <param name="Reason">Why not; null for a planned cell.</param>
internal sealed record PlannedCell(Cell Cell, CellStatus Status, string? Reason);

/// <summary>The expanded matrix: every cell of the selection, and the blocks that measure the planned ones.</summary>
/// <param name="Cells">All cells, in axis order.</param>
/// <param name="Blocks">Blocks, in the order they run.</param>
internal sealed record Plan(IReadOnlyList<PlannedCell> Cells, IReadOnlyList<Block> Blocks)
{
    /// <summary>The part that one job of several measures: some blocks, and the cells beside them that are in no block.</summary>
    public Plan Only(IReadOnlyList<string> blocks)
    {
        var kept = BlockNames.Of(blocks, Blocks, block => block.Id);
        return new(PartOf(Cells, kept), kept);
    }

    /// <summary>The cells that some blocks measure, and those of the same scenarios and core counts that are in no block.</summary>
    public static IReadOnlyList<PlannedCell> PartOf(IReadOnlyList<PlannedCell> cells, IReadOnlyList<Block> blocks)
    {
        var measured = blocks.SelectMany(block => block.Variants).Select(variant => variant.Cell).ToHashSet();
        var tables = blocks.Select(block => (block.Scenario, block.Cores)).ToHashSet();
        return [.. cells.Where(
            cell => cell.Status == CellStatus.Planned ? measured.Contains(cell.Cell) : tables.Contains((cell.Cell.Scenario, cell.Cell.Cores)))];
    }
}
