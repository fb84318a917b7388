using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Gate;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Gate;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Commands;

public sealed class CompareCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly TestConsole _console = new();
    private readonly StringWriter _output = new();

    public void Dispose()
    {
        _output.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Both_sides_of_a_run_are_compared_and_written_beside_it()
    {
        var run = Write("a", GateRuns.Run("20261121-a", 7, GateRuns.Unchanged, GateRuns.Slower));
        Assert.Equal(0, Invoke(run));
        Approval.Verify(_console.Output, "sides");
        Assert.Equal(2, ComparisonDocument.File.Read(_folder["a/comparison.json"]).Cells.Count);
    }

    [Fact]
    public void Two_runs_are_refused_and_the_message_says_how_to_measure_both_together()
    {
        var (old, head) =
            (Write("a", GateRuns.OneSided("20261121-a", 7, GateRuns.Unchanged)), Write("b", GateRuns.OneSided("20261121-b", 7, GateRuns.Slower)));

        var problem = Assert.Throws<UsageException>(() => Invoke(old, head));

        Assert.StartsWith("20261121-a and 20261121-b are two runs without a common block", problem.Message, StringComparison.Ordinal);
        Assert.EndsWith("scripts/perfmatrix compare BASE HEAD", problem.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["b/comparison.json"]));
    }

    [Theory]
    [InlineData("--runtime", "net9.0..net10.0", "hello-minimal/net9.0..net10.0/workstation/2c")]
    [InlineData("--gc", "workstation..server", "hello-minimal/net10.0/workstation..server/2c")]
    public void Two_values_of_an_axis_are_compared_inside_a_run(string option, string value, string cell)
    {
        Assert.Equal(0, Invoke(Write("a", SampleRun.Create(rounds: 7)), option, value, "--scenario", "hello-minimal"));
        var comparison = ComparisonDocument.File.Read(_folder["a/comparison.json"]);
        Assert.Contains(cell, comparison.Cells.Select(c => c.Id));
        Assert.All(comparison.Cells, c => Assert.Equal("hello-minimal", c.Scenario));
    }

    [Theory]
    [InlineData("--rounds", "12")]
    [InlineData("--warmup", "1s")]
    [InlineData("--driver", "local")]
    [InlineData("--profile", "lab")]
    [InlineData("--variable", "a=b")]
    [InlineData("--subset", "pr")]
    [InlineData("--stage", "screen")]
    [InlineData("--remote-source", "file:///srv/x.git", "--driver", "crank")]
    public void Options_of_measuring_are_refused_where_nothing_is_measured(string option, params string[] values)
    {
        var run = Write("a", GateRuns.Run("20261121-a", 7, GateRuns.Unchanged));

        var problem = Assert.Throws<UsageException>(() => Invoke([run, option, .. values]));

        Assert.Contains(option, problem.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["a/comparison.json"]));
    }

    [Fact]
    public void Json_is_the_document_and_markdown_a_table()
    {
        var run = Write("a", GateRuns.Run("20261121-a", 7, GateRuns.Slower));
        Assert.Equal(0, Invoke(run, "--json", "--out", _folder["elsewhere"]));
        Assert.Equal(File.ReadAllText(_folder["elsewhere/comparison.json"]), _output.ToString());
        Assert.Equal(0, Invoke(run, "--format", "markdown"));
        Assert.Contains("| hello-minimal/net10.0/server/2c | Throughput | 80,000 | ", _output.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("found nothing to compare; ")]
    [InlineData("nowhere.json: no such file or folder of a run. ", "nowhere.json")]
    [InlineData("--runtime net8.0..net9.0: found two documents, one was expected", "@a", "@a", "--runtime", "net8.0..net9.0")]
    [InlineData("run 20261121-a is given twice; ", "@a", "@a")]
    [InlineData("found two values of a runtime and two of a GC mode, one axis was "
        + "expected", "@a", "--runtime", "net8.0..net9.0", "--gc", "server..datas")]
    [InlineData("--remote-source: found --driver local, which measures on this machine what is built here; give --driver "
        + "crank", "HEAD~1", "--remote-source", "file:///srv/x.git")]
    [InlineData("--remote-source: found --driver local", "HEAD~1", "--remote-source", "file:///srv/x.git", "--driver", "local")]
    [InlineData("--remote-source: found 'nowhere', expected the address of a git "
        + "repository", "HEAD~1", "--remote-source", "nowhere", "--driver", "crank")]
    [InlineData("no cell of the comparison has the chosen values; it has hello-minimal/net10.0/server/2c", "@a", "--gc", "datas")]
    [InlineData("found 'net8.0..net9.0,net10.0', only 'net8.0..net9.0' was expected", "@a", "--runtime", "net8.0..net9.0,net10.0")]
    public void A_wrong_request_says_what_is_wrong(string message, params string[] arguments)
    {
        var run = Write("a", GateRuns.Run("20261121-a", 7, GateRuns.Slower));
        var error = Assert.Throws<UsageException>(() => Invoke([.. arguments.Select(argument => argument == "@a" ? run : argument)]));
        Assert.StartsWith(message, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_verdict_of_a_measured_comparison_sets_the_exit_code()
    {
        var document = GateRuns.Comparison(GateRuns.Run("r", 7, GateRuns.Unchanged));
        var verdict = GateDecision.Of([document, GateRuns.Confirmation(6, GateRuns.Slower)], new(new())).Verdict;

        Assert.Equal(3, new ComparisonResult(document, "", verdict with { Outcome = Outcome.Incomplete }).ExitCode);
        Assert.Equal(1, new ComparisonResult(document, "", verdict with { Outcome = Outcome.Regressed }).ExitCode);
        Assert.Equal(3, new ComparisonResult(document, "") { IsIncomplete = true }.ExitCode);
        Assert.Equal(0, new ComparisonResult(document, "").ExitCode);
    }

    private string Write(string name, RunDocument run)
    {
        Directory.CreateDirectory(_folder[name]);
        RunDocument.File.Write(_folder[$"{name}/run.json"], run);
        return _folder[name];
    }

    private int Invoke(params string[] arguments)
    {
        var root = new RootCommand { CompareCommand.Create(new(_console.Console)) };
        return root.Parse(["compare", .. arguments]).Invoke(new InvocationConfiguration { EnableDefaultExceptionHandler = false, Output = _output });
    }
}
