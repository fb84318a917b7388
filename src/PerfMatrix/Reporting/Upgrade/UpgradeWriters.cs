using System.Text;
using System.Text.Json;
using PerfMatrix.Results;
using Spectre.Console;

namespace PerfMatrix.Reporting.Upgrade;

/// <summary>Shows an upgrade report on a terminal.</summary>
internal static class UpgradeTerminal
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
        foreach (var gap in report.Gaps)
            console.MarkupLineInterpolated($"[yellow]not compared:[/] {gap.Scenario} {gap.Other}, {gap.Cores}c: {gap.Reason}");
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

        foreach (var row in table.Rows)
            grid.AddRow(row.Select(cell => new Markup(Markup.Escape(marks.Apply(cell)), TerminalReport.StyleOf(cell.Tone))));
        console.Write(grid);
    }
}

/// <summary>Writes an upgrade report as GitHub-flavoured Markdown. Better and worse are words.</summary>
internal static class UpgradeMarkdown
{
    public static string Format(UpgradeReport report)
    {
        var text = new StringBuilder();
        MarkdownText.Line(text, $"## From {MarkdownText.Escape(report.From)} to {MarkdownText.Escape(report.To)}", "",
            MarkdownText.Escape($"Run {report.Run}: {report.Context}"), "");
        foreach (var sentence in report.Summary) MarkdownText.Line(text, $"- **{MarkdownText.Escape(sentence)}**");
        foreach (var table in UpgradeTable.Of(report)) Append(text, table);
        if (report.Gaps.Count > 0) MarkdownText.Line(text, "", "### Not compared", "");
        foreach (var gap in report.Gaps)
            MarkdownText.Line(text, $"- {MarkdownText.Escape($"{gap.Scenario} {gap.Other}, {gap.Cores}c: {gap.Reason}")}");
        MarkdownText.Line(text, "", "<details><summary>How to read this</summary>", "");
        foreach (var line in report.Legend) MarkdownText.Line(text, $"- {MarkdownText.Escape(line)}");
        MarkdownText.Line(text, "", "</details>");
        if (report.Notes.Count > 0) MarkdownText.Line(text, "", "**Notes**", "");
        foreach (var note in report.Notes) MarkdownText.Line(text, $"- {MarkdownText.Escape(note)}");
        return text.ToString();
    }

    private static void Append(StringBuilder text, UpgradeTable table)
    {
        MarkdownText.Line(text, "", $"### {MarkdownText.Escape(table.Title)}", "");
        MarkdownText.Line(text, MarkdownText.Row(table.Headings));
        MarkdownText.Line(text, MarkdownText.Row(table.Headings.Select((_, column) => column >= UpgradeTable.FirstNumber ? "---:" : "---")));
        foreach (var row in table.Rows) MarkdownText.Line(text, MarkdownText.Row(row.Select(cell => MarkdownText.Escape(Marks.Words.Apply(cell)))));
    }
}

/// <summary>Writes an upgrade report as JSON: the same content for programs. A change that is not significant has no <c>percent</c>.</summary>
internal static class UpgradeJson
{
    public static string Format(UpgradeReport report) => JsonSerializer.Serialize(report, DocumentJson.Indented) + "\n";
}
