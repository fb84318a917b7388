namespace PerfMatrix.Configuration;

/// <summary>Where a value or key stands, for error messages.</summary>
/// <param name="File">The file as shown to people, relative to the repository where it is inside it.</param>
/// <param name="Line">Line, from 1; 0 where <paramref name="File"/> names an option instead of a file.</param>
/// <param name="Column">Column, from 1.</param>
/// <param name="Path">Keys from the root, e.g. <c>axes.gc.server.rules[0]</c>; empty at the root.</param>
public sealed record YamlPlace(string File, int Line, int Column, string Path)
{
    /// <summary>An error that names this place: <c>crank/matrix.yml:12:5: axes.gc: message</c>.</summary>
    public UsageException Error(string message, Exception? inner = null) => new($"{this}: {message}", inner);

    /// <summary>The path of an entry below this one.</summary>
    public string Below(string key) => Path.Length == 0 ? key : $"{Path}.{key}";

    /// <inheritdoc />
    public override string ToString() => (Line == 0 ? File : $"{File}:{Line}:{Column}") + (Path.Length == 0 ? "" : $": {Path}");
}
