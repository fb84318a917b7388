using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Evidence.Selftest;

namespace PerfMatrix.Evidence.Commands;

/// <summary><c>selftest report</c>: shows what has been run so far. Nothing is measured.</summary>
public static class SelftestReportCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create()
    {
        var options = new SelftestOptions();
        var command = new Command("report", "Shows what was measured so far; --document writes it as dated Markdown.");
        options.AddTo(command);
        command.SetAction(line =>
        {
            var document = SelftestFile.Read(options.Path(line));
            options.Show(line, document, SelftestTables.Of(document));
            return CommandLine.Good;
        });
        return command;
    }
}
