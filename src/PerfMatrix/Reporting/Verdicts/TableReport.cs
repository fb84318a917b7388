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

internal static class TableReportWriter
{
    public static string Markdown(TableReport report) => MarkdownText.Lines(
    [
        $"**{MarkdownText.Escape(report.Headline)}**", "",
        .. report.Table.Rows.Count > 0 ? MarkdownText.Table(report.Table).Append("") : [],
        .. report.Findings.Select(finding => $"- {MarkdownText.Escape(finding)}"),
        .. report.Notes.Select(note => $"- note: {MarkdownText.Escape(note)}"),
        .. report.Legend.Count > 0 ? MarkdownText.HowToRead(report.Legend.Select(MarkdownText.Escape)) : [],
    ]);

    public static void Write(IAnsiConsole console, TableReport report)
    {
        console.MarkupLineInterpolated($"[bold]{report.Headline}[/]");
        TerminalTable.Write(console, report.Table);
        console.WriteLine();
        foreach (var finding in report.Findings) console.WriteLine(finding);
        TerminalTable.WriteEnd(console, report.Legend, report.Notes);
    }
}
