using Spectre.Console;

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
