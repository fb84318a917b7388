using System.Text;
using Spectre.Console;

namespace PerfMatrix.Reporting.Verdicts;

/// <summary>A table with what belongs around it, free of layout: every renderer shows the same content.</summary>
internal sealed record TableReport
{
    public required string Headline { get; init; }

    /// <summary>Headings; the last column may be wrapped.</summary>
    public required IReadOnlyList<TableHeading> Headings { get; init; }

    /// <summary>Rows of as many cells, the most important row first.</summary>
    public required IReadOnlyList<IReadOnlyList<CellText>> Rows { get; init; }

    /// <summary>What else the numbers say.</summary>
    public IReadOnlyList<string> Findings { get; init; } = [];
    public IReadOnlyList<string> Legend { get; init; } = [];

    /// <summary>What a reader must know before trusting the numbers.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
}

/// <summary>Heading of a column.</summary>
/// <param name="Text">At most two words.</param>
/// <param name="IsNumber">Whether the column is aligned to the right.</param>
internal sealed record TableHeading(string Text, bool IsNumber = false);

/// <summary>Shows a table report on a terminal or as GitHub-flavoured Markdown.</summary>
internal static class TableReportWriter
{
    public static void Write(IAnsiConsole console, TextWriter output, TableReport report, bool markdown)
    {
        if (markdown)
            output.Write(Markdown(report));
        else
            Write(console, report);
    }

    public static string Markdown(TableReport report)
    {
        var text = new StringBuilder();
        MarkdownText.Line(text, $"**{MarkdownText.Escape(report.Headline)}**", "");
        if (report.Rows.Count > 0)
        {
            MarkdownText.Line(text, MarkdownText.Row(report.Headings.Select(heading => heading.Text)),
                MarkdownText.Row(report.Headings.Select(heading => heading.IsNumber ? "---:" : "---")));
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
