using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Commands.GitHub;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Commands.GitHub;

public sealed class GitHubPlanCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>Both sides of a pull request plan, and one of them keeps its plan.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_summary_of_the_run_has_the_plan_that_is_kept(bool isKept)
    {
        var context = new CommandContext(new TestConsole().Console)
        {
            Environment = name => name == "GITHUB_STEP_SUMMARY" ? _folder["summary.md"] : null,
            Root = () => Checkout.Root,
        };
        using var output = new StringWriter();
        using var error = new StringWriter();

        var code = await CommandLine.RunAsync(new RootCommand { GitHubPlanCommand.Create(context) },
            ["plan", "--scenario", "hello-minimal", "--runtime", "net10.0", "--gc", "server", "--machine-cores", "2", "--cores", "2",
                "--reference", "none", "--history", _folder["nowhere"], .. isKept ? ["--out", _folder["plan.json"]] : Array.Empty<string>()],
            output, error);

        Assert.True(code == 0, error.ToString());
        Assert.Contains("About ", output.ToString(), StringComparison.Ordinal);
        Assert.Equal((isKept, isKept), (File.Exists(_folder["summary.md"]), File.Exists(_folder["plan.json"])));
    }
}
