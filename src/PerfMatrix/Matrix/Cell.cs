
using PerfMatrix.Contract;

namespace PerfMatrix.Matrix;

/// <summary>
/// One point of the matrix. The id text <c>hello-minimal/net10.0/server/2c</c> and the slug <c>hello-minimal--net10.0--server--2c</c>
/// are for people and file names (<see cref="CellId"/>); the axis values are kept.
/// </summary>
/// <param name="Scenario">Name of the scenario, e.g. <c>hello-minimal</c>.</param>
/// <param name="Runtime">The runtime as asked for: <c>net10.0</c>, or an exact patch <c>net10.0@10.0.12</c>.</param>
/// <param name="Gc">Name of the GC leg, e.g. <c>server</c>.</param>
/// <param name="Cores">CPUs the application may use.</param>
/// <param name="Memory">Most memory the application may use; null sets no limit.</param>
public sealed record Cell(string Scenario, RuntimeSelector Runtime, string Gc, int Cores, Bytes? Memory = null)
{
    /// <summary>Id text, unique in a run.</summary>
    public string Id => CellId.Of(Scenario, Runtime.ToString(), Gc, Cores, Memory);

    /// <summary>The id as a file name: letters, digits, dots and hyphens only, whatever a user calls a scenario.</summary>
    public string Slug => FileNameOf(CellId.Of(Scenario, Runtime.ToString().Replace('@', '-'), Gc, Cores, Memory, separator: "--"));

    /// <summary>A text as part of a file name.</summary>
    public static string FileNameOf(string text) => string.Concat(text.Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' ? c : '-'));

    /// <inheritdoc />
    public override string ToString() => Id;
}

/// <summary>A value of the runtime axis: a target framework and, when asked for, an exact patch.</summary>
/// <param name="Framework">Target framework moniker, e.g. <c>net10.0</c>.</param>
/// <param name="Patch">Exact version, e.g. <c>10.0.12</c>; null means the newest patch of the feed.</param>
public readonly record struct RuntimeSelector(string Framework, string? Patch)
{
    /// <inheritdoc />
    public override string ToString() => Patch is null ? Framework : $"{Framework}@{Patch}";
}
