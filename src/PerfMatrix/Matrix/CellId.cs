using System.Globalization;
using PerfMatrix.Contract;

namespace PerfMatrix.Matrix;

/// <summary>
/// The id of a cell, as reports show it and somebody copies it into <c>--cell</c>: <c>hello-minimal/net10.0/server/2c</c>, and with a limit of memory
/// <c>hello-minimal/net10.0/server/2c/512MiB</c>.
/// </summary>
public static class CellId
{
    private const string Expectation = "scenario/runtime/gc/cores such as hello-minimal/net10.0/server/2c, with a memory limit hello-minimal/net10.0/server/2c/512MiB";

    /// <summary>The id of these values. Without a limit it is what it was before there were limits, so that histories and documents stay valid.</summary>
    /// <param name="scenario">Scenario.</param>
    /// <param name="runtime">Runtime as asked for, or two with a range between them.</param>
    /// <param name="gc">GC leg, or two likewise.</param>
    /// <param name="cores">CPUs of the application.</param>
    /// <param name="memory">Its limit of memory; null for none.</param>
    /// <param name="separator">What stands between the parts.</param>
    public static string Of(string scenario, string runtime, string gc, int cores, Bytes? memory, string separator = "/") => string.Join(
        separator,
        [scenario, runtime, gc, string.Create(CultureInfo.InvariantCulture, $"{cores}c"), .. memory is { } limit ? [MemorySize.Format(limit)] : Array.Empty<string>()]);

    /// <summary>The values of the axes that an id names.</summary>
    /// <param name="matrix">The definition that must have them.</param>
    /// <param name="text">The id.</param>
    /// <param name="machine">The machine, whose number of cores may be written for <c>all</c>.</param>
    /// <exception cref="UsageException">It is no id, or names a value that the matrix does not have.</exception>
    public static AxisChoice Read(MatrixDefinition matrix, string text, MachineLimits machine)
    {
        if (text.Split('/') is not [var scenario, var runtime, var gc, [.. var count, 'c'], .. { Length: <= 1 } limit])
            throw new UsageException($"--cell: found '{text}', expected {Expectation}");
        var cores = AxisValues.Cores(matrix, count) is null && count == $"{machine.Cores}" ? CoreCount.All.ToString() : count;
        var memory = limit is [var size] ? size : MemoryLimit.None.ToString();
        foreach (var (axis, name) in new[] { ("scenario", scenario), ("runtime", runtime), ("gc", gc), ("cores", cores), ("memory", memory) })
        {
            if (AxisValues.Problem(matrix, axis, name) is { } problem)
                throw new UsageException($"--cell: found '{text}': {problem}");
        }

        return new AxisChoice([scenario], [runtime], [gc], [cores], [memory]);
    }
}
