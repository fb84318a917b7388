using System.CommandLine;
using System.Text;
using PerfMatrix.Reporting;
using PerfMatrix.Reporting.Gc;
using PerfMatrix.Results;

namespace PerfMatrix.Commands;

/// <summary><c>report gc RUN...</c>: the garbage collector over time.</summary>
internal static class GcReportCommand
{
    public static Command Create(TextWriter output)
    {
        var shared = new DocumentOptions();
        var command = new Command("gc", "Shows the garbage collector over time: memory, heaps, pauses, and which questions they answer.");
        shared.AddTo(command);
        command.SetAction(line =>
        {
            var (run, timelines) = shared.Runs(line);
            shared.Write(line, output, GcReport.Build(run, timelines), $"gc-{run.Id}");
        });
        return command;
    }
}

/// <summary>What <c>report gc</c> and <c>report article</c> take: runs, and a report with charts as one HTML file or as Markdown.</summary>
internal sealed class DocumentOptions
{
    private const string Html = "html";
    private const string Markdown = "markdown";

    private readonly Argument<string[]> _runs = new("run")
    {
        Description =
            "A run.json, the folder of a run, or a folder of runs (its newest). Several runs of one commit on one machine are reported as one.",
        Arity = ArgumentArity.ZeroOrMore,
        DefaultValueFactory = _ => [RunFolder.DefaultParent],
    };

    private readonly Option<string?> _file = new("--output", "-o")
    {
        Description = "File to write, .html or .md. The charts of a Markdown file go to a folder beside it.",
    };
    private readonly Option<string?> _format = new("--format", "-f")
    {
        Description = "html or markdown; needed only if the file name does not tell. Without a file, Markdown goes to standard output.",
    };

    public void AddTo(Command command)
    {
        _format.AcceptOnlyFromAmong(Html, Markdown);
        command.Arguments.Add(_runs);
        command.Options.Add(_file);
        command.Options.Add(_format);
    }

    public JoinedRuns Runs(ParseResult line) => JoinedRuns.Read([.. line.GetValue(_runs)!.Select(RunFolder.FindDocument)]);

    public void Write(ParseResult line, TextWriter output, ReportDocument report, string name)
    {
        var file = line.GetValue(_file);
        var isHtml = (line.GetValue(_format) ?? (file?.EndsWith(".html", StringComparison.OrdinalIgnoreCase) == true ? Html : Markdown)) == Html;
        if (file is null) output.Write(isHtml ? HtmlDocument.Format(report) : MarkdownDocument.Format(report, chartFolder: null));
        else if (isHtml) AtomicFile.Write(file, Encoding.UTF8.GetBytes(HtmlDocument.Format(report)));
        else WriteMarkdown(file, report, $"{name}-charts");
    }

    private static void WriteMarkdown(string file, ReportDocument report, string charts)
    {
        var folder = Path.Combine(Path.GetDirectoryName(Path.GetFullPath(file))!, charts);
        Directory.CreateDirectory(folder);
        foreach (var chart in MarkdownDocument.Charts(report))
            AtomicFile.Write(Path.Combine(folder, chart.Name + ".svg"), Encoding.UTF8.GetBytes(chart.Svg));
        AtomicFile.Write(file, Encoding.UTF8.GetBytes(MarkdownDocument.Format(report, charts)));
    }
}
