namespace PerfMatrix.GitHub;

/// <summary>
/// The files by which a step of GitHub Actions tells its results: https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
/// </summary>
/// <param name="environment">Looks up an environment variable.</param>
/// <param name="output">Where outputs go outside GitHub Actions.</param>
public sealed class StepFiles(Func<string, string?> environment, TextWriter output)
{
    /// <summary>Appends <c>name=value</c> to <c>$GITHUB_OUTPUT</c>; prints it where that is not set.</summary>
    /// <exception cref="UsageException">The file cannot be written, or a value would be several outputs.</exception>
    public void Output(string name, string value)
    {
        if (value.AsSpan().ContainsAny('\r', '\n'))
            throw new UsageException($"output {name}: found a value of several lines, which a step could take for other outputs; one line was expected");
        Append("GITHUB_OUTPUT", $"{name}={value}\n", output);
    }

    /// <summary>Appends Markdown to <c>$GITHUB_STEP_SUMMARY</c>; nothing where that is not set.</summary>
    /// <exception cref="UsageException">The file cannot be written.</exception>
    public void Summary(string markdown) => Append("GITHUB_STEP_SUMMARY", markdown, TextWriter.Null);

    private void Append(string variable, string text, TextWriter otherwise)
    {
        if (environment(variable) is not { Length: > 0 } path)
        {
            otherwise.Write(text);
            return;
        }

        try
        {
            File.AppendAllText(path, text);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{variable}: cannot append to {path}: {problem.Message}", problem);
        }
    }
}
