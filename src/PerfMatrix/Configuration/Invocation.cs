namespace PerfMatrix.Configuration;

/// <summary>How people call this program, for messages that tell what to do next.</summary>
internal static class Invocation
{
    public const string Script = "scripts/perfmatrix";

    /// <summary>Where people change what a file of <c>crank/</c> says: in the file, or in the one file of a repository that has the tool
    /// installed.</summary>
    public static string PlaceOf(string file) => IsGuest ? ConfigurationFiles.Own : file;

    /// <summary>The script of a checkout, or the installed tool.</summary>
    public static string Here => RepositoryRoot.TryFind() is null || IsGuest ? "perfmatrix" : Script;

    private static bool IsGuest => RepositoryRoot.TryFind() is { } root && ConfigurationFiles.IsOneFile(root);
}
