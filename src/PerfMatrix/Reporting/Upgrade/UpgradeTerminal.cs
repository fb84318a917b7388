using Spectre.Console;

namespace PerfMatrix.Reporting;

/// <summary>Shows an upgrade report on a terminal.</summary>
public static class UpgradeTerminal
{
    /// <summary>Shows it. Better and worse are told by a sign and by colour.</summary>
    public static void Write(IAnsiConsole console, UpgradeReport report)
    {
        var marks = Marks.For(console.Profile.Capabilities.Unicode);
        console.MarkupLineInterpolated($"[bold]From {report.From} to {report.To}, run {report.Run}[/]");
        console.WriteLine(report.Context);
        console.WriteLine();
        foreach (var sentence in report.Summary) console.WriteLine(sentence);
        foreach (var table in UpgradeTable.Of(report)) Write(console, table, marks);
        if (report.Gaps.Count > 0) console.WriteLine();
        foreach (var gap in report.Gaps) console.MarkupLineInterpolated($"[yellow]not compared:[/] {gap.Scenario} {gap.Other}, {gap.Cores}c: {gap.Reason}");
        console.WriteLine();
        console.WriteLine($"{marks.Better} better, {marks.Worse} worse, both significant.");
        foreach (var line in report.Legend) console.MarkupLineInterpolated($"[dim]{line}[/]");
        foreach (var note in report.Notes) console.MarkupLineInterpolated($"[yellow]note:[/] {note}");
    }

    private static void Write(IAnsiConsole console, UpgradeTable table, Marks marks)
    {
        console.WriteLine();
        console.MarkupLineInterpolated($"[bold]{table.Title}[/]");
        var grid = new Table { Border = new ThinBorder() };
        for (var column = 0; column < table.Headings.Count; column++)
        {
            grid.AddColumn(new TableColumn(new Markup(Markup.Escape(table.Headings[column])))
            {
                NoWrap = true,
                Padding = new Padding(0, 0, column < table.Headings.Count - 1 ? 1 : 0, 0),
                Alignment = column >= UpgradeTable.FirstNumber ? Justify.Right : Justify.Left,
            });
        }

        foreach (var row in table.Rows) grid.AddRow(row.Select(cell => new Markup(Markup.Escape(marks.Apply(cell)), TerminalReport.StyleOf(cell.Tone))));
        console.Write(grid);
    }
}
