namespace PerfMatrix.Configuration;

/// <summary>The folder below the root that everything is written to: runs, caches, worktrees. Where perfmatrix is a guest its name begins with a dot,
/// so that a project in the root of the repository neither compiles nor publishes what is in it (.NET SDK: DefaultItemExcludes).</summary>
internal static class DataFolder
{
    public const string OfGuest = ".perfmatrix";
    private const string OfCheckout = "artifacts";

    /// <summary>A path in the folder of a repository.</summary>
    public static string In(string root, params ReadOnlySpan<string> parts) =>
        Path.Combine([root, File.Exists(Path.Combine(root, RepositoryRoot.MatrixFile)) ? OfCheckout : OfGuest, .. parts]);

    /// <summary>The same for the repository of the working directory; relative to it in a checkout of perfmatrix, and where there is none.</summary>
    public static string Here(params ReadOnlySpan<string> parts) =>
        RepositoryRoot.TryFind() is { } root && ConfigurationFiles.IsOneFile(root) ? In(root, parts) : Path.Combine([OfCheckout, .. parts]);
}
