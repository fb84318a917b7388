using System.Net;

namespace PerfMatrix.Reporting;

/// <summary>A report with text, tables and charts, free of layout: HTML and Markdown show the same.</summary>
/// <param name="Context">One line: run, machine, code, time.</param>
internal sealed record ReportDocument(string Title, string Context, IReadOnlyList<ReportSection> Sections);

internal sealed record ReportSection(string Title, IReadOnlyList<ReportPart> Parts);

internal abstract record ReportPart;

internal sealed record Paragraph(string Text) : ReportPart;

internal sealed record Bullets(IReadOnlyList<string> Items) : ReportPart;

/// <param name="Caption">What it shows, also for those who do not see it.</param>
internal sealed record ChartPart(string Name, string Caption, string Svg) : ReportPart;

/// <summary>Writes a report as one HTML file that needs nothing else: style and charts are in it, and there is no script.</summary>
internal static class HtmlDocument
{
    private const string Style = """
        body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
        h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2rem;border-bottom:1px solid #d0d7de}
        table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums;display:block;overflow-x:auto}
        caption{text-align:left;color:#57606a;padding:.2rem 0}
        th,td{padding:.2rem .6rem;border-bottom:1px solid #d0d7de;text-align:right;white-space:nowrap}
        th:first-child,td:first-child{text-align:left}figure{margin:1rem 0}figcaption{color:#57606a}svg{max-width:100%;height:auto}
        @media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}th,td,h2{border-color:#30363d}
        caption,figcaption{color:#8b949e}figure svg{background:#fff;border-radius:4px}}
        """;

    public static string Format(ReportDocument report)
    {
        var html = new StringBuilder();
        html.Append(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n");
        html.Append($"<title>{Text(report.Title)}</title>\n<style>\n{Style}\n</style>\n</head>\n");
        html.Append($"<body>\n<h1>{Text(report.Title)}</h1>\n<p>{Text(report.Context)}</p>\n");
        foreach (var section in report.Sections)
        {
            html.Append($"<h2>{Text(section.Title)}</h2>\n");
            foreach (var part in section.Parts) Append(html, part);
        }

        return html.Append("</body>\n</html>\n").ToString();
    }

    private static void Append(StringBuilder html, ReportPart part) => _ = part switch
    {
        Paragraph paragraph => html.Append($"<p>{Text(paragraph.Text)}</p>\n"),
        Bullets bullets => html.Append($"<ul>\n{string.Concat(bullets.Items.Select(item => $"<li>{Text(item)}</li>\n"))}</ul>\n"),
        ChartPart chart => html.Append($"<figure>\n{chart.Svg}\n<figcaption>{Text(chart.Caption)}</figcaption>\n</figure>\n"),
        DataTable table => html.Append(
            $"<table>\n<caption>{Text(table.Caption)}</caption>\n<thead>{Row("th", table.Headings)}</thead>\n"
                + $"<tbody>\n{string.Concat(table.Rows.Select(row => Row("td", row.Select(cell => cell.Value)) + "\n"))}</tbody>\n</table>\n"),
        _ => throw new ArgumentOutOfRangeException(nameof(part), part, null),
    };

    private static string Row(string element, IEnumerable<string> cells) =>
        $"<tr>{string.Concat(cells.Select(cell => $"<{element}>{Text(cell)}</{element}>"))}</tr>";

    /// <summary>Reasons and names come from other programs, and must stay text.</summary>
    private static string Text(string text) => WebUtility.HtmlEncode(text);
}

/// <summary>Writes a report as GitHub-flavoured Markdown. Markdown holds no SVG, so charts are files beside it, or only captions.</summary>
internal static class MarkdownDocument
{
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

    public static IEnumerable<ChartPart> Charts(ReportDocument report) => report.Sections.SelectMany(section => section.Parts).OfType<ChartPart>();

    private static void Append(StringBuilder text, ReportPart part, string? chartFolder)
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
                var caption = MarkdownText.Escape(chart.Caption);
                MarkdownText.Line(text, "", chartFolder is null ? $"*Chart: {caption}*" : $"![{caption}]({chartFolder}/{chart.Name}.svg)");
                break;
            case DataTable table:
                MarkdownText.Line(text, "", MarkdownText.Escape(table.Caption), "");
                MarkdownText.Table(text, table);
                break;
        }
    }
}
