using Spectre.Console;
using Spectre.Console.Rendering;

namespace PerfMatrix.Reporting;

/// <summary>Shows a report on a terminal. Better and worse are told by a sign (v, x) and by colour, so no reader depends on colours.</summary>
internal static class TerminalReport
{
    public static void Write(IAnsiConsole console, TableReport report)
    {
        if (report.Title.Length > 0) console.MarkupLineInterpolated($"[bold]{report.Title}[/]");
        if (report.Context.Length > 0) console.WriteLine(report.Context);
        if (report.Summary.Count > 0) console.WriteLine();
        foreach (var sentence in report.Summary) console.WriteLine(sentence);
        foreach (var table in report.Tables) Write(console, table);
        console.WriteLine();
        var marks = Marks.For(console.Profile.Capabilities.Unicode);
        if (report.Worse is { } worse) console.WriteLine($"{marks.Better} better, {marks.Worse} {worse}, both significant.");
        foreach (var finding in report.Findings) console.WriteLine(finding);
        foreach (var line in report.Legend) console.MarkupLineInterpolated($"[dim]{line}[/]");
        foreach (var note in report.Notes) console.MarkupLineInterpolated($"[yellow]note:[/] {note}");
    }

    private static void Write(IAnsiConsole console, ShownTable shown)
    {
        var (title, caption) = (shown.Table.Title, shown.Table.Caption);
        if (title.Length > 0) console.WriteLine();
        console.MarkupLineInterpolated($"[bold]{(title.Length > 0 ? title : caption)}[/]");
        if (title.Length > 0 && caption.Length > 0) console.WriteLine(caption);
        TerminalTable.Write(console, shown.Table);
        foreach (var (status, text) in shown.Lacks) console.MarkupLineInterpolated($"[yellow]{status}[/] {text}");
    }
}

/// <summary>Writes a report as GitHub-flavoured Markdown, e.g. for a job summary. Better and worse are words.</summary>
internal static class MarkdownReport
{
    public static string Format(TableReport report) => MarkdownText.Lines(
    [
        .. report.Title.Length > 0 ? [$"## {MarkdownText.Escape(report.Title)}", "", MarkdownText.Escape(report.Context)] : Array.Empty<string>(),
        .. Listed(report.Summary.Select(sentence => $"**{MarkdownText.Escape(sentence)}**")),
        .. report.Tables.SelectMany(Lines),
        .. Listed(report.Findings.Select(MarkdownText.Escape)),
        .. report.Legend.Count > 0 ? MarkdownText.HowToRead(report.Legend.Select(MarkdownText.Escape)) : [],
        .. MarkdownText.Notes(report.Notes),
    ]).TrimStart('\n');

    private static IEnumerable<string> Lines(ShownTable shown) =>
    [
        .. shown.Table.Title is { Length: > 0 } title ? ["", $"### {MarkdownText.Escape(title)}"] : Array.Empty<string>(),
        .. shown.Table.Caption is { Length: > 0 } caption ? ["", $"**{MarkdownText.Escape(caption)}**"] : Array.Empty<string>(),
        .. shown.Table.Rows.Count > 0 ? MarkdownText.Table(shown.Table).Prepend("") : [],
        .. Listed(shown.Lacks.Select(one => $"*{one.Status}* {MarkdownText.Escape(one.Text)}")),
    ];

    private static IEnumerable<string> Listed(IEnumerable<string> items) =>
        items.Select(item => $"- {item}").ToList() is { Count: > 0 } lines ? lines.Prepend("") : [];
}

internal static class TerminalTable
{
    public static void Write(IAnsiConsole console, DataTable table)
    {
        if (table.Rows.Count == 0) return;
        var marks = Marks.For(console.Profile.Capabilities.Unicode);
        var last = table.Headings.Count - 1;
        var grid = new Table { Border = new ThinBorder() };
        foreach (var (column, heading) in table.Headings.Index())
        {
            grid.AddColumn(new TableColumn(new Markup(Markup.Escape(heading)))
            {
                NoWrap = column < last,
                Padding = new Padding(0, 0, column < last ? table.Gap - 1 : 0, 0),
                Alignment = table.Texts.Contains(column) ? Justify.Left : Justify.Right,
            });
        }

        foreach (var row in table.Rows)
            grid.AddRow(row.Select(cell => new Markup(Markup.Escape(table.TextOf(cell, marks)), StyleOf(cell.Tone))));
        console.Write(grid);
    }

    private static Style StyleOf(Tone tone) => tone switch
    {
        Tone.Better => new Style(Color.Green),
        Tone.Worse => new Style(Color.Red),
        Tone.Unknown => new Style(Color.Yellow),
        Tone.Anchor => new Style(decoration: Decoration.Italic),
        Tone.Quiet => new Style(decoration: Decoration.Dim),
        _ => Style.Plain,
    };

    /// <summary>One space between columns and one line under the headings: 13 columns fit 120 characters.</summary>
    private sealed class ThinBorder : TableBorder
    {
        public override string GetPart(TableBorderPart part) => part switch
        {
            TableBorderPart.HeaderBottom or TableBorderPart.HeaderBottomLeft or TableBorderPart.HeaderBottomRight
                or TableBorderPart.HeaderBottomSeparator => "─",
            TableBorderPart.HeaderSeparator or TableBorderPart.CellSeparator => " ",
            _ => "",
        };
    }
}
