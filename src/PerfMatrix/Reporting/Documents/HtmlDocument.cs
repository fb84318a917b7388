using System.Net;
using System.Text;

namespace PerfMatrix.Reporting.Documents;

/// <summary>Writes a report as one HTML file that needs nothing else: style and charts are in it, and there is no script.</summary>
public static class HtmlDocument
{
    private const string Style = """
        body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
        h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2rem;border-bottom:1px solid #d0d7de}
        table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums;display:block;overflow-x:auto}
        caption{text-align:left;color:#57606a;padding:.2rem 0}th,td{padding:.2rem .6rem;border-bottom:1px solid #d0d7de;text-align:right;white-space:nowrap}
        th:first-child,td:first-child{text-align:left}figure{margin:1rem 0}figcaption{color:#57606a}svg{max-width:100%;height:auto}
        @media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}th,td,h2{border-color:#30363d}caption,figcaption{color:#8b949e}figure svg{background:#fff;border-radius:4px}}
        """;

    /// <summary>The HTML of a report.</summary>
    public static string Format(ReportDocument report)
    {
        var html = new StringBuilder();
        html.Append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n");
        html.Append($"<title>{Text(report.Title)}</title>\n<style>\n{Style}\n</style>\n</head>\n<body>\n<h1>{Text(report.Title)}</h1>\n<p>{Text(report.Context)}</p>\n");
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
        DataTable table => html.Append($"<table>\n<caption>{Text(table.Caption)}</caption>\n<thead>{Row("th", table.Headings)}</thead>\n<tbody>\n{string.Concat(table.Rows.Select(row => Row("td", row) + "\n"))}</tbody>\n</table>\n"),
        _ => throw new ArgumentOutOfRangeException(nameof(part), part, null),
    };

    private static string Row(string element, IEnumerable<string> cells) => $"<tr>{string.Concat(cells.Select(cell => $"<{element}>{Text(cell)}</{element}>"))}</tr>";

    /// <summary>Reasons and names come from other programs, and must stay text.</summary>
    private static string Text(string text) => WebUtility.HtmlEncode(text);
}
