using System.CommandLine;
using PerfMatrix.Commands;
using PerfMatrix.Evidence.Commands;
using PerfMatrix.Evidence.Selftest;
using PerfMatrix.Evidence.Simulation;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting;
using PerfMatrix.Tests.Results;

namespace PerfMatrix.Evidence.Tests.Commands;

public sealed class SimulateCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    public void Dispose()
    {
        _output.Dispose();
        _error.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void A_small_simulation_says_what_it_can_and_leaves_the_rest_open()
    {
        Assert.Equal(CommandLine.Incomplete, Invoke("--pull-requests", "8", "--cells", "8"));

        var text = _output.ToString();
        Approval.Verify(
            text[..text.IndexOf(" in ", text.LastIndexOf("goals met", StringComparison.Ordinal), StringComparison.Ordinal)] + "\n", "tables");
        Assert.Contains("[81/81] ", _error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Goals_that_few_pull_requests_leave_open_are_good_for_whoever_allows_it()
    {
        string[] few = ["--pull-requests", "8", "--cells", "8"];

        Assert.Equal(CommandLine.Incomplete, Invoke(few));
        Assert.Equal(CommandLine.Incomplete, Invoke([.. few, "--allow-open", "false"]));
        Assert.Equal(CommandLine.Good, Invoke([.. few, "--allow-open", "true"]));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_missed_goal_is_never_good(bool allowOpen) => Assert.Equal(
        CommandLine.Regressed, SelftestSimulateCommand.ExitCode([GoalState.Met, GoalState.Open, GoalState.Missed], allowOpen));

    [Fact]
    public void The_document_keeps_what_other_parts_have_written()
    {
        var file = _folder["selftest.json"];
        Invoke("--pull-requests", "2", "--cells", "4", "--data", file);
        SelftestDocument.Update(file, new("1.0.0", null), old => old with { Causes = [] });
        Invoke("--pull-requests", "3", "--cells", "4", "--seed", "7", "--json", "--data", file);

        var second = SelftestDocument.File.Read(file);
        Assert.NotNull(second.Causes);
        Assert.NotEmpty(second.Simulation!.Rows);
        Assert.Equal(7UL, second.Simulation.Seed);
        Assert.EndsWith(SelftestDocument.File.Format(second), _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_document_of_before_the_rows_is_told_before_anything_is_computed()
    {
        File.WriteAllText(_folder["selftest.json"], SelftestDocument.File.Format(SelftestDocument.Empty(new("0.1.0", null)))
            .Replace("\"simulation\": null", "\"simulation\": { \"designs\": [] }", StringComparison.Ordinal));

        var problem = Assert.Throws<UsageException>(() => Invoke("--pull-requests", "2", "--cells", "4"));

        Assert.Contains("not a selftest document", problem.Message, StringComparison.Ordinal);
        Assert.Equal("", _error.ToString());
    }

    [Fact]
    public void What_is_written_is_what_the_schema_says()
    {
        Invoke("--pull-requests", "2", "--cells", "4", "--json");
        SchemaCheck.AssertFits("selftest", _output.ToString());
    }

    [Theory]
    [InlineData("--pull-requests", "0")]
    [InlineData("--cells", "-1")]
    [InlineData("--threads", "0")]
    [InlineData("--seed", "x")]
    public void Numbers_out_of_range_are_refused(string option, string value)
    {
        Assert.NotEqual(0, Invoke(option, value));
        Assert.Contains(option, _error.ToString(), StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["selftest.json"]));
    }

    private int Invoke(params string[] arguments)
    {
        var root = new RootCommand { SelftestCommand.Create(new(new TestConsole().Console)) };
        string[] with = arguments.Contains("--data") ? arguments : [.. arguments, "--data", _folder["selftest.json"]];
        return root.Parse(["selftest", "simulate", .. with]).Invoke(new InvocationConfiguration
        {
            EnableDefaultExceptionHandler = false,
            Error = _error,
            Output = _output,
        });
    }
}
