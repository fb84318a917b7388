namespace PerfMatrix.GitHub;

/// <summary>The files by which a step of GitHub Actions tells its results:
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions.</summary>
/// <param name="output">Where outputs go outside GitHub Actions.</param>
internal sealed class StepFiles(Func<string, string?> environment, TextWriter output)
{
    /// <summary>The list of hashes in a folder that is sealed, as <c>sha256sum</c> reads it.</summary>
    public const string Sums = "SHA256SUMS";

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

    /// <summary>Writes the SHA-256 of every file of a folder into <see cref="Sums"/> in it, and tells that of this file as the output <c>seal</c>, a
    /// line for <c>sha256sum --check</c>: the code that was measured may still run, and a later step sees whether it has changed a file.</summary>
    /// <param name="document">The file that matters most, and the SHA-256 that it had when it was written.</param>
    public void Seal(string folder, string document, string sha256)
    {
        var list = Path.Combine(folder, Sums);
        var files = Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).Where(file => file != list).Order(StringComparer.Ordinal);
        File.WriteAllLines(list, files.Select(file => $"{(file == document ? sha256 : HashOf(file))}  {Path.GetRelativePath(folder, file)}"));
        Output("seal", $"{HashOf(list)}  {list}");
        Summary($"\nSHA-256 of {Path.GetFileName(document)}: `{sha256}`\n");
    }

    private static string HashOf(string file)
    {
        using var stream = File.OpenRead(file);
        return Convert.ToHexStringLower(SHA256.HashData(stream));
    }

    private void Append(string variable, string text, TextWriter otherwise)
    {
        if (environment(variable) is not { Length: > 0 } path)
        {
            otherwise.Write(text);
            return;
        }

        FileErrors.Explain(() => File.AppendAllText(path, text), problem => $"{variable}: cannot append to {path}: {problem.Message}");
    }
}

/// <summary>Commands that a step gives to the runner of GitHub Actions by printing them:
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions. The runner reads both standard output and standard
/// error.</summary>
internal static class WorkflowCommand
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
        text.Replace("%", "%25", StringComparison.Ordinal).Replace("\r", "%0D", StringComparison.Ordinal)
        .Replace("\n", "%0A", StringComparison.Ordinal);

    private static string Property(string text) =>
        Data(text).Replace(":", "%3A", StringComparison.Ordinal).Replace(",", "%2C", StringComparison.Ordinal);
}
