using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Commands.GitHub;
using PerfMatrix.Configuration;
using PerfMatrix.Evidence.Commands;
using PerfMatrix.Evidence.Demo;
using PerfMatrix.Measurement;
using Spectre.Console;

namespace PerfMatrix.Cli;

/// <summary>What the program can do.</summary>
internal static class Contents
{
    public static RootCommand Of(IAnsiConsole console, TextWriter output, TextWriter error) =>
        new("A performance matrix for .NET: plans, measures, compares and publishes.")
    {
        PlanCommand.Create(() => MachineRecord.Limits),
        RunCommand.Create(console),
        CompareCommand.Create(console),
        GateCommand.Create(console, TimeProvider.System, Environment.GetEnvironmentVariable, RepositoryRoot.Find),
        BisectCommand.Create(console),
        ReportCommand.Create(console, output, ArticleCommand.Create(output)),
        SiteCommand.Create(DemoFolder.Kept),
        SelftestCommand.Create(console),
        PublishCommand.Create(output, error),
        ExportCommand.Create(output, error),
        HistoryCommand.Create(output, HistoryDemoCommand.Create(output)),
        GitHubCommand.Create(new(Environment.GetEnvironmentVariable, error)),
        BenchmarkCommand.Create(),
        InitCommand.Create(() => RepositoryRoot.Find(AppContext.BaseDirectory)),
        DoctorCommand.Create(console, output, Workspace.DoctorChecks, Workspace.AgentChecks,
            new GitHubConnection(Environment.GetEnvironmentVariable, error).DoctorChecks),
    };
}
