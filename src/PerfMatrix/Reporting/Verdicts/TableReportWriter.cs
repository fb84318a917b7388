using System.Text;
using Spectre.Console;

namespace PerfMatrix.Reporting;

/// <summary>Shows a table report on a terminal or as GitHub-flavoured Markdown.</summary>
public static class TableReportWriter
{
    /// <summary>Shows it.</summary>
    /// <param name="console">The terminal.</param>
    /// <param name="output">Where Markdown goes.</param>
    /// <param name="report">What to show.</param>
    /// <param name="markdown">Whether to write Markdown.</param>
    public static void Write(IAnsiConsole console, TextWriter output, TableReport report, bool markdown)
    {
        if (markdown)
            output.Write(Markdown(report));
        else
            Write(console, report);
    }

    /// <summary>The report as Markdown.</summary>
    public static string Markdown(TableReport report)
    {
        var text = new StringBuilder();
        MarkdownText.Line(text, $"**{MarkdownText.Escape(report.Headline)}**", "");
        if (report.Rows.Count > 0)
        {
            MarkdownText.Line(text, MarkdownText.Row(report.Headings.Select(heading => heading.Text)), MarkdownText.Row(report.Headings.Select(heading => heading.IsNumber ? "---:" : "---")));
            foreach (var row in report.Rows)
                MarkdownText.Line(text, MarkdownText.Row(row.Select(cell => MarkdownText.Escape(cell.Value))));
            MarkdownText.Line(text, "");
        }

        foreach (var finding in report.Findings)
            MarkdownText.Line(text, $"- {MarkdownText.Escape(finding)}");
        foreach (var note in report.Notes)
            MarkdownText.Line(text, $"- note: {MarkdownText.Escape(note)}");
        if (report.Legend.Count == 0)
            return text.ToString();
        MarkdownText.Line(text, "", "<details><summary>How to read this</summary>", "");
        foreach (var line in report.Legend)
            MarkdownText.Line(text, $"- {MarkdownText.Escape(line)}");
        MarkdownText.Line(text, "", "</details>");
        return text.ToString();
    }

    private static void Write(IAnsiConsole console, TableReport report)
    {
        console.MarkupLineInterpolated($"[bold]{report.Headline}[/]");
        if (report.Rows.Count > 0)
            console.Write(Grid(report));
        console.WriteLine();
        foreach (var finding in report.Findings)
            console.WriteLine(finding);
        foreach (var line in report.Legend)
            console.MarkupLineInterpolated($"[dim]{line}[/]");
        foreach (var note in report.Notes)
            console.MarkupLineInterpolated($"[yellow]note:[/] {note}");
    }

    private static Table Grid(TableReport report)
    {
        var grid = new Table { Border = new ThinBorder() };
        for (var i = 0; i < report.Headings.Count; i++)
        {
            grid.AddColumn(new TableColumn(new Markup(Spectre.Console.Markup.Escape(report.Headings[i].Text)))
            {
                NoWrap = i < report.Headings.Count - 1,
                Padding = new Padding(0, 0, 0, 0),
                Alignment = report.Headings[i].IsNumber ? Justify.Right : Justify.Left,
            });
        }

        foreach (var row in report.Rows)
            grid.AddRow(row.Select(cell => new Markup(Spectre.Console.Markup.Escape(cell.Value), StyleOf(cell.Tone))));
        return grid;
    }

    private static Style StyleOf(Tone tone) => tone switch
    {
        Tone.Better => new Style(Color.Green),
        Tone.Worse => new Style(Color.Red),
        Tone.Unknown => new Style(Color.Yellow),
        Tone.Quiet => new Style(decoration: Decoration.Dim),
        _ => Style.Plain,
    };
}
