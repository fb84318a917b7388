using System.CommandLine;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Site;
using PerfMatrix.Results;
using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary><c>report</c>: shows a run document again, in any format. Nothing is measured.</summary>
public static class ReportCommand
{
    private const string Terminal = "terminal";
    private const string Markdown = "markdown";
    private const string Json = "json";
    private const string Html = "html";

    /// <summary>Creates the command.</summary>
    /// <param name="console">Where a report is shown.</param>
    /// <param name="output">Where Markdown, JSON and HTML go without <c>--output</c>.</param>
    /// <param name="others">Reports that come from elsewhere.</param>
    public static Command Create(IAnsiConsole console, TextWriter output, params IEnumerable<Command> others)
    {
        var run = new Argument<string>("run") { Description = "A run.json, the folder of a run, or a folder of runs (its newest).", DefaultValueFactory = _ => RunFolder.DefaultParent };
        var format = new Option<string>("--format", "-f") { Description = "terminal, markdown, json or html.", DefaultValueFactory = _ => Terminal };
        format.AcceptOnlyFromAmong(Terminal, Markdown, Json, Html);
        var json = new Option<bool>("--json") { Description = "Short for --format json." };
        var file = new Option<string?>("--output", "-o") { Description = "File to write instead of standard output; not for the terminal format." };
        var command = new Command("report", "Shows a run: terminal, markdown, json or html.") { run, format, json, file };
        command.Subcommands.Add(UpgradeReportCommand.Create(console, output));
        command.Subcommands.Add(GcReportCommand.Create(output));
        foreach (var other in others) command.Subcommands.Add(other);
        command.SetAction(parsed =>
        {
            var chosen = parsed.GetValue(json) ? Json : parsed.GetValue(format)!;
            Show(console, output, RunFolder.FindDocument(parsed.GetValue(run)!), chosen, parsed.GetValue(file));
            return 0;
        });
        return command;
    }

    private static void Show(IAnsiConsole console, TextWriter output, string document, string format, string? file)
    {
        var run = RunDocument.File.Read(document);
        if (format == Terminal)
        {
            if (file is not null) throw new UsageException("--output needs --format markdown, json or html; the terminal format goes to the terminal.");
            TerminalReport.Write(console, run);
            return;
        }

        var text = format switch
        {
            Json => JsonReport.Format(run),
            Html => HtmlReport.Format(document, run, Workspace.Policy()),
            _ => MarkdownReport.Format(run),
        };
        if (file is null) output.Write(text);
        else AtomicFile.Write(file, System.Text.Encoding.UTF8.GetBytes(text));
    }
}
