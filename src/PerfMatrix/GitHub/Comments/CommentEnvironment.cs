using PerfMatrix.Reporting.Verdicts;

namespace PerfMatrix.GitHub.Comments;

/// <summary>What differs beside the code, folded. Names and values are the pull request's: they are shown as code, of few signs.</summary>
internal static class CommentEnvironment
{
    public static string Of(VerdictDocument verdict)
    {
        if (verdict.Environment is not { Count: > 0 } environment || EnvironmentReport.Of(environment) is not { } table) return "";
        var text = new StringBuilder();
        MarkdownText.Line(text, $"<details><summary>{EnvironmentReport.Title(environment)}</summary>", "");
        MarkdownText.Line(text, MarkdownText.Row(table.Headings), MarkdownText.Row(table.Headings.Select(_ => "---")));
        foreach (var row in table.Rows) MarkdownText.Line(text, MarkdownText.Row(row.Select(cell => $"`{CauseWords.Plain(cell.Value)}`")));
        MarkdownText.Line(text, "", "</details>");
        return text.ToString();
    }
}
