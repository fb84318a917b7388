namespace PerfMatrix.Matrix;

/// <summary>
/// The id of a cell, as reports show it and somebody copies it into <c>--cell</c>: <c>hello-minimal/net10.0/server/2c</c>, and with a limit of memory
/// <c>hello-minimal/net10.0/server/2c/512MiB</c>.
/// </summary>
public static class CellId
{
    private const string Expectation = "scenario/runtime/gc/cores such as hello-minimal/net10.0/server/2c, with a memory limit hello-minimal/net10.0/server/2c/512MiB";

    /// <summary>The id of a cell. Without a limit it is what it was before there were limits, so that histories and documents stay valid.</summary>
    /// <param name="cell">The cell.</param>
    /// <param name="separator">What stands between the parts.</param>
    public static string Of(Cell cell, string separator = "/") => string.Join(separator, Axis.All.Select(axis => axis.IdPart(cell)).OfType<string>());

    /// <summary>The parts of the id that name limits; usually none.</summary>
    public static IEnumerable<string> Limits(Cell cell) => Axis.Limits.Select(axis => axis.IdPart(cell)).OfType<string>();

    /// <summary>The values of the axes that an id names, as somebody wrote it into <c>--cell</c>. Nothing else reads ids.</summary>
    /// <param name="matrix">The definition that must have them.</param>
    /// <param name="text">The id.</param>
    /// <param name="machine">The machine, whose number of cores may be written for <c>all</c>.</param>
    /// <exception cref="UsageException">It is no id, or names a value that the matrix does not have.</exception>
    public static AxisChoice Read(MatrixDefinition matrix, string text, MachineLimits machine)
    {
        var choice = new AxisChoice();
        var parts = new Queue<string>(text.Split('/'));
        foreach (var axis in Axis.All)
        {
            var value = parts.TryPeek(out var part) ? axis.FromId(part) : null;
            if (value is not null) parts.Dequeue();
            else if (axis.Limit is null) throw new UsageException($"--cell: found '{text}', expected {Expectation}");
            choice = choice.With(axis, [NameOf(matrix, axis, value ?? LimitRule.None, machine)]);
        }

        return parts.Count == 0 ? choice : throw new UsageException($"--cell: found '{text}', expected {Expectation}");

        string NameOf(MatrixDefinition matrix, Axis axis, string value, MachineLimits machine)
        {
            var name = axis == Axis.Cores && AxisValues.Cores(matrix, value) is null && value == $"{machine.Cores}" ? CoreCount.All.ToString() : value;
            return axis.Problem(matrix, name) is { } problem ? throw new UsageException($"--cell: found '{text}': {problem}") : name;
        }
    }
}
