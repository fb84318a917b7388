using System.Text;

namespace PerfMatrix.Reporting.Documents;

/// <summary>Writes a report as GitHub-flavoured Markdown. Markdown holds no SVG, so charts are files beside it, or only their caption where there are none.</summary>
public static class MarkdownDocument
{
    /// <summary>The Markdown of a report.</summary>
    /// <param name="report">The report.</param>
    /// <param name="chartFolder">Folder of the charts as links write it, e.g. <c>charts</c>; null leaves charts out.</param>
    public static string Format(ReportDocument report, string? chartFolder)
    {
        var text = new StringBuilder().Append($"# {MarkdownText.Escape(report.Title)}\n\n{MarkdownText.Escape(report.Context)}\n");
        foreach (var section in report.Sections)
        {
            text.Append($"\n## {MarkdownText.Escape(section.Title)}\n");
            foreach (var part in section.Parts) Append(text, part, chartFolder);
        }

        return text.ToString();
    }

    /// <summary>The charts of a report.</summary>
    public static IEnumerable<ChartPart> Charts(ReportDocument report) => report.Sections.SelectMany(section => section.Parts).OfType<ChartPart>();

    private static void Append(StringBuilder text, ReportPart part, string? chartFolder) => _ = part switch
    {
        Paragraph paragraph => text.Append($"\n{MarkdownText.Escape(paragraph.Text)}\n"),
        Bullets bullets => text.Append($"\n{string.Concat(bullets.Items.Select(item => $"- {MarkdownText.Escape(item)}\n"))}"),
        ChartPart chart when chartFolder is not null => text.Append($"\n![{MarkdownText.Escape(chart.Caption)}]({chartFolder}/{chart.Name}.svg)\n"),
        ChartPart chart => text.Append($"\n*Chart: {MarkdownText.Escape(chart.Caption)}*\n"),
        DataTable table => text.Append($"\n{MarkdownText.Escape(table.Caption)}\n\n{Row(table.Headings)}| --- |{string.Concat(Enumerable.Repeat(" ---: |", table.Headings.Count - 1))}\n{string.Concat(table.Rows.Select(Row))}"),
        _ => throw new ArgumentOutOfRangeException(nameof(part), part, null),
    };

    private static string Row(IEnumerable<string> cells) => $"| {string.Join(" | ", cells.Select(MarkdownText.Escape))} |\n";
}
