namespace PerfMatrix.Configuration;

/// <summary>Finds the folder that holds <c>crank/matrix.yml</c>.</summary>
internal static class RepositoryRoot
{
    /// <summary>The matrix definition, relative to the root.</summary>
    public const string MatrixFile = "crank/matrix.yml";

    /// <summary>The root above the current folder, else above the program's own folder, so that the tool works from anywhere.</summary>
    public static string Find() => Find(Environment.CurrentDirectory, AppContext.BaseDirectory);

    /// <summary>The same; null when neither has one.</summary>
    public static string? TryFind() => FirstOf([Environment.CurrentDirectory, AppContext.BaseDirectory]);

    /// <summary>The first folder with <c>crank/matrix.yml</c> among the given ones and those above them.</summary>
    public static string Find(params string[] starts) =>
        FirstOf(starts)
        ?? throw new UsageException(
            $"found no {MatrixFile} in {string.Join(" or ", starts)} or a folder above; run the command inside a checkout that has one");

    private static string? FirstOf(string[] starts) =>
        starts.SelectMany(WithParents).FirstOrDefault(folder => File.Exists(Path.Combine(folder, MatrixFile)));

    private static IEnumerable<string> WithParents(string folder)
    {
        for (var current = new DirectoryInfo(folder); current is not null; current = current.Parent) yield return current.FullName;
    }
}
