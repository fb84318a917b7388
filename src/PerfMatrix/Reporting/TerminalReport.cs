using PerfMatrix.Results;
using Spectre.Console;

namespace PerfMatrix.Reporting;

/// <summary>Shows a report on a terminal. Better and worse are told by a sign (v, x) and by colour, so no reader depends on colours.</summary>
public static class TerminalReport
{
    /// <summary>Shows a run.</summary>
    public static void Write(IAnsiConsole console, RunDocument run) => Write(console, ReportBuilder.Build(run));

    /// <summary>Shows a report; columns that do not fit the console's width are left out, the least important first.</summary>
    public static void Write(IAnsiConsole console, Report report)
    {
        var marks = Marks.For(console.Profile.Capabilities.Unicode);
        console.MarkupLineInterpolated($"[bold]Run {report.Run}[/]");
        console.WriteLine(report.Context);
        foreach (var table in report.Tables) Write(console, table, marks);
        console.WriteLine();
        console.WriteLine($"{marks.Better} better, {marks.Worse} worse than the anchor, both significant.");
        foreach (var line in report.Legend) console.MarkupLineInterpolated($"[dim]{line}[/]");
        foreach (var note in report.Notes) console.MarkupLineInterpolated($"[yellow]note:[/] {note}");
    }

    private static void Write(IAnsiConsole console, ReportTable table, Marks marks)
    {
        console.WriteLine();
        console.MarkupLineInterpolated($"[bold]{table.Title}[/]");
        console.WriteLine(table.Headline);
        if (table.Rows.Count > 0) console.Write(Grid(table, marks, console.Profile.Width));
        foreach (var row in table.Skipped) console.MarkupLineInterpolated($"[yellow]{row.Status}[/] {row.Runtime} {row.Gc}: {row.Reason}");
    }

    private static Table Grid(ReportTable table, Marks marks, int width)
    {
        var fitted = FittedTable.Of(ReportColumns.Of(table.Rows), table.Rows, marks, width);
        var grid = new Table { Border = new ThinBorder() };
        foreach (var column in fitted.Columns)
        {
            grid.AddColumn(new TableColumn(new Markup(Markup.Escape(column.Heading)))
            {
                NoWrap = true,
                Padding = new Padding(0, 0, 0, 0),
                Alignment = column.IsNumber ? Justify.Right : Justify.Left,
            });
        }

        foreach (var row in fitted.Cells) grid.AddRow(row.Select(cell => new Markup(Markup.Escape(cell.Value), StyleOf(cell.Tone))));
        return grid;
    }

    internal static Style StyleOf(Tone tone) => tone switch
    {
        Tone.Better => new Style(Color.Green),
        Tone.Worse => new Style(Color.Red),
        Tone.Anchor => new Style(decoration: Decoration.Italic),
        Tone.Quiet => new Style(decoration: Decoration.Dim),
        _ => Style.Plain,
    };
}
