using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Configuration;
using PerfMatrix.Evidence.Commands;
using PerfMatrix.Evidence.Demo;
using PerfMatrix.Measurement;

var console = Consoles.Create();
var root = new RootCommand("A performance matrix for .NET: plans, measures, compares and publishes.")
{
    PlanCommand.Create(() => MachineRecord.Limits),
    RunCommand.Create(console),
    CompareCommand.Create(console),
    GateCommand.Create(console, TimeProvider.System, Environment.GetEnvironmentVariable, RepositoryRoot.Find),
    BisectCommand.Create(console),
    ReportCommand.Create(console, Console.Out, ArticleCommand.Create(Console.Out)),
    SiteCommand.Create(DemoFolder.Kept),
    SelftestCommand.Create(console),
    PublishCommand.Create(Console.Out, Console.Error),
    ExportCommand.Create(Console.Out, Console.Error),
    HistoryCommand.Create(Console.Out, HistoryDemoCommand.Create(Console.Out)),
    GitHubCommand.Create(new(Environment.GetEnvironmentVariable, Console.Error)),
    BenchmarkCommand.Create(),
    InitCommand.Create(() => RepositoryRoot.Find(AppContext.BaseDirectory)),
    DoctorCommand.Create(console, Console.Out, Workspace.DoctorChecks, Workspace.AgentChecks, new GitHubConnection(Environment.GetEnvironmentVariable, Console.Error).DoctorChecks),
};

return await CommandLine.RunAsync(root, args, Console.Out, Console.Error);
