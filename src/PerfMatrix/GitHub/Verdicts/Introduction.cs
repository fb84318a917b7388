namespace PerfMatrix.GitHub;

/// <summary>The pull request that brings perfmatrix: its base has neither a tool nor a policy, so nothing is measured and nothing judged, which is no failure.</summary>
public static class Introduction
{
    /// <summary>What it is, in a few words.</summary>
    public const string Title = "Nothing to compare with";

    private const int Digits = 8;

    /// <summary>What it means, without Markdown.</summary>
    /// <param name="commit">The base, hexadecimal.</param>
    public static string Sentence(string commit) =>
        $"This pull request adds perfmatrix: its base, {Short(commit)}, has none yet, so nothing was measured and nothing judged. Pull requests are judged once it is merged.";

    /// <summary>The summary of the step.</summary>
    /// <param name="commit">The base, hexadecimal.</param>
    public static string Summary(string commit) => $"## {Title}: this pull request adds perfmatrix\n\n{Sentence(commit)}\n";

    private static string Short(string commit) => commit.Length > Digits && commit.All(char.IsAsciiHexDigit) ? commit[..Digits] : "?";
}
