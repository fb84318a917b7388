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

/// <summary>Writes a report as GitHub-flavoured Markdown, e.g. for a job summary. Better and worse are words.</summary>
internal static class MarkdownReport
{
    public static string Format(RunDocument run)
    {
        var report = ReportBuilder.Build(run);
        var text = new StringBuilder();
        MarkdownText.Line(text, $"## Run {MarkdownText.Escape(report.Run)}", "", MarkdownText.Escape(report.Context));
        foreach (var table in report.Tables) Append(text, table);
        MarkdownText.HowToRead(text, report.Legend);
        MarkdownText.Notes(text, report.Notes);
        return text.ToString();
    }

    private static void Append(StringBuilder text, ReportTable table)
    {
        MarkdownText.Line(text, "", $"### {MarkdownText.Escape(table.Title)}", "", $"**{MarkdownText.Escape(table.Headline)}**");
        if (table.Rows.Count > 0)
        {
            MarkdownText.Line(text, "");
            MarkdownText.Table(text, ReportColumns.Table(table.Rows));
        }

        if (table.Skipped.Count > 0) MarkdownText.Line(text, "");
        foreach (var row in table.Skipped)
            MarkdownText.Line(text, $"- *{row.Status}* {MarkdownText.Escape($"{row.Runtime} {row.Gc}: {row.Reason}")}");
    }
}
