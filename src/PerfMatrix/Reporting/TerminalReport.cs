using PerfMatrix.Results;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace PerfMatrix.Reporting;

/// <summary>Shows a report on a terminal. Better and worse are told by a sign (v, x) and by colour, so no reader depends on colours.</summary>
internal static class TerminalReport
{
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

/// <summary>The part of a table that fits a width.</summary>
/// <param name="Cells">Their texts, row by row, marks included.</param>
internal sealed record FittedTable(IReadOnlyList<Column> Columns, IReadOnlyList<IReadOnlyList<CellText>> Cells)
{
    private const int Gap = 1;

    /// <summary>Drops columns, the highest rank first, until the rest fits; columns of rank 0 stay.</summary>
    public static FittedTable Of(IReadOnlyList<Column> columns, IReadOnlyList<ReportRow> rows, Marks marks, int width)
    {
        var kept = columns.ToList();
        while (Width(kept, rows, marks) > width && kept.Exists(column => column.Rank > 0)) kept.Remove(kept.MaxBy(column => column.Rank)!);
        return new FittedTable(kept, [.. rows.Select(row => (IReadOnlyList<CellText>)[.. kept.Select(column => Marked(column, row, marks))])]);
    }

    private static CellText Marked(Column column, ReportRow row, Marks marks)
    {
        var text = column.Text(row);
        return text with { Value = marks.Apply(text) };
    }

    private static int Width(List<Column> columns, IReadOnlyList<ReportRow> rows, Marks marks) =>
        columns.Sum(column => Gap + rows.Select(row => Marked(column, row, marks).Value.Length).Append(column.Heading.Length).Max());
}

/// <summary>One space between columns and one line under the headings: 13 columns fit 120 characters.</summary>
internal sealed class ThinBorder : TableBorder
{
    public override string GetPart(TableBorderPart part) => part switch
    {
        TableBorderPart.HeaderBottom or TableBorderPart.HeaderBottomLeft or TableBorderPart.HeaderBottomRight
            or TableBorderPart.HeaderBottomSeparator => "─",
        TableBorderPart.HeaderSeparator or TableBorderPart.CellSeparator => " ",
        _ => "",
    };
}

/// <summary>The signs for better and worse.</summary>
internal sealed record Marks(string Better, string Worse)
{
    /// <summary>Check mark and cross, or letters where the console has no Unicode.</summary>
    public static Marks For(bool unicode) => unicode ? new("✓", "✗") : new("b", "w");

    /// <summary>Words, where width does not matter.</summary>
    public static Marks Words { get; } = new("better", "worse");

    public string Apply(CellText cell) => cell.Tone switch
    {
        Tone.Better => $"{cell.Value} {Better}",
        Tone.Worse => $"{cell.Value} {Worse}",
        _ => cell.Value,
    };
}
