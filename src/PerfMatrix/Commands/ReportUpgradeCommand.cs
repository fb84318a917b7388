using PerfMatrix.Reporting.Upgrade;

namespace PerfMatrix.Commands;

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
            format.Show(line, () => UpgradeTerminal.Write(context.Console, report),
                form => form == FormatOptions.Json ? DocumentJson.Text(report) : UpgradeMarkdown.Format(report));
            return report.Cases.Count > 0 ? CommandLine.Good : CommandLine.Incomplete;
        });
        return command;
    }
}
