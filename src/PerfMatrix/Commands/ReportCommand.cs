namespace PerfMatrix.Commands;

/// <summary><c>report</c>: shows a run document again, in any format. Nothing is measured.</summary>
internal static class ReportCommand
{
    public static Command Create(CommandContext context)
    {
        var (run, format) = (RunArguments.One(), new FormatOptions(
            FormatOptions.Terminal, FormatOptions.Markdown, FormatOptions.Json, FormatOptions.Html));
        var command = new Command("report", "Shows a run: terminal, markdown, json or html.")
        {
            run, ReportUpgradeCommand.Create(context), ReportGcCommand.Create(context),
        };
        format.AddWithFileTo(command);
        command.SetAction(line =>
        {
            var document = RunFolder.FindDocument(line.GetValue(run)!);
            var measured = RunDocument.File.Read(document);
            var console = context.Console;
            format.Show(line, () => TerminalReport.Write(console, RunTables.Of(measured, console.Profile.Width)), form => form switch
            {
                FormatOptions.Json => DocumentJson.Text(ReportBuilder.Build(measured)),
                FormatOptions.Html => HtmlReport.Format(document, measured, Workspace.Policy()),
                _ => MarkdownReport.Format(RunTables.Of(measured)),
            });
        });
        return command;
    }
}

/// <summary>The argument that names runs; the same for every command that reads them.</summary>
internal static class RunArguments
{
    public static Argument<string> One() => new Argument<string>("run") { DefaultValueFactory = _ => RunFolder.DefaultParent }.Help(
        "A run.json, the folder of a run, or a folder of runs (its newest).");

    public static Argument<string[]> Several() => new("run")
    {
        Description =
            "A run.json, the folder of a run, or a folder of runs (its newest). Several runs of one commit on one machine are reported as one.",
        Arity = ArgumentArity.ZeroOrMore,
        DefaultValueFactory = _ => [RunFolder.DefaultParent],
    };
}

/// <summary><c>report upgrade</c>: what changes from one runtime or GC mode to another, for people who decide about the upgrade.</summary>
internal static class ReportUpgradeCommand
{
    public static Command Create(CommandContext context)
    {
        var (run, format) = (RunArguments.One(), new FormatOptions());
        var from = new Option<string>("--from") { Description = "Runtime or GC mode before: net8.0, or server.", Required = true };
        var to = new Option<string>("--to") { Description = "Runtime or GC mode after: net10.0, or datas.", Required = true };
        var command = new Command("upgrade", "Shows what changes from one runtime or GC mode to another, corrected for multiple comparisons.")
        {
            run, from, to,
        };
        format.AddWithFileTo(command);
        command.SetAction(line =>
        {
            var document = RunDocument.File.Read(RunFolder.FindDocument(line.GetValue(run)!));
            var report = UpgradeReportBuilder.Build(document, line.GetValue(from)!, line.GetValue(to)!);
            format.Show(line, context, UpgradeTable.Of(report), () => DocumentJson.Text(report));
            return report.Cases.Count > 0 ? CommandLine.Good : CommandLine.Incomplete;
        });
        return command;
    }
}
