using Spectre.Console;
using Spectre.Console.Rendering;

namespace PerfMatrix.Reporting;

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
