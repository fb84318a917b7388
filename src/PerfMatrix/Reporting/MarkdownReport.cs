using System.Text;
using PerfMatrix.Metrics;
using PerfMatrix.Results;

namespace PerfMatrix.Reporting;

/// <summary>Writes a report as GitHub-flavoured Markdown, e.g. for a job summary. Better and worse are words.</summary>
public static class MarkdownReport
{
    /// <summary>The Markdown of a run.</summary>
    public static string Format(RunDocument run, IReadOnlyList<Metric> catalogue) => Format(ReportBuilder.Build(run, catalogue));

    /// <summary>The Markdown of a report.</summary>
    public static string Format(Report report)
    {
        var text = new StringBuilder();
        Line(text, $"## Run {Escape(report.Run)}", "", Escape(report.Context));
        foreach (var table in report.Tables) Append(text, table);
        Line(text, "", "<details><summary>How to read this</summary>", "");
        foreach (var line in report.Legend) Line(text, $"- {line}");
        Line(text, "", "</details>");
        if (report.Notes.Count > 0) Line(text, "", "**Notes**", "");
        foreach (var note in report.Notes) Line(text, $"- {Escape(note)}");
        return text.ToString();
    }

    private static void Append(StringBuilder text, ReportTable table)
    {
        Line(text, "", $"### {Escape(table.Title)}", "", $"**{Escape(table.Headline)}**");
        if (table.Rows.Count > 0)
        {
            Line(text, "");
            Line(text, RowOf(ReportColumns.All.Select(column => column.Heading)));
            Line(text, RowOf(ReportColumns.All.Select(column => column.IsNumber ? "---:" : "---")));
            foreach (var row in table.Rows) Line(text, RowOf(ReportColumns.All.Select(column => Escape(Marks.Words.Apply(column.Text(row))))));
        }

        if (table.Skipped.Count > 0) Line(text, "");
        foreach (var row in table.Skipped) Line(text, $"- *{row.Status}* {Escape(row.Runtime)} {Escape(row.Gc)}: {Escape(row.Reason)}");
    }

    private static string RowOf(IEnumerable<string> cells) => $"| {string.Join(" | ", cells)} |";

    /// <summary>Texts of other programs (reasons, scenario names) must not become Markdown, HTML or mentions.</summary>
    private static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (var c in text)
        {
            _ = c switch
            {
                '<' => escaped.Append("&lt;"),
                '&' => escaped.Append("&amp;"),
                '@' => escaped.Append("&#64;"),
                '\r' or '\n' => escaped.Append(' '),
                '\\' or '`' or '*' or '_' or '~' or '[' or ']' or '|' or '#' or '!' => escaped.Append('\\').Append(c),
                _ => escaped.Append(c),
            };
        }

        return escaped.ToString();
    }

    private static void Line(StringBuilder text, params ReadOnlySpan<string> lines)
    {
        foreach (var line in lines) text.Append(line).Append('\n');
    }
}
