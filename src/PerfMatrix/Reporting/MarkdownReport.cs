using System.Text;
using System.Text.Json;
using PerfMatrix.Results;

namespace PerfMatrix.Reporting;

/// <summary>Writes a report as GitHub-flavoured Markdown, e.g. for a job summary. Better and worse are words.</summary>
internal static class MarkdownReport
{
    public static string Format(RunDocument run) => Format(ReportBuilder.Build(run));

    public static string Format(Report report)
    {
        var text = new StringBuilder();
        MarkdownText.Line(text, $"## Run {MarkdownText.Escape(report.Run)}", "", MarkdownText.Escape(report.Context));
        foreach (var table in report.Tables) Append(text, table);
        MarkdownText.Line(text, "", "<details><summary>How to read this</summary>", "");
        foreach (var line in report.Legend) MarkdownText.Line(text, $"- {line}");
        MarkdownText.Line(text, "", "</details>");
        if (report.Notes.Count > 0) MarkdownText.Line(text, "", "**Notes**", "");
        foreach (var note in report.Notes) MarkdownText.Line(text, $"- {MarkdownText.Escape(note)}");
        return text.ToString();
    }

    private static void Append(StringBuilder text, ReportTable table)
    {
        MarkdownText.Line(text, "", $"### {MarkdownText.Escape(table.Title)}", "", $"**{MarkdownText.Escape(table.Headline)}**");
        if (table.Rows.Count > 0)
        {
            MarkdownText.Line(text, "");
            MarkdownText.Line(text, MarkdownText.Row(ReportColumns.Of(table.Rows).Select(column => column.Heading)));
            MarkdownText.Line(text, MarkdownText.Row(ReportColumns.Of(table.Rows).Select(column => column.IsNumber ? "---:" : "---")));
            foreach (var row in table.Rows) MarkdownText.Line(
                text, MarkdownText.Row(ReportColumns.Of(table.Rows).Select(column => MarkdownText.Escape(Marks.Words.Apply(column.Text(row))))));
        }

        if (table.Skipped.Count > 0) MarkdownText.Line(text, "");
        foreach (var row in table.Skipped) MarkdownText.Line(
            text, $"- *{row.Status}* {MarkdownText.Escape(row.Runtime)} {MarkdownText.Escape(row.Gc)}: {MarkdownText.Escape(row.Reason)}");
    }
}

/// <summary>Writes a report as JSON: the same content for programs. A change that is not significant has no <c>percent</c>.</summary>
internal static class JsonReport
{
    public static string Format(RunDocument run) => Format(ReportBuilder.Build(run));

    public static string Format(Report report) => JsonSerializer.Serialize(report, DocumentJson.Indented) + "\n";
}
