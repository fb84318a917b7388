using System.CommandLine;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting;
using PerfMatrix.Results;
using Spectre.Console;

namespace PerfMatrix.Commands;

/// <summary><c>report</c>: shows a run document again, in any format. Nothing is measured.</summary>
public static class ReportCommand
{
    private const string Terminal = "terminal";
    private const string Markdown = "markdown";
    private const string Json = "json";

    /// <summary>Creates the command.</summary>
    /// <param name="console">Where a report is shown.</param>
    /// <param name="output">Where Markdown and JSON go without <c>--output</c>.</param>
    /// <param name="catalogue">Reads the metric catalogue; called only when the command runs.</param>
    public static Command Create(IAnsiConsole console, TextWriter output, Func<IReadOnlyList<Metric>> catalogue)
    {
        var run = new Argument<string>("run") { Description = "A run.json, the folder of a run, or a folder of runs (its newest).", DefaultValueFactory = _ => RunFolder.DefaultParent };
        var format = new Option<string>("--format", "-f") { Description = "terminal, markdown or json.", DefaultValueFactory = _ => Terminal };
        format.AcceptOnlyFromAmong(Terminal, Markdown, Json);
        var json = new Option<bool>("--json") { Description = "Short for --format json." };
        var file = new Option<string?>("--output", "-o") { Description = "File to write instead of standard output; not for the terminal format." };
        var command = new Command("report", "Shows a run: terminal, markdown or json.") { run, format, json, file };
        command.SetAction(parsed =>
        {
            var chosen = parsed.GetValue(json) ? Json : parsed.GetValue(format)!;
            var document = RunFile.Read(RunFolder.FindDocument(parsed.GetValue(run)!));
            Show(console, output, document, catalogue(), chosen, parsed.GetValue(file));
            return 0;
        });
        return command;
    }

    private static void Show(IAnsiConsole console, TextWriter output, RunDocument run, IReadOnlyList<Metric> catalogue, string format, string? file)
    {
        if (format == Terminal)
        {
            if (file is not null) throw new UsageException("--output needs --format markdown or json; the terminal format goes to the terminal.");
            TerminalReport.Write(console, run, catalogue);
            return;
        }

        var text = format == Json ? JsonReport.Format(run, catalogue) : MarkdownReport.Format(run, catalogue);
        if (file is null) output.Write(text);
        else AtomicFile.Write(file, System.Text.Encoding.UTF8.GetBytes(text));
    }
}
