using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Commands.GitHub;

namespace PerfMatrix.Tests.GitHub;

public sealed class DispatchCommandTests
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
    [InlineData("--base main --runtimes net8.0..net10.0", "found base 'main' and runtimes 'net8.0..net10.0', one of them was expected: two commits "
        + "are compared, or two values in one commit.")]
    [InlineData("--base main --gc-modes server..datas", "found base 'main' and gc-modes 'server..datas', one of them was expected")]
    [InlineData("--runtimes net8.0..net10.0 --gc-modes server..datas", "found runtimes 'net8.0..net10.0' and gc-modes 'server..datas', one of them "
        + "was expected: one axis is compared")]
    [InlineData("--head main", "head: found 'main' and no base, expected both")]
    [InlineData("--runtimes net8.0..net10.0 --runtime net9.0", "found runtimes 'net8.0..net10.0' and runtime 'net9.0', one of them was expected")]
    [InlineData("--gc-modes server..datas --gc zero", "found gc-modes 'server..datas' and gc 'zero', one of them was expected")]
    [InlineData("--runtimes net8.0", "runtimes: found 'net8.0', expected two values, e.g. net8.0..net10.0. Start the workflow again with other "
        + "inputs.")]
    [InlineData("--gc-modes server..datas --publish true", "publish: found it with two values of an axis")]
    public async Task Inputs_of_which_one_would_be_ignored_are_refused(string inputs, string expected)
    {
        Assert.Equal(2, await RunAsync(inputs));
        Assert.Contains(expected, _error.ToString(), StringComparison.Ordinal);
        Assert.Empty(_output.ToString());
    }

    /// <summary>As the step gives them: what was left out is an empty text.</summary>
    private Task<int> RunAsync(string inputs) => CommandLine.RunAsync(
        new RootCommand { GitHubInputsCommand.Create() }, ["inputs", "--base", "", "--head", "", .. inputs.Split(' ')], _output, _error);
}
