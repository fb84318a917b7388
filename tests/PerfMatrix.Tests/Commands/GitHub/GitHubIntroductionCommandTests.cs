using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Commands.GitHub;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Commands.GitHub;

/// <summary>The pull request that brings perfmatrix, whose base has none.</summary>
public sealed class GitHubIntroductionCommandTests : IDisposable
{
    private readonly ScratchRepository _repository = new();
    private readonly TemporaryFolder _folder = new();
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    public void Dispose()
    {
        _repository.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task A_base_without_perfmatrix_is_no_failure_and_said_on_the_page_of_the_run_and_in_its_summary()
    {
        var old = _repository.Run("rev-parse", "HEAD");
        _repository.Commit("axes: {}", "crank/matrix.yml");

        Assert.Equal(0, await RunAsync("HEAD^1"));

        var sentence = $"This pull request adds perfmatrix: its base, {old[..8]}, has none yet, so nothing was measured and nothing judged. Pull "
            + $"requests are judged once it is merged.";
        Assert.Equal(
            $"## Nothing to compare with: this pull request adds perfmatrix\n\n{sentence}\n", await File.ReadAllTextAsync(_folder["summary.md"]));
        Assert.EndsWith($"\n::notice title=Nothing to compare with::{sentence}\n", _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_base_with_perfmatrix_has_to_be_compared_with()
    {
        _repository.Commit("axes: {}", "crank/matrix.yml");
        Assert.Equal(2, await RunAsync("HEAD"));
        Assert.Contains("--base: HEAD has crank/matrix.yml, expected a commit without perfmatrix", _error.ToString(), StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["summary.md"]));
    }

    [Fact]
    public async Task A_base_that_is_gone_is_wrong_usage()
    {
        Assert.Equal(2, await RunAsync(new string('d', 40)));
        Assert.Contains("git knows no commit", _error.ToString(), StringComparison.Ordinal);
    }

    private Task<int> RunAsync(string revision)
    {
        var context = new CommandContext(new TestConsole().Console)
        {
            Environment = name => name == "GITHUB_STEP_SUMMARY" ? _folder["summary.md"] : null,
            Root = () => _repository.Root,
        };
        return CommandLine.RunAsync(new RootCommand { GitHubIntroductionCommand.Create(context) }, ["introduction", "--base", revision], _output,
            _error);
    }
}
