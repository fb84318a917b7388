namespace PerfMatrix.Results;

/// <summary>A run and the files that were written beside its document, wherever they are: a folder, the archive of an artifact.</summary>
/// <param name="Run">The document.</param>
/// <param name="Read">The content of a file by the path that the document gives it; an <see cref="IOException"/> when it is not there.</param>
public sealed record RunWithFiles(RunDocument Run, Func<string, byte[]> Read)
{
    /// <summary>A run in a folder.</summary>
    /// <param name="document">Path of the run document.</param>
    /// <param name="run">The run.</param>
    public static RunWithFiles Beside(string document, RunDocument run)
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(document))!;
        return new(run, path => File.ReadAllBytes(Path.Combine(folder, path)));
    }
}
