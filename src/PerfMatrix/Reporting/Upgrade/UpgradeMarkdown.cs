using System.Text;

namespace PerfMatrix.Reporting;

/// <summary>Writes an upgrade report as GitHub-flavoured Markdown. Better and worse are words.</summary>
public static class UpgradeMarkdown
{
    /// <summary>The Markdown.</summary>
    public static string Format(UpgradeReport report)
    {
        var text = new StringBuilder();
        MarkdownText.Line(text, $"## From {MarkdownText.Escape(report.From)} to {MarkdownText.Escape(report.To)}", "", MarkdownText.Escape($"Run {report.Run}: {report.Context}"), "");
        foreach (var sentence in report.Summary) MarkdownText.Line(text, $"- **{MarkdownText.Escape(sentence)}**");
        foreach (var table in UpgradeTable.Of(report)) Append(text, table);
        if (report.Gaps.Count > 0) MarkdownText.Line(text, "", "### Not compared", "");
        foreach (var gap in report.Gaps) MarkdownText.Line(text, $"- {MarkdownText.Escape($"{gap.Scenario} {gap.Other}, {gap.Cores}c: {gap.Reason}")}");
        MarkdownText.Line(text, "", "<details><summary>How to read this</summary>", "");
        foreach (var line in report.Legend) MarkdownText.Line(text, $"- {MarkdownText.Escape(line)}");
        MarkdownText.Line(text, "", "</details>");
        if (report.Notes.Count > 0) MarkdownText.Line(text, "", "**Notes**", "");
        foreach (var note in report.Notes) MarkdownText.Line(text, $"- {MarkdownText.Escape(note)}");
        return text.ToString();
    }

    private static void Append(StringBuilder text, UpgradeTable table)
    {
        MarkdownText.Line(text, "", $"### {MarkdownText.Escape(table.Title)}", "");
        MarkdownText.Line(text, MarkdownText.Row(table.Headings));
        MarkdownText.Line(text, MarkdownText.Row(table.Headings.Select((_, column) => column >= UpgradeTable.FirstNumber ? "---:" : "---")));
        foreach (var row in table.Rows) MarkdownText.Line(text, MarkdownText.Row(row.Select(cell => MarkdownText.Escape(Marks.Words.Apply(cell)))));
    }
}
