namespace PerfMatrix.Matrix;

/// <summary>Whether a cell can be measured here.</summary>
public enum CellStatus
{
    /// <summary>Will be measured.</summary>
    Planned,

    /// <summary>This machine or feed cannot measure it.</summary>
    Unavailable,

    /// <summary>It has no meaning, e.g. server GC on one core.</summary>
    NotApplicable,
}

/// <summary>A cell with what the rules say of it.</summary>
/// <param name="Cell">The cell.</param>
/// <param name="Status">Whether it can be measured.</param>
/// <param name="Reason">Why not; null for a planned cell.</param>
public sealed record PlannedCell(Cell Cell, CellStatus Status, string? Reason);

/// <summary>Which side of a comparison a variant is.</summary>
public enum Side
{
    /// <summary>The code as it is; the only side of a plain run.</summary>
    Head,

    /// <summary>What head is compared with.</summary>
    Base,

    /// <summary>The pinned reference of a trend point.</summary>
    Reference,

    /// <summary>The reference pinned before, measured together with the new one while a pin changes, so that the trend chains over the change.</summary>
    OlderReference,
}

/// <summary>One process under test inside a block: a cell at a side.</summary>
/// <param name="Cell">The cell.</param>
/// <param name="Side">The side.</param>
/// <param name="Twin">0, or the number of an identical copy of the same variant (the canary of a gate, a noise measurement).</param>
public sealed record Variant(Cell Cell, Side Side = Side.Head, int Twin = 0)
{
    /// <summary>Id text, unique in a block.</summary>
    public string Id => Cell.Id + SideSuffix("@") + TwinSuffix("#");

    /// <summary>The id as a file name.</summary>
    public string Slug => Cell.Slug + SideSuffix("--") + TwinSuffix("--");

    private string SideSuffix(string separator) => Side == Side.Head ? "" : separator + Side.Name();

    private string TwinSuffix(string separator) => Twin == 0 ? "" : separator + Twin;
}

/// <summary>Variants measured together, interleaved, by one load generator on one machine. The first is the anchor that the others are compared with.</summary>
/// <param name="Id">Name, unique in a run and usable as a file name.</param>
/// <param name="Scenario">Name of the scenario all variants share.</param>
/// <param name="Cores">CPUs of each application.</param>
/// <param name="Variants">At most ten; the anchor first.</param>
public sealed record Block(string Id, string Scenario, int Cores, IReadOnlyList<Variant> Variants)
{
    /// <summary>The variant that the others are compared with.</summary>
    public Variant Anchor => Variants[0];
}

/// <summary>The expanded matrix: every cell of the selection, and the blocks that measure the planned ones.</summary>
/// <param name="Cells">All cells, in axis order.</param>
/// <param name="Blocks">Blocks, in the order they run.</param>
public sealed record Plan(IReadOnlyList<PlannedCell> Cells, IReadOnlyList<Block> Blocks)
{
    /// <summary>The part that one job of several measures: some blocks, and the cells of their scenarios and core counts that are in no block.</summary>
    /// <param name="blocks">Ids of the blocks.</param>
    /// <exception cref="UsageException">The plan has no such block.</exception>
    public Plan Only(IReadOnlyList<string> blocks)
    {
        var kept = BlockNames.Of(blocks, Blocks, block => block.Id);
        var cells = kept.SelectMany(block => block.Variants).Select(variant => variant.Cell).ToHashSet();
        var tables = kept.Select(block => (block.Scenario, block.Cores)).ToHashSet();
        return new([.. Cells.Where(cell => cell.Status == CellStatus.Planned ? cells.Contains(cell.Cell) : tables.Contains((cell.Cell.Scenario, cell.Cell.Cores)))], kept);
    }
}
