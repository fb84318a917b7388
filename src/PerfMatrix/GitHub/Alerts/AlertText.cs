namespace PerfMatrix.GitHub.Alerts;

/// <summary>Texts of others in an issue: subjects of commits, names of cells and people. Nothing of them is read as Markdown, HTML or a
/// mention.</summary>
internal static class AlertText
{
    private const int Longest = 120;

    public static string Code(string text) => MarkdownText.Code(Short(ForeignText.Clean(text)));

    /// <summary>Of letters, digits and few signs, for places that have a syntax of their own.</summary>
    public static string Plain(string text) =>
        string.Concat(Short(text).Select(c => char.IsAsciiLetterOrDigit(c) || c is '/' or '.' or '-' or '_' or ' ' ? c : '?'));

    /// <summary>Whether a name means nothing to a shell.</summary>
    public static bool IsPlain(string text) =>
        text.Length > 0 && text[0] != '-' && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '/' or '.' or '-' or '_' or '@' or ':');

    public static bool IsCommit([System.Diagnostics.CodeAnalysis.NotNullWhen(true)] string? sha) =>
        sha is { Length: 40 or 64 } && sha.All(char.IsAsciiHexDigitLower);

    private static string Short(string text) => text.Length <= Longest ? text : text[..Longest] + "...";
}
