namespace PerfMatrix.Matrix;

/// <summary>Turns a selection into cells and says of each whether it can be measured. A function of its arguments: same input, same cells.</summary>
internal static class MatrixExpansion
{
    /// <summary>Every cell of the selection in axis order (scenario, cores, runtime, gc, limits).</summary>
    /// <param name="selection">The cells asked for. Core counts that come out equal on the machine collapse into one.</param>
    /// <param name="unavailable">Why a runtime cannot be had (the answer of the feed); null for those that can.</param>
    public static IReadOnlyList<PlannedCell> Expand(
        MatrixDefinition matrix, Selection selection, MachineLimits machine, Func<RuntimeSelector, string?> unavailable)
    {
        var cores = selection.Cores.Select(count => count.On(machine)).Distinct().Order().ToList();
        var runtimes = selection.Runtimes.Select(runtime => (Runtime: runtime, Version: matrix.VersionOf(runtime), Missing: unavailable(runtime)))
            .ToList();
        return
        [
            .. from scenario in selection.Scenarios
               from count in cores
               from runtime in runtimes
               from mode in selection.GcModes
               from cell in new Cell(scenario.Name, runtime.Runtime.ToString(), mode.Name, count).Limited(axis => selection.Limits[axis.Name])
               where selection.Has(cell, machine)
               select Judge(cell, scenario, runtime.Version, mode, machine, runtime.Missing),
        ];
    }

    /// <summary>A cell without meaning is not applicable on any machine, so that is said before what this one lacks.</summary>
    private static PlannedCell Judge(Cell cell, ScenarioEntry scenario, Version version, GcMode mode, MachineLimits machine, string? missing)
    {
        if (mode.Rules.FirstOrDefault(rule => !rule.Holds(scenario, version, cell.Processors)) is { } broken)
            return new(cell, CellStatus.NotApplicable, cell.Processors == cell.Cores ? broken.Otherwise
                : $"{broken.Otherwise}; within its {cell.Limits} the runtime counts {cell.Processors} of {cell.Cores}");

        var limits = Axis.Limits.Where(axis => axis.IsIn(cell)).ToList();
        if (limits.Count > 0 && scenario.Case is not null)
            return new(cell, CellStatus.NotApplicable,
                $"a case of a BenchmarkDotNet project runs in a process that no launcher starts, so it has no {limits[0].Limit!.Words}");
        if (cell.Cores > machine.Cores)
            return new(cell, CellStatus.Unavailable, $"needs {cell.Cores} cores, this machine has {machine.Cores}");
        missing ??= machine.UnavailableGcModes.GetValueOrDefault(mode.Name)
            ?? limits.Select(axis => Obstacle(axis, cell, machine)).FirstOrDefault(obstacle => obstacle is not null);
        return missing is null ? new(cell, CellStatus.Planned, null) : new(cell, CellStatus.Unavailable, missing);
    }

    private static string? Obstacle(Axis axis, Cell cell, MachineLimits machine) =>
        machine.LimitProblems.TryGetValue(axis.Name, out var problem) ? $"needs a control group with a {axis.Limit!.Words}: {problem}"
        : axis.Limit!.TooMuch(cell, machine);
}
