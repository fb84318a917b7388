using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Commands.GitHub;

namespace PerfMatrix.Tests.Commands.GitHub;

public sealed class GitHubInputsCommandTests
{
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    [Theory]
    [InlineData("--publish true", "measures and publishes")]
    [InlineData("--runtime net9.0 --gc server --publish false", "measures")]
    [InlineData("--base origin/main --head change --runtime net9.0 --gc server --publish true", "compares two commits and publishes")]
    [InlineData("--runtimes net8.0..net10.0 --runtime subset --gc server", "compares two values of an axis")]
    [InlineData("--gc-modes server..datas --gc subset --runtime net9.0", "compares two values of an axis")]
    public async Task Inputs_that_go_together_say_what_will_be_done(string inputs, string expected)
    {
        Assert.Equal(0, await RunAsync(inputs));
        Assert.Equal($"perfmatrix: the workflow {expected}\n", _output.ToString());
    }

    [Theory]
    [InlineData("--base main --runtimes net8.0..net10.0", "found both --base and --runtimes; two commits are compared, or two values in one commit")]
    [InlineData("--base main --gc-modes server..datas", "found both --base and --gc-modes; ")]
    [InlineData("--runtimes net8.0..net10.0 --gc-modes server..datas", "found both --runtimes and --gc-modes; one axis is compared")]
    [InlineData("--head main", "--head: found 'main' and no base, expected both")]
    [InlineData("--runtimes net8.0..net10.0 --runtime net9.0", "found both --runtimes and --runtime; ")]
    [InlineData("--gc-modes server..datas --gc zero", "found both --gc-modes and --gc; ")]
    [InlineData("--runtimes net8.0", "--runtimes: found 'net8.0', expected two values, e.g. net8.0..net10.0")]
    [InlineData("--gc-modes server..datas --publish true", "found both --publish and --gc-modes; ")]
    public async Task Conflicting_inputs_are_rejected(string inputs, string expected)
    {
        Assert.Equal(2, await RunAsync(inputs));
        Assert.Contains(expected, _error.ToString(), StringComparison.Ordinal);
        Assert.Empty(_output.ToString());
    }

    /// <summary>As the step gives them: what was left out is an empty text.</summary>
    private Task<int> RunAsync(string inputs) => CommandLine.RunAsync(
        new RootCommand { GitHubInputsCommand.Create() }, ["inputs", "--base", "", "--head", "", .. inputs.Split(' ')], _output, _error);
}
