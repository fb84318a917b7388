using PerfMatrix.Gate;
using PerfMatrix.Matrix;

namespace PerfMatrix.Measurement;

/// <summary>The cells of a comparison: those that make pairs, and all of them with what the rules say.</summary>
/// <param name="Pairs">What is measured, in axis order.</param>
/// <param name="Cells">Every cell asked for; one that makes no pair says why.</param>
public sealed record PairedCells(IReadOnlyList<CellPair> Pairs, IReadOnlyList<PlannedCell> Cells)
{
    private const string Alone = "is measured in a block of its own, so it cannot be compared side by side";

    /// <summary>Makes pairs of the cells of a plan.</summary>
    /// <param name="matrix">The definition, which says what scenarios are measured alone.</param>
    /// <param name="cells">The cells of the plan.</param>
    /// <param name="range">The two values compared; null compares two sides of every cell.</param>
    /// <param name="missing">Why a scenario cannot be compared, e.g. because its project is new; null when it can.</param>
    /// <param name="mayBeEmpty">Whether it is no error that no pair is left.</param>
    /// <exception cref="UsageException">No pair is left; the message gives the reasons.</exception>
    public static PairedCells Of(IReadOnlyList<ScenarioEntry> matrix, IReadOnlyList<PlannedCell> cells, AxisValuePair? range, Func<string, string?> missing, bool mayBeEmpty = false)
    {
        var alone = matrix.Where(scenario => scenario.Alone).ToDictionary(scenario => scenario.Name, _ => Alone);
        PlannedCell[] judged = [.. cells.Select(cell => Judge(cell, alone.GetValueOrDefault(cell.Cell.Scenario) ?? missing(cell.Cell.Scenario)))];
        var planned = judged.Where(cell => cell.Status == CellStatus.Planned).Select(cell => cell.Cell).ToList();
        var paired = new PairedCells([.. range is null ? planned.Select(CellPair.OfSides) : Across(planned, range)], judged);
        return paired.Pairs.Count > 0 || mayBeEmpty ? paired : throw NothingToCompare(paired);
    }

    /// <summary>The part that some blocks hold, and the cells of their scenarios and core counts that make no pair.</summary>
    public PairedCells Only(IReadOnlyList<PairedBlock> blocks)
    {
        var pairs = blocks.SelectMany(block => block.Pairs).ToList();
        var cells = pairs.SelectMany(pair => new[] { pair.Base.Cell, pair.Head.Cell }).ToHashSet();
        var tables = pairs.Select(pair => (pair.Scenario, pair.Cores)).ToHashSet();
        return new(pairs, [.. Cells.Where(cell => cell.Status == CellStatus.Planned ? cells.Contains(cell.Cell) : tables.Contains((cell.Cell.Scenario, cell.Cell.Cores)))]);
    }

    private static PlannedCell Judge(PlannedCell cell, string? obstacle) =>
        cell.Status == CellStatus.Planned && obstacle is not null ? new(cell.Cell, CellStatus.NotApplicable, obstacle) : cell;

    private static IEnumerable<CellPair> Across(List<Cell> cells, AxisValuePair range) =>
        from pair in cells.GroupBy(range.CellOf)
        let older = pair.FirstOrDefault(cell => range.Axis.ValueOf(cell) == range.Base)
        let newer = pair.FirstOrDefault(cell => range.Axis.ValueOf(cell) == range.Head)
        where older is not null && newer is not null
        select CellPair.Across(range, older, newer);

    private static UsageException NothingToCompare(PairedCells cells)
    {
        var reasons = cells.Cells.Where(cell => cell.Reason is not null).Select(cell => $"  {cell.Cell.Id}: {CellStatusText.Of(cell.Status)}: {cell.Reason}").Distinct();
        return new UsageException(string.Join('\n', ["nothing is left to compare:", .. reasons]));
    }
}
