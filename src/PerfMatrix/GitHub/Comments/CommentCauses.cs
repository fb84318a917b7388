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
        var others = WhyCauses.NotLookedAt(verdict).Select(Code).ToList();
        var text = new StringBuilder();
        if (rows.Count == 0)
        {
            foreach (var sentence in others) MarkdownText.Line(text, sentence);
            return text.ToString();
        }

        MarkdownText.Line(text, $"<details><summary>Why: <code>{Name(rows[0].Cause!)}</code></summary>", "");
        foreach (var row in rows)
            MarkdownText.Line(text, $"- {MarkdownText.Escape(Metric.TitleOf(row.Metric))} of `{row.Cell}`: {Words(row.Cause!)}");
        foreach (var row in rows.Where(row => row.Cause is { Total: not null, Unattributed: not null }).DistinctBy(row => row.Cell))
            MarkdownText.Line(text, $"- CPU time of `{row.Cell}`: {Text.Signed(row.Cause!.Total!.Value, 2)} us a request in all, "
                + $"{Text.Signed(row.Cause.Unattributed!.Value, 2)} us of it in no method named");
        foreach (var sentence in others) MarkdownText.Line(text, $"- {sentence}");
        MarkdownText.Line(text, "", "By traced rounds of both sides, head minus base; `why.json` in the artifacts has all of it.", "", "</details>");
        return text.ToString();
    }

    /// <summary>A cause in words, its name as code.</summary>
    public static string Words(VerdictCause cause) => CauseWords.Of(cause, $"`{Name(cause)}`");

    // What follows the colon is a command.
    private static string Code(string sentence) => sentence.Split(": ") is [var words, var command] ? $"{words}: `{command}`" : sentence;

    // No brackets either: in the summary they would be Markdown.
    private static string Name(VerdictCause cause) => CauseWords.Plain(CauseWords.NameOf(cause)).Replace('[', '(').Replace(']', ')');
}
