namespace PerfMatrix.Matrix;

/// <summary>The id of a cell as somebody copies it from a report into <c>--cell</c>: <c>hello-minimal/net10.0/server/2c</c>.</summary>
public static class CellId
{
    private const string Expectation = "scenario/runtime/gc/cores such as hello-minimal/net10.0/server/2c";

    /// <summary>The values of the axes that an id names.</summary>
    /// <param name="matrix">The definition that must have them.</param>
    /// <param name="text">The id.</param>
    /// <param name="machine">The machine, whose number of cores may be written for <c>all</c>.</param>
    /// <exception cref="UsageException">It is no id, or names a value that the matrix does not have.</exception>
    public static AxisChoice Read(MatrixDefinition matrix, string text, MachineLimits machine)
    {
        if (text.Split('/') is not [var scenario, var runtime, var gc, [.. var count, 'c']])
            throw new UsageException($"--cell: found '{text}', expected {Expectation}");
        var cores = AxisValues.Cores(matrix, count) is null && count == $"{machine.Cores}" ? CoreCount.All.ToString() : count;
        foreach (var (axis, name) in new[] { ("scenario", scenario), ("runtime", runtime), ("gc", gc), ("cores", cores) })
        {
            if (AxisValues.Problem(matrix, axis, name) is { } problem)
                throw new UsageException($"--cell: found '{text}': {problem}");
        }

        return new AxisChoice([scenario], [runtime], [gc], [cores]);
    }
}
