using System.Globalization;
using PerfMatrix.Contract;

namespace PerfMatrix.Matrix;

/// <summary>Turns a selection into cells and says of each whether it can be measured. A function of its arguments: same input, same cells.</summary>
public static class MatrixExpansion
{
    /// <summary>Every cell of the selection in axis order (scenario, cores, runtime, gc, memory).</summary>
    /// <param name="matrix">The definition, for the versions of the runtimes.</param>
    /// <param name="selection">The cells asked for. Core counts that come out equal on the machine collapse into one.</param>
    /// <param name="machine">What the machine can measure.</param>
    /// <param name="unavailable">Why a runtime cannot be had (the answer of the feed); null for those that can.</param>
    public static IReadOnlyList<PlannedCell> Expand(
        MatrixDefinition matrix, Selection selection, MachineLimits machine, Func<RuntimeSelector, string?> unavailable)
    {
        var cores = selection.Cores.Select(count => count.On(machine)).Distinct().Order().ToList();
        var runtimes = selection.Runtimes.Select(runtime => (Runtime: runtime, Version: matrix.VersionOf(runtime), Missing: unavailable(runtime))).ToList();
        var cells = new List<PlannedCell>(selection.Scenarios.Count * cores.Count * runtimes.Count * selection.GcLegs.Count * selection.Memory.Count);
        foreach (var scenario in selection.Scenarios)
        {
            foreach (var count in cores)
            {
                foreach (var (runtime, version, missing) in runtimes)
                {
                    cells.AddRange(
                        from leg in selection.GcLegs
                        from memory in selection.Memory
                        where selection.Has(scenario, runtime, leg, count, memory, machine)
                        select Judge(new(scenario.Name, runtime, leg.Name, count, memory.Size), scenario, version, leg, machine, missing));
                }
            }
        }

        return cells;
    }

    /// <summary>A cell without meaning is not applicable on any machine, so that is said before what this one lacks.</summary>
    private static PlannedCell Judge(Cell cell, ScenarioEntry scenario, Version version, GcLeg leg, MachineLimits machine, string? missing)
    {
        foreach (var rule in leg.Rules)
        {
            if (!rule.Holds(scenario, version, cell.Cores)) return new(cell, CellStatus.NotApplicable, rule.Otherwise);
        }

        if (cell.Memory is not null && scenario.Case is not null)
            return new(cell, CellStatus.NotApplicable, "the cases of a BenchmarkDotNet project share a process that no launcher starts, so none of them has a memory limit");
        if (cell.Cores > machine.Cores)
            return new(cell, CellStatus.Unavailable, $"needs {cell.Cores} cores, this machine has {machine.Cores}");
        missing ??= machine.UnavailableLegs.GetValueOrDefault(leg.Name) ?? (cell.Memory is { } limit ? MemoryObstacle(limit, machine) : null);
        return missing is null ? new(cell, CellStatus.Planned, null) : new(cell, CellStatus.Unavailable, missing);
    }

    private static string? MemoryObstacle(Bytes limit, MachineLimits machine) =>
        machine.MemoryProblem is { } problem ? $"needs a control group with a memory limit: {problem}"
        : limit > machine.Memory ? $"needs {MemorySize.Format(limit)} of memory, this machine has {machine.Memory.Value.Megabytes.ToString("F0", CultureInfo.InvariantCulture)}MiB"
        : null;
}
