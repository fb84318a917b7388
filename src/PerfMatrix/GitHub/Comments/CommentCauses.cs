using PerfMatrix.Gate;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Verdicts;

namespace PerfMatrix.GitHub.Comments;

/// <summary>What the changes of the table come from, folded. The names are the pull request's: letters, digits and few signs of them are shown, as
/// code.</summary>
internal static class CommentCauses
{
    private const int Most = 10;

    public static string Of(VerdictDocument verdict)
    {
        var rows = CommentTable.Rows(verdict).Where(row => row.Cause is not null).Take(Most).ToList();
        if (rows.Count == 0) return "";
        var text = new StringBuilder();
        MarkdownText.Line(text, $"<details><summary>Why: <code>{Name(rows[0].Cause!)}</code></summary>", "");
        foreach (var row in rows)
            MarkdownText.Line(text, $"- {MarkdownText.Escape(Metric.TitleOf(row.Metric))} of `{row.Cell}`: "
                + CauseWords.Of(row.Cause!, $"`{Name(row.Cause!)}`"));
        MarkdownText.Line(text, "", "By traced rounds of both sides, head minus base; `why.json` in the artifacts has all of it.", "", "</details>");
        return text.ToString();
    }

    // No brackets either: in the summary they would be Markdown.
    private static string Name(VerdictCause cause) =>
        CauseWords.Plain(CauseWords.NameOf(cause)).Replace('[', '(').Replace(']', ')');
}
