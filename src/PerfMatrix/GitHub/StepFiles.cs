namespace PerfMatrix.GitHub;

/// <summary>The files by which a step of GitHub Actions tells its results:
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions.</summary>
/// <param name="output">Where outputs go outside GitHub Actions.</param>
internal sealed class StepFiles(Func<string, string?> environment, TextWriter output)
{
    /// <summary>Appends <c>name=value</c> to <c>$GITHUB_OUTPUT</c>; prints it where that is not set.</summary>
    public void Output(string name, string value)
    {
        if (value.AsSpan().ContainsAny('\r', '\n'))
            throw new UsageException(
                $"output {name}: found a value of several lines, which a step could take for other outputs; one line was expected");
        Append("GITHUB_OUTPUT", $"{name}={value}\n", output);
    }

    /// <summary>Appends Markdown to <c>$GITHUB_STEP_SUMMARY</c>; nothing where that is not set.</summary>
    public void Summary(string markdown) => Append("GITHUB_STEP_SUMMARY", markdown, TextWriter.Null);

    /// <summary>Hands on the hashes of a folder that is uploaded: the output <c>seal</c> is said anew after every document that is written into it,
    /// so that a step whose time is over has said one, too. A later step checks the files.</summary>
    public RunFolder Seal(RunFolder folder)
    {
        folder.Sealed = seal => Output("seal", seal);
        return folder;
    }

    /// <summary>The last seal, of all files; the summary shows the hash of the document that matters most.</summary>
    public void SealAll(RunFolder folder, string document) => Summary($"\nSHA-256 of {document}: `{folder.SealAll(document)}`\n");

    private void Append(string variable, string text, TextWriter otherwise)
    {
        if (environment(variable) is { Length: > 0 } path)
            FileErrors.Explain(() => File.AppendAllText(path, text), problem => $"{variable}: cannot append to {path}: {problem.Message}");
        else
            otherwise.Write(text);
    }
}

/// <summary>Commands that a step gives to the runner of GitHub Actions by printing them:
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions. The runner reads standard output and error.</summary>
internal static class WorkflowCommand
{
    public static string Error(string title, string message) => Annotation("error", title, message);

    public static string Warning(string title, string message) => Annotation("warning", title, message);

    public static string Notice(string title, string message) => Annotation("notice", title, message);

    private static string Annotation(string level, string title, string message) => $"::{level} title={Property(title)}::{Data(message)}";

    // As in @actions/core, command.ts: escapeData and escapeProperty.
    private static string Data(string text) =>
        text.Replace("%", "%25", StringComparison.Ordinal).Replace("\r", "%0D", StringComparison.Ordinal)
        .Replace("\n", "%0A", StringComparison.Ordinal);

    private static string Property(string text) =>
        Data(text).Replace(":", "%3A", StringComparison.Ordinal).Replace(",", "%2C", StringComparison.Ordinal);
}

/// <summary>Texts of others, from an artifact or an answer of GitHub. Whoever opens a pull request may have written them, so they must neither fill a
/// page nor be taken for commands of the runner.</summary>
internal static class ForeignText
{
    public const int Longest = 400;

    /// <summary>One line without control characters, cut at <see cref="Longest"/>; it cannot begin a command (<c>::error</c>, <c>##[group]</c>).
    /// Markdown is escaped where it is written.</summary>
    public static string Clean(string text)
    {
        var clean = new StringBuilder(Math.Min(text.Length, Longest));
        foreach (var rune in text.EnumerateRunes())
        {
            if (clean.Length >= Longest) return Defused(clean.Append('…'));
            clean.Append(Rune.IsControl(rune) || Rune.GetUnicodeCategory(rune) is UnicodeCategory.Format or UnicodeCategory.LineSeparator
                or UnicodeCategory.ParagraphSeparator ? " " : rune.ToString());
        }

        return Defused(clean);
    }

    private static string Defused(StringBuilder text) => text.Replace("::", ": :").Replace("##[", "# #[").ToString().Trim();
}
