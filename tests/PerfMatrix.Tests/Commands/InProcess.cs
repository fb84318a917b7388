using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Commands.GitHub;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Commands;

/// <summary>The command line in the process of the tests, for what ends before it measures. The current folder is that of the whole process, so these
/// run one at a time.</summary>
[CollectionDefinition(OneAtATime, DisableParallelization = true)]
public sealed class InProcess
{
    public const string OneAtATime = "in process";

    internal static Task<(int ExitCode, string Output, string Error)> RunAsync(string folder, params IEnumerable<string> arguments) =>
        RunAsync(Root, folder, arguments);

    internal static async Task<(int ExitCode, string Output, string Error)> RunAsync(
        Func<RootCommand> root, string folder, IEnumerable<string> arguments)
    {
        var (output, error, before) = (new StringWriter(), new StringWriter(), Environment.CurrentDirectory);
        Environment.CurrentDirectory = folder;
        try
        {
            return (await CommandLine.RunAsync(root(), [.. arguments], output, error), output.ToString(), error.ToString());
        }
        finally
        {
            Environment.CurrentDirectory = before;
        }
    }

    private static RootCommand Root()
    {
        var context = new CommandContext(new TestConsole().Console) { Environment = _ => null };
        return
        [
            PlanCommand.Create(context),
            RunCommand.Create(context),
            CompareCommand.Create(context),
            BisectCommand.Create(context),
            GitHubCommand.Create(context),
            InitCommand.Create(),
        ];
    }
}
