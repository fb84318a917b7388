using Spectre.Console;
using Spectre.Console.Rendering;

namespace PerfMatrix.Reporting;

/// <summary>A table, free of layout: every writer shows the same.</summary>
/// <param name="Caption">What it shows; empty where a headline says it.</param>
/// <param name="Headings">Headings, which need no escaping in Markdown.</param>
internal sealed record DataTable(
    string Caption, IReadOnlyList<string> Headings, IReadOnlyList<IReadOnlyList<CellText>> Rows, string Title = "") : ReportPart
{
    /// <summary>Columns of text; the others hold numbers and are aligned to the right.</summary>
    public IReadOnlyList<int> Texts { get; init; } = [0];

    /// <summary>Whether better and worse get a mark; otherwise the words of the table tell.</summary>
    public bool HasMarks { get; init; }
    public int Gap { get; init; } = 1;

    public string TextOf(CellText cell, Marks marks) => HasMarks ? marks.Apply(cell) : cell.Value;
}

/// <param name="Value">The text, without a mark for better or worse.</param>
internal readonly record struct CellText(string Value, Tone Tone = Tone.Plain)
{
    public static implicit operator CellText(string value) => new(value);
}

/// <summary>What a cell of a table means, for colour and words.</summary>
internal enum Tone
{
    Plain,
    Anchor,
    Better,
    Worse,

    /// <summary>Nobody knows; never shown as good.</summary>
    Unknown,
    Quiet,
}

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
