using PerfMatrix.Contract;
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
        if (choice == new AxisChoice())
            return comparison;
        var cells = comparison.Cells.Where(cell =>
            Has(choice.Scenario, cell.Scenario) && Has(choice.Runtime, cell.Runtime) && Has(choice.Gc, cell.Gc) && Has(choice.Cores, $"{cell.Cores}") && HasMemory(choice.Memory, cell.Memory)).ToList();
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

    private static bool HasMemory(IReadOnlyList<string>? chosen, Bytes? limit) => chosen is null || chosen.Any(name => MemoryLimit.Parse(name) == new MemoryLimit(limit));

    private static bool Has(IReadOnlyList<string>? chosen, string value) => chosen is null || chosen.Contains(value);
}
