namespace PerfMatrix.GitHub.Alerts;

/// <summary>Texts of others in an issue: subjects of commits, names of cells and people. None is read as Markdown, HTML or a mention.</summary>
internal static class AlertText
{
    private const int Longest = 120;

    public static string Code(string text) => MarkdownText.Code(Short(ForeignText.Clean(text)));

    /// <summary>For places with a syntax of their own: an id as it is, and nothing that is markup, a link, a mention or a command.</summary>
    public static string Plain(string text) => Regex.Replace(
        Short(text), "[^A-Za-z0-9/._:=(), @-]|@(?![0-9])|(?<=:):|(?<=/)/", "?", RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(1));

    /// <summary>Whether it has the signs of ids alone (<see cref="ScenarioEntry.SignsOfIds"/>), and begins no option or response file.</summary>
    public static bool IsId(string text) => text.Length > 0 && text[0] is not ('-' or '@')
        && text.All(c => c == '/' || char.IsAsciiLetterOrDigit(c) || ScenarioEntry.SignsOfIds.Contains(c, StringComparison.Ordinal));

    /// <summary>An id as a word of a shell. It has no quote.</summary>
    public static string Quoted(string id) => id.AsSpan().IndexOfAny("(), ") < 0 ? id : $"'{id}'";

    private static string Short(string text) => text.Length <= Longest ? text : text[..Longest] + "...";
}
