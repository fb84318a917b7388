using PerfMatrix.Matrix;

namespace PerfMatrix.Gate;

/// <summary>Every cell and gating metric that an acknowledgement may be about.</summary>
internal static class KnownSubjects
{
    // What `all` cores may be on some machine.
    private static readonly int[] s_coreCounts = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128];

    /// <summary>The subjects of the whole matrix, and of cells that it does not list by itself.</summary>
    public static IReadOnlyCollection<Subject> Of(MatrixDefinition matrix, GatePolicy policy, IEnumerable<Cell> cells)
    {
        var metrics = policy.Metrics.Where(metric => metric.Rule != MetricRule.Report).Select(metric => metric.Metric).ToList();
        var known = Cells(matrix).Concat(cells.Select(cell => (cell.Id, cell.Scenario))).Distinct();
        return [.. from cell in known from metric in metrics select new Subject(cell.Id, cell.Scenario, metric)];
    }

    private static IEnumerable<(string Id, string Scenario)> Cells(MatrixDefinition matrix)
    {
        var cores = matrix.Cores.Any(c => c.Count is null) ? s_coreCounts.AsEnumerable() : [];
        var counts = cores.Union(matrix.Cores.Select(c => c.Count).OfType<int>()).ToList();
        var legs = matrix.GcLegs.Select(leg => leg.Name).Union(matrix.Subsets.SelectMany(subset => subset.Axes[Axis.Gc] ?? [])).ToList();
        var subsets = matrix.Subsets.SelectMany(subset => subset.Parts.Select(part => part.Axes).Prepend(subset.Axes)).ToList();
        var limits = Axis.Limits.ToDictionary(axis => axis, axis => subsets.SelectMany(axes => axes[axis] ?? []).Prepend(LimitRule.None).Select(name => axis.Canonical(name)!).Distinct().ToList());
        return from scenario in matrix.Scenarios
               from runtime in matrix.Runtimes
               from gc in legs
               from count in counts
               from cell in new Cell(scenario.Name, runtime.Framework, gc, count).Limited(axis => limits[axis])
               select (cell.Id, scenario.Name);
    }
}
