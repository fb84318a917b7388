using Spectre.Console;

namespace PerfMatrix.Reporting.Verdicts;

/// <summary>A table with what belongs around it, free of layout: every renderer shows the same content.</summary>
internal sealed record TableReport
{
    public required string Headline { get; init; }

    /// <summary>The most important row first.</summary>
    public required DataTable Table { get; init; }
    public IReadOnlyList<string> Findings { get; init; } = [];
    public IReadOnlyList<string> Legend { get; init; } = [];

    /// <summary>What a reader must know before trusting the numbers.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
}

/// <summary>Shows a table report on a terminal or as GitHub-flavoured Markdown.</summary>
internal static class TableReportWriter
{
    public static void Write(IAnsiConsole console, TextWriter output, TableReport report, bool markdown)
    {
        if (markdown) output.Write(Markdown(report));
        else Write(console, report);
    }

    public static string Markdown(TableReport report)
    {
        var text = new StringBuilder();
        MarkdownText.Line(text, $"**{MarkdownText.Escape(report.Headline)}**", "");
        if (report.Table.Rows.Count > 0)
        {
            MarkdownText.Table(text, report.Table);
            MarkdownText.Line(text, "");
        }

        foreach (var finding in report.Findings) MarkdownText.Line(text, $"- {MarkdownText.Escape(finding)}");
        foreach (var note in report.Notes) MarkdownText.Line(text, $"- note: {MarkdownText.Escape(note)}");
        if (report.Legend.Count > 0) MarkdownText.HowToRead(text, report.Legend.Select(MarkdownText.Escape));
        return text.ToString();
    }

    private static void Write(IAnsiConsole console, TableReport report)
    {
        console.MarkupLineInterpolated($"[bold]{report.Headline}[/]");
        TerminalTable.Write(console, report.Table);
        console.WriteLine();
        foreach (var finding in report.Findings) console.WriteLine(finding);
        TerminalTable.WriteEnd(console, report.Legend, report.Notes);
    }
}
