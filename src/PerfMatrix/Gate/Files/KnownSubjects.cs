using PerfMatrix.Matrix;

namespace PerfMatrix.Gate;

/// <summary>Every cell and gating metric that an acknowledgement may be about.</summary>
internal static class KnownSubjects
{
    // What `all` cores may be on some machine.
    private static readonly int[] s_coreCounts = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128];

    /// <summary>The subjects of the whole matrix, and of cells that it does not list by itself.</summary>
    public static IReadOnlyCollection<Subject> Of(MatrixDefinition matrix, GatePolicy policy, IEnumerable<ComparedCell> cells)
    {
        var metrics = policy.Metrics.Where(metric => metric.Rule != MetricRule.Report).Select(metric => metric.Metric).ToList();
        var known = Cells(matrix).Concat(cells.Select(cell => (cell.Id, cell.Scenario))).Distinct();
        return [.. from cell in known from metric in metrics select new Subject(cell.Id, cell.Scenario, metric)];
    }

    private static IEnumerable<(string Id, string Scenario)> Cells(MatrixDefinition matrix)
    {
        var cores = matrix.Cores.Any(c => c.Count is null) ? s_coreCounts.AsEnumerable() : [];
        var counts = cores.Union(matrix.Cores.Select(c => c.Count).OfType<int>()).ToList();
        var legs = matrix.GcLegs.Select(leg => leg.Name).Union(matrix.Subsets.SelectMany(subset => subset.Axes.Gc ?? [])).ToList();
        var named = matrix.Subsets.SelectMany(subset => subset.Parts.Select(part => part.Axes).Prepend(subset.Axes)).SelectMany(axes => axes.Memory ?? []);
        var limits = named.Select(name => AxisValues.Memory(matrix, name)!.Value).Prepend(MemoryLimit.None).Distinct().ToList();
        return from scenario in matrix.Scenarios
               from runtime in matrix.Runtimes
               from gc in legs
               from count in counts
               from limit in limits
               select (new Cell(scenario.Name, new(runtime.Framework, null), gc, count, limit.Size).Id, scenario.Name);
    }
}
