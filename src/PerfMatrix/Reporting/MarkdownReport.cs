namespace PerfMatrix.Reporting;

/// <summary>Writes a report as GitHub-flavoured Markdown, e.g. for a job summary. Better and worse are words.</summary>
internal static class MarkdownReport
{
    public static string Format(RunDocument run)
    {
        var report = ReportBuilder.Build(run);
        var text = new StringBuilder();
        MarkdownText.Line(text, $"## Run {MarkdownText.Escape(report.Run)}", "", MarkdownText.Escape(report.Context));
        foreach (var table in report.Tables) Append(text, table);
        MarkdownText.HowToRead(text, report.Legend);
        MarkdownText.Notes(text, report.Notes);
        return text.ToString();
    }

    private static void Append(StringBuilder text, ReportTable table)
    {
        MarkdownText.Line(text, "", $"### {MarkdownText.Escape(table.Title)}", "", $"**{MarkdownText.Escape(table.Headline)}**");
        if (table.Rows.Count > 0)
        {
            MarkdownText.Line(text, "");
            MarkdownText.Table(text, ReportColumns.Table(table.Rows));
        }

        if (table.Skipped.Count > 0) MarkdownText.Line(text, "");
        foreach (var row in table.Skipped)
            MarkdownText.Line(text, $"- *{row.Status}* {MarkdownText.Escape($"{row.Runtime} {row.Gc}: {row.Reason}")}");
    }
}
