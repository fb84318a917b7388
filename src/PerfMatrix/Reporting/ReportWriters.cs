using Spectre.Console;
using Spectre.Console.Rendering;

namespace PerfMatrix.Reporting;

/// <summary>Shows a report on a terminal. Better and worse are told by a sign (v, x) and by colour, so no reader depends on colours.</summary>
internal static class TerminalReport
{
    public static void Write(IAnsiConsole console, RunDocument run)
    {
        var report = ReportBuilder.Build(run);
        var marks = Marks.For(console.Profile.Capabilities.Unicode);
        console.MarkupLineInterpolated($"[bold]Run {report.Run}[/]");
        console.WriteLine(report.Context);
        foreach (var table in report.Tables) Write(console, table);
        console.WriteLine();
        console.WriteLine($"{marks.Better} better, {marks.Worse} worse than the anchor, both significant.");
        TerminalTable.WriteEnd(console, report.Legend, report.Notes);
    }

    private static void Write(IAnsiConsole console, ReportTable table)
    {
        console.WriteLine();
        console.MarkupLineInterpolated($"[bold]{table.Title}[/]");
        console.WriteLine(table.Headline);
        TerminalTable.Write(console, ReportColumns.Table(table.Rows, console.Profile.Width));
        foreach (var row in table.Skipped) console.MarkupLineInterpolated($"[yellow]{row.Status}[/] {row.Runtime} {row.Gc}: {row.Reason}");
    }
}

/// <summary>Writes a report as GitHub-flavoured Markdown, e.g. for a job summary. Better and worse are words.</summary>
internal static class MarkdownReport
{
    public static string Format(RunDocument run)
    {
        var report = ReportBuilder.Build(run);
        return MarkdownText.Lines(
        [
            $"## Run {MarkdownText.Escape(report.Run)}", "", MarkdownText.Escape(report.Context),
            .. report.Tables.SelectMany(Lines),
            .. MarkdownText.HowToRead(report.Legend),
            .. MarkdownText.Notes(report.Notes),
        ]);
    }

    private static IEnumerable<string> Lines(ReportTable table) =>
    [
        "", $"### {MarkdownText.Escape(table.Title)}", "", $"**{MarkdownText.Escape(table.Headline)}**",
        .. table.Rows.Count > 0 ? MarkdownText.Table(ReportColumns.Table(table.Rows)).Prepend("") : [],
        .. table.Skipped.Count > 0 ? [""] : Array.Empty<string>(),
        .. table.Skipped.Select(row => $"- *{row.Status}* {MarkdownText.Escape($"{row.Runtime} {row.Gc}: {row.Reason}")}"),
    ];
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

    public static void WriteEnd(IAnsiConsole console, IEnumerable<string> legend, IEnumerable<string> notes)
    {
        foreach (var line in legend) console.MarkupLineInterpolated($"[dim]{line}[/]");
        foreach (var note in notes) console.MarkupLineInterpolated($"[yellow]note:[/] {note}");
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
