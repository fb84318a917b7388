using PerfMatrix.Gate;
using PerfMatrix.Matrix;

namespace PerfMatrix.Commands;

/// <summary>Narrows a comparison to the cells that the selection options name.</summary>
internal static class ComparisonSelection
{
    /// <summary>The comparison of the chosen cells.</summary>
    /// <exception cref="UsageException">No cell is left; names the cells there are.</exception>
    public static ComparisonDocument Apply(ComparisonDocument comparison, AxisChoice choice)
    {
        if (choice.IsEmpty)
            return comparison;
        var cells = comparison.Cells.Where(choice.Has).ToList();
        if (cells.Count == 0)
            throw new UsageException($"no cell of the comparison has the chosen values; it has {string.Join(", ", comparison.Cells.Take(10).Select(cell => cell.Id))}");
        var kept = cells.Select(cell => cell.Id).ToHashSet();
        return comparison with
        {
            Cells = cells,
            Pairs = [.. comparison.Pairs.Where(series => kept.Contains(series.Cell))],
            Canaries = [.. comparison.Canaries.Where(series => kept.Contains(series.Cell))],
            Differences = [.. comparison.Differences.Where(difference => kept.Contains(difference.Cell))],
        };
    }
}
