using System.CommandLine;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;

namespace PerfMatrix.Commands;

/// <summary><c>report gc RUN...</c>: the garbage collector over time.</summary>
internal static class ReportGcCommand
{
    public static Command Create()
    {
        var shared = new DocumentOptions();
        var command = new Command("gc", "Shows memory, heaps and pauses of the garbage collector over time.");
        shared.AddTo(command);
        command.SetAction(line =>
        {
            var (run, timelines) = shared.Runs(line);
            shared.Write(line, GcReport.Build(run, timelines), $"gc-{run.Id}");
        });
        return command;
    }
}

/// <summary>What <c>report gc</c> and <c>report article</c> take: runs, and a report with charts as one HTML file or as Markdown.</summary>
internal sealed class DocumentOptions
{
    private readonly Argument<string[]> _runs = RunArguments.Several();
    private readonly Option<string?> _file = new("--out", "--output", "-o")
    {
        Description = "File to write, .html or .md. The charts of a Markdown file go to a folder beside it.",
    };
    private readonly Option<string?> _format = new("--format", "-f")
    {
        Description = "html or markdown; needed only if the file name does not tell. Without a file, Markdown goes to standard output.",
    };

    public void AddTo(Command command)
    {
        _format.AcceptOnlyFromAmong(FormatOptions.Html, FormatOptions.Markdown);
        command.Arguments.Add(_runs);
        command.Options.Add(_file);
        command.Options.Add(_format);
    }

    public JoinedRuns Runs(ParseResult line) => JoinedRuns.Read([.. line.GetValue(_runs)!.Select(RunFolder.FindDocument)]);

    public void Write(ParseResult line, ReportDocument report, string name)
    {
        var file = line.GetValue(_file);
        var isHtml = line.GetValue(_format) is { } format ? format == FormatOptions.Html
            : file?.EndsWith(".html", StringComparison.OrdinalIgnoreCase) == true;
        var charts = file is null || isHtml ? null : $"{name}-charts";
        var text = isHtml ? HtmlDocument.Format(report) : MarkdownDocument.Format(report, charts);
        if (charts is not null) WriteCharts(Path.Combine(Path.GetDirectoryName(Path.GetFullPath(file!))!, charts), report);
        if (file is null) line.InvocationConfiguration.Output.Write(text);
        else AtomicFile.Write(file, Encoding.UTF8.GetBytes(text));
    }

    private static void WriteCharts(string folder, ReportDocument report)
    {
        Directory.CreateDirectory(folder);
        foreach (var chart in MarkdownDocument.Charts(report))
            AtomicFile.Write(Path.Combine(folder, chart.Name + ".svg"), Encoding.UTF8.GetBytes(chart.Svg));
    }
}
