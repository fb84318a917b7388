using System.CommandLine;
using System.Text.Json;
using PerfMatrix.Commands;
using PerfMatrix.History;
using PerfMatrix.Tests.History;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Commands;

/// <summary>The commands that look after a history, here of three runs in a folder.</summary>
public sealed class HistoryCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly FolderFiles _files;

    public HistoryCommandTests()
    {
        _files = new(_folder.Root, isFlushed: false);
        foreach (var number in Enumerable.Range(0, 3)) _files.Apply(Publishing.Add(_files, HistorySamples.Compact(number)));
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_derived_file_that_does_not_match_the_runs_is_named_and_made_again()
    {
        Assert.Empty(await StaleAsync());
        File.Delete(_folder[HistoryPaths.Latest]);
        Assert.Contains(HistoryPaths.Latest, await StaleAsync());

        var (code, output) = await RunAsync("rebuild");

        Assert.Equal(0, code);
        Assert.Matches("^rebuild: [1-9] files changed", output);
        Assert.Empty(await StaleAsync());
        Assert.Contains("rebuild: nothing to change.", (await RunAsync("rebuild")).Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Runs_that_are_older_than_the_days_lose_their_rounds()
    {
        var code = (await RunAsync("prune", "--days", "1")).ExitCode;

        Assert.Equal(0, code);
        Assert.Equal([0, 0, 6], new HistoryStore(_files).RunList(0).Runs.Select(run => run.Rounds));
        Assert.Empty(await StaleAsync());
    }

    private async Task<IReadOnlyList<string?>> StaleAsync()
    {
        var (code, output) = await RunAsync("verify", "--json");
        var found = JsonElement.Parse(output);
        Assert.Equal((code == 0, 3), (found.GetProperty("whole").GetBoolean(), found.GetProperty("runs").GetInt32()));
        return [.. found.GetProperty("stale").EnumerateArray().Select(path => path.GetString())];
    }

    // A day after the last run began, so that only this one is no older than a day.
    private async Task<(int ExitCode, string Output)> RunAsync(string command, params string[] options)
    {
        var context = new CommandContext(new TestConsole().Console) { Clock = new PassingClock(HistorySamples.Document(2).StartedAt.AddDays(1)) };
        using var output = new StringWriter();
        var code = await new RootCommand { HistoryCommand.Create(context) }.Parse(["history", command, "--folder", _folder.Root, .. options])
            .InvokeAsync(new InvocationConfiguration { EnableDefaultExceptionHandler = false, Output = output },
                TestContext.Current.CancellationToken);
        return (code, output.ToString());
    }
}
