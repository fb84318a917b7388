namespace PerfMatrix.Matrix;

/// <summary>The id of a cell, as reports show it and somebody copies it into <c>--cell</c>: <c>hello-minimal/net10.0/server/2c</c>, and with a limit
/// of memory <c>hello-minimal/net10.0/server/2c/512MiB</c>.</summary>
internal static class CellId
{
    private const string Expectation =
        "a cell as reports name it, such as hello-minimal/net10.0/server/2c, with a memory limit hello-minimal/net10.0/server/2c/512MiB";

    /// <summary>The id of a cell. Without a limit it is what it was before there were limits, so that histories and documents stay valid.</summary>
    public static string Of(Cell cell, string separator = "/") => string.Join(separator, Axis.All.Select(axis => axis.IdPart(cell)).OfType<string>());

    public static IEnumerable<string> Limits(Cell cell) => Axis.Limits.Select(axis => axis.IdPart(cell)).OfType<string>();

    /// <summary>The values of the axes of the cell that somebody names with <c>--cell</c>. Nothing takes an id apart: it is looked up among the
    /// cells that the matrix can plan.</summary>
    /// <exception cref="UsageException">No cell has the id.</exception>
    public static AxisChoice Find(MatrixDefinition matrix, string id, MachineLimits machine)
    {
        var cells = CellsLike(matrix, id, machine);
        var found = cells.FirstOrDefault(cell => cell.Id == id) ?? throw new UsageException($"--cell: found '{id}', expected {Expectation}{Hint()}");
        return AxisChoice.Of(axis => [axis.ValueOf(found)])
            .With(Axis.Cores, [matrix.Cores.First(count => count.On(machine) == found.Cores).ToString()]);

        string Hint() => Suggestion.For(id, cells.Select(cell => cell.Id)) is { } near ? $"; did you mean '{near}'?" : "";
    }

    /// <summary>All cells, except that of exact patches and of numbers of heaps only those are among them that the id itself may name.</summary>
    private static IEnumerable<Cell> CellsLike(MatrixDefinition matrix, string id, MachineLimits machine)
    {
        var words = id.Split('/');
        var runtimes = words.Select(word => AxisValues.Runtime(matrix, word)).OfType<RuntimeSelector>();
        var modes = words.Select(word => AxisValues.Gc(matrix, word)).OfType<GcMode>();
        var limited = new Cell("", "", "", 0).Limited(matrix.LimitsOf).ToList();
        return from scenario in matrix.Scenarios
               from name in scenario.IsPattern ? Enumerable.Range(2, words.Length).Select(count => string.Join('/', words.Take(count)))
                   .Where(name => name.StartsWith($"{scenario.Family}/", StringComparison.Ordinal)) : [scenario.Name]
               from runtime in matrix.Runtimes.Select(runtime => new RuntimeSelector(runtime.Framework, null)).Union(runtimes)
               from mode in matrix.GcModes.Concat(modes).Select(mode => mode.Name).Distinct()
               from cores in matrix.Cores.Select(count => count.On(machine)).Distinct()
               from cell in limited
               select cell with { Scenario = name, Runtime = runtime.ToString(), Gc = mode, Cores = cores };
    }
}
