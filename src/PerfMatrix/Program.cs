using System.CommandLine;
using PerfMatrix.Commands;

var root = new RootCommand("A performance matrix for .NET: plans, measures, compares and publishes.")
{
    PlanCommand.Create(),
};

return await CommandLine.RunAsync(root, args, Console.Out, Console.Error);
