using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Commands.GitHub;
using PerfMatrix.Evidence.Commands;
using PerfMatrix.Evidence.Demo;

namespace PerfMatrix.Cli;

internal static class Contents
{
    public static RootCommand Of(CommandContext context) => new("A performance matrix for .NET: plans, measures, compares and publishes.")
    {
        PlanCommand.Create(context),
        RunCommand.Create(context),
        CompareCommand.Create(context),
        GateCommand.Create(context),
        WhyCommand.Create(context),
        AdviseCommand.Create(context),
        BisectCommand.Create(context),
        ReportCommand.Create(context),
        SiteCommand.Create(DemoFolder.Kept),
        SelftestCommand.Create(context),
        PublishCommand.Create(context),
        ExportCommand.Create(),
        McpCommand.Create(),
        HistoryCommand.Create(context, HistoryDemoCommand.Create(), HistoryInjectCommand.Create()),
        GitHubCommand.Create(context),
        InitCommand.Create(),
        DoctorCommand.Create(context, Workspace.MachineChecks, Workspace.AgentChecks, new GitHubConnection(context, Console.Error).DoctorChecks),
    };
}
