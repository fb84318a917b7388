namespace PerfMatrix.Configuration;

/// <summary>Finds the folder that holds <c>crank/matrix.yml</c>, or the one file <c>crank/perfmatrix.yml</c>.</summary>
internal static class RepositoryRoot
{
    public const string MatrixFile = "crank/matrix.yml";

    /// <summary>The files of which a repository with perfmatrix has one.</summary>
    public static IReadOnlyList<string> Files { get; } = [MatrixFile, ConfigurationFiles.Own];

    /// <summary>The root above the current folder, else above the program's own folder, so that the tool works from anywhere.</summary>
    public static string Find() => Find(Environment.CurrentDirectory, AppContext.BaseDirectory);
    public static string? TryFind() => FirstOf([Environment.CurrentDirectory, AppContext.BaseDirectory]);

    public static string Find(params string[] starts) =>
        FirstOf(starts)
        ?? throw new UsageException(
            $"found no {MatrixFile} and no {ConfigurationFiles.Own} in {string.Join(" or ", starts)} or a folder above. Run the command inside a "
                + "repository that has one; `perfmatrix init` makes it.");

    private static string? FirstOf(string[] starts) =>
        starts.SelectMany(WithParents).FirstOrDefault(folder => Files.Any(file => File.Exists(Path.Combine(folder, file))));

    private static IEnumerable<string> WithParents(string folder)
    {
        for (var current = new DirectoryInfo(folder); current is not null; current = current.Parent) yield return current.FullName;
    }
}

/// <summary>The folder below the root that everything is written to: runs, caches, worktrees. Where perfmatrix is a guest its name begins with a dot,
/// so that a project in the root of the repository neither compiles nor publishes what is in it (.NET SDK: DefaultItemExcludes).</summary>
internal static class DataFolder
{
    public const string OfGuest = ".perfmatrix";
    private const string OfCheckout = "artifacts";

    public static string In(string root, params ReadOnlySpan<string> parts) =>
        Path.Combine([root, File.Exists(Path.Combine(root, RepositoryRoot.MatrixFile)) ? OfCheckout : OfGuest, .. parts]);

    /// <summary>That of the repository of the working directory; relative to it in a checkout of perfmatrix, and where there is none.</summary>
    public static string Here(params ReadOnlySpan<string> parts) =>
        RepositoryRoot.TryFind() is { } root && ConfigurationFiles.IsOneFile(root) ? In(root, parts) : Path.Combine([OfCheckout, .. parts]);
}

/// <summary>How people call this program, for messages that tell what to do next.</summary>
internal static class Invocation
{
    public const string Script = "scripts/perfmatrix";

    /// <summary>Where people change what a file of <c>crank/</c> says: in the file, or in the one file of a guest.</summary>
    public static string PlaceOf(string file) => IsGuest ? ConfigurationFiles.Own : file;

    /// <summary>The script of a checkout, or the installed tool.</summary>
    public static string Here => RepositoryRoot.TryFind() is null || IsGuest ? "perfmatrix" : Script;

    private static bool IsGuest => RepositoryRoot.TryFind() is { } root && ConfigurationFiles.IsOneFile(root);
}
