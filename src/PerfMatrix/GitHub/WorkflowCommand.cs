namespace PerfMatrix.GitHub;

/// <summary>
/// Commands that a step gives to the runner of GitHub Actions by printing them: https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
/// The runner reads both standard output and standard error.
/// </summary>
public static class WorkflowCommand
{
    /// <summary>A line that shows an error on the page of the run.</summary>
    public static string Error(string title, string message) => Annotation("error", title, message);

    /// <summary>A line that shows a warning on the page of the run.</summary>
    public static string Warning(string title, string message) => Annotation("warning", title, message);

    /// <summary>A line that shows a notice on the page of the run.</summary>
    public static string Notice(string title, string message) => Annotation("notice", title, message);

    private static string Annotation(string level, string title, string message) => $"::{level} title={Property(title)}::{Data(message)}";

    // As in @actions/core, command.ts: escapeData and escapeProperty.
    private static string Data(string text) =>
        text.Replace("%", "%25", StringComparison.Ordinal).Replace("\r", "%0D", StringComparison.Ordinal).Replace("\n", "%0A", StringComparison.Ordinal);

    private static string Property(string text) =>
        Data(text).Replace(":", "%3A", StringComparison.Ordinal).Replace(",", "%2C", StringComparison.Ordinal);
}
