namespace PerfMatrix.Reporting;

/// <summary>A report with text, tables and charts, free of layout: the page of the site and Markdown show the same.</summary>
/// <param name="Context">One line: run, machine, code, time.</param>
internal sealed record ReportDocument(string Title, string Context, IReadOnlyList<ReportSection> Sections);

internal sealed record ReportSection(string Title, IReadOnlyList<ReportPart> Parts);

[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(Paragraph), "paragraph")]
[JsonDerivedType(typeof(Bullets), "bullets")]
[JsonDerivedType(typeof(DataTable), "table")]
[JsonDerivedType(typeof(TimeChart), "time")]
[JsonDerivedType(typeof(BarChart), "bars")]
internal abstract record ReportPart;

internal sealed record Paragraph(string Text) : ReportPart;

internal sealed record Bullets(IReadOnlyList<string> Items) : ReportPart;

/// <summary>Writes a report as GitHub-flavoured Markdown, with the captions of its charts.</summary>
internal static class MarkdownDocument
{
    public static string Format(ReportDocument report)
    {
        var text = new StringBuilder().Append($"# {MarkdownText.Escape(report.Title)}\n\n{MarkdownText.Escape(report.Context)}\n");
        foreach (var section in report.Sections)
        {
            text.Append($"\n## {MarkdownText.Escape(section.Title)}\n");
            foreach (var part in section.Parts) Append(text, part);
        }

        return text.ToString();
    }

    private static void Append(StringBuilder text, ReportPart part)
    {
        switch (part)
        {
            case Paragraph paragraph:
                MarkdownText.Line(text, "", MarkdownText.Escape(paragraph.Text));
                break;
            case Bullets bullets:
                MarkdownText.Line(text, ["", .. bullets.Items.Select(item => $"- {MarkdownText.Escape(item)}")]);
                break;
            case ChartPart chart:
                MarkdownText.Line(text, "", $"*Chart: {MarkdownText.Escape(chart.Caption)}*");
                break;
            case DataTable table:
                MarkdownText.Line(text, "", MarkdownText.Escape(table.Caption), "");
                MarkdownText.Table(text, table);
                break;
        }
    }
}
