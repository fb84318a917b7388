using System.CommandLine;
using PerfMatrix.Commands;

var console = Consoles.Create();
var root = new RootCommand("A performance matrix for .NET: plans, measures, compares and publishes.")
{
    PlanCommand.Create(),
    RunCommand.Create(console),
    ReportCommand.Create(console, Console.Out, Workspace.Catalogue),
    DoctorCommand.Create(console, Console.Out, Workspace.DoctorChecks),
};

return await CommandLine.RunAsync(root, args, Console.Out, Console.Error);
