using Spectre.Console;

namespace PerfMatrix.Reporting.Upgrade;

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
        foreach (var table in UpgradeTable.Of(report))
        {
            console.WriteLine();
            console.MarkupLineInterpolated($"[bold]{table.Title}[/]");
            TerminalTable.Write(console, table);
        }

        if (report.Gaps.Count > 0) console.WriteLine();
        foreach (var gap in report.Gaps)
            console.MarkupLineInterpolated($"[yellow]not compared:[/] {gap.Scenario} {gap.Other}, {gap.Cores}c: {gap.Reason}");
        console.WriteLine();
        console.WriteLine($"{marks.Better} better, {marks.Worse} worse, both significant.");
        TerminalTable.WriteEnd(console, report.Legend, report.Notes);
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
        foreach (var table in UpgradeTable.Of(report))
        {
            MarkdownText.Line(text, "", $"### {MarkdownText.Escape(table.Title)}", "");
            MarkdownText.Table(text, table);
        }

        if (report.Gaps.Count > 0) MarkdownText.Line(text, "", "### Not compared", "");
        foreach (var gap in report.Gaps)
            MarkdownText.Line(text, $"- {MarkdownText.Escape($"{gap.Scenario} {gap.Other}, {gap.Cores}c: {gap.Reason}")}");
        MarkdownText.HowToRead(text, report.Legend.Select(MarkdownText.Escape));
        MarkdownText.Notes(text, report.Notes);
        return text.ToString();
    }
}
