namespace PerfMatrix.Configuration;

/// <summary>How people call this program, for messages that tell what to do next.</summary>
internal static class Invocation
{
    public const string Script = "scripts/perfmatrix";

    /// <summary>The script of a checkout, or the installed tool.</summary>
    public static string Here => RepositoryRoot.TryFind() is { } root && !ConfigurationFiles.IsOneFile(root) ? Script : "perfmatrix";
}
