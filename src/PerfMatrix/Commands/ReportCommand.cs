using System.CommandLine;
using System.Text;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Site;
using PerfMatrix.Reporting.Upgrade;
using PerfMatrix.Results;
using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary><c>report</c>: shows a run document again, in any format. Nothing is measured.</summary>
internal static class ReportCommand
{
    private const string Terminal = "terminal";
    private const string Markdown = "markdown";
    private const string Json = "json";
    private const string Html = "html";

    /// <param name="output">Where Markdown, JSON and HTML go without <c>--output</c>.</param>
    public static Command Create(IAnsiConsole console, TextWriter output, params IEnumerable<Command> others)
    {
        var run = new Argument<string>("run")
        {
            Description = "A run.json, the folder of a run, or a folder of runs (its newest).",
            DefaultValueFactory = _ => RunFolder.DefaultParent,
        };
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
            if (file is not null)
                throw new UsageException("--output needs --format markdown, json or html; the terminal format goes to the terminal.");
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

/// <summary><c>report upgrade</c>: what changes from one runtime or GC mode to another, for people who decide about the upgrade.</summary>
internal static class UpgradeReportCommand
{
    private const string Terminal = "terminal";
    private const string Markdown = "markdown";
    private const string Json = "json";

    /// <param name="output">Where Markdown and JSON go without <c>--output</c>.</param>
    public static Command Create(IAnsiConsole console, TextWriter output)
    {
        var run = new Argument<string>("run")
        {
            Description = "A run.json, the folder of a run, or a folder of runs (its newest).",
            DefaultValueFactory = _ => RunFolder.DefaultParent,
        };
        var from = new Option<string>("--from") { Description = "Runtime or GC mode before: net8.0, or server.", Required = true };
        var to = new Option<string>("--to") { Description = "Runtime or GC mode after: net10.0, or datas.", Required = true };
        var format = new Option<string>("--format", "-f") { Description = "terminal, markdown or json.", DefaultValueFactory = _ => Terminal };
        format.AcceptOnlyFromAmong(Terminal, Markdown, Json);
        var json = new Option<bool>("--json") { Description = "Short for --format json." };
        var file = new Option<string?>("--output", "-o") { Description = "File to write instead of standard output; not for the terminal format." };
        var command = new Command("upgrade", "Shows what changes from one runtime or GC mode to another, corrected for multiple comparisons.") { run,
            from, to, format, json, file };
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
