using System.CommandLine;
using System.Text;
using PerfMatrix.Reporting;
using PerfMatrix.Results;
using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary><c>report upgrade</c>: what changes from one runtime or GC mode to another, for people who decide about the upgrade.</summary>
public static class UpgradeReportCommand
{
    private const string Terminal = "terminal";
    private const string Markdown = "markdown";
    private const string Json = "json";

    /// <summary>Creates the command.</summary>
    /// <param name="console">Where a report is shown.</param>
    /// <param name="output">Where Markdown and JSON go without <c>--output</c>.</param>
    public static Command Create(IAnsiConsole console, TextWriter output)
    {
        var run = new Argument<string>("run") { Description = "A run.json, the folder of a run, or a folder of runs (its newest).", DefaultValueFactory = _ => RunFolder.DefaultParent };
        var from = new Option<string>("--from") { Description = "Runtime or GC mode before: net8.0, or server.", Required = true };
        var to = new Option<string>("--to") { Description = "Runtime or GC mode after: net10.0, or datas.", Required = true };
        var format = new Option<string>("--format", "-f") { Description = "terminal, markdown or json.", DefaultValueFactory = _ => Terminal };
        format.AcceptOnlyFromAmong(Terminal, Markdown, Json);
        var json = new Option<bool>("--json") { Description = "Short for --format json." };
        var file = new Option<string?>("--output", "-o") { Description = "File to write instead of standard output; not for the terminal format." };
        var command = new Command("upgrade", "Shows what changes from one runtime or GC mode to another, corrected for multiple comparisons.") { run, from, to, format, json, file };
        command.SetAction(parsed =>
        {
            var document = RunDocument.File.Read(RunFolder.FindDocument(parsed.GetValue(run)!));
            var report = UpgradeReportBuilder.Build(document, parsed.GetValue(from)!, parsed.GetValue(to)!);
            Show(console, output, report, parsed.GetValue(json) ? Json : parsed.GetValue(format)!, parsed.GetValue(file));
            return report.Cases.Count > 0 ? CommandLine.Good : CommandLine.Incomplete;
        });
        return command;
    }

    private static void Show(IAnsiConsole console, TextWriter output, UpgradeReport report, string format, string? file)
    {
        if (format == Terminal)
        {
            if (file is not null) throw new UsageException("--output needs --format markdown or json; the terminal format goes to the terminal.");
            UpgradeTerminal.Write(console, report);
            return;
        }

        var text = format == Json ? UpgradeJson.Format(report) : UpgradeMarkdown.Format(report);
        if (file is null) output.Write(text);
        else AtomicFile.Write(file, Encoding.UTF8.GetBytes(text));
    }
}
