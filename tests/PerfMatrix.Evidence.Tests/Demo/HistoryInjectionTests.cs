using System.CommandLine;
using System.Globalization;
using PerfMatrix.Commands;
using PerfMatrix.Evidence.Commands;
using PerfMatrix.Evidence.Demo;
using PerfMatrix.History;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Evidence.Tests.Demo;

/// <summary>On a generated history whose noise lasts from run to run, as that of nightly runs does.</summary>
public sealed class HistoryInjectionTests
{
    private static readonly DemoOptions s_nightly = new(Runs: 110, Cells: 4, Seed: 3, HasChanges: false) { RunLuck = 0.006, Autocorrelation = 0.7 };

    [Fact]
    public void Larger_steps_are_found_more_often_and_those_of_a_whole_scenario_sooner()
    {
        var injection = new HistoryInjection([.. new DemoHistory(s_nightly).Generate()]);

        var shares = injection.Inject([1, 10], 6, TestContext.Current.CancellationToken).Where(share => share.Metric == "throughput").ToList();

        Assert.Equal(
            [(false, 1.0), (false, 10.0), (true, 1.0), (true, 10.0)],
            shares.Select(share => (share.IsWhole, share.Percent)).Order());
        Assert.All(shares, share => Assert.Equal(6, share.Soon.Trials));
        Assert.All(shares, share => Assert.True(share.Soon.Successes <= share.Late.Successes));
        InjectedShare Of(bool isWhole, double percent) => shares.Single(share => share.IsWhole == isWhole && share.Percent == percent);
        Assert.True(Of(isWhole: false, 1).Late.Successes < Of(isWhole: false, 10).Late.Successes);
        Assert.True(Of(isWhole: false, 10).Soon.Successes <= Of(isWhole: true, 10).Soon.Successes);
        Assert.Equal(6, Of(isWhole: true, 10).Late.Successes);
    }

    [Fact]
    public void Noise_that_lasts_shows_as_autocorrelation_and_noise_of_single_runs_does_not()
    {
        SeriesNoise Of(double autocorrelation) => new HistoryInjection(
            [.. new DemoHistory(s_nightly with { RunLuck = 0.03, Autocorrelation = autocorrelation }).Generate()])
            .Noise().Single(noise => noise.Metric == "throughput");

        Assert.InRange(Of(0.8).Autocorrelation, 0.4, 1);
        Assert.InRange(Of(0).Autocorrelation, -0.3, 0.3);
        Assert.InRange(Of(0).Percent, 2, 5);
    }

    [Fact]
    public void A_step_moves_the_ratios_of_its_cells_from_its_place_on_in_the_direction_that_is_worse()
    {
        var run = new DemoHistory(s_nightly).Generate().First();
        var metric = run.Table.Metrics.Single(each => each.Name == "throughput");
        var step = new InjectedStep(metric, 5, IsWhole: false, 0, run.Table.Cells[run.Run.Variants.Cell[1]]);

        var (before, after) = (run.Run.Summary["throughput"], step.In(run).Run.Summary["throughput"]);

        Assert.Equal(before.Ratio[1] + LogUnits.Of(Math.Log(0.95)), after.Ratio[1]);
        Assert.Equal(before.High[1] + LogUnits.Of(Math.Log(0.95)), after.High[1]);
        Assert.Equal(before.Ratio[0], after.Ratio[0]);
        Assert.Same(run.Run.Summary["peakRss"], step.In(run).Run.Summary["peakRss"]);
    }

    [Fact]
    public void A_history_that_is_too_short_says_how_many_runs_are_needed() => Assert.Contains("found no series of 28 runs",
        Assert.Throws<UsageException>(() => new HistoryInjection([.. new DemoHistory(s_nightly with { Runs = 20 }).Generate()])
            .Inject([5], 1, TestContext.Current.CancellationToken)).Message, StringComparison.Ordinal);

    [Fact]
    public async Task The_command_reads_a_published_history_and_states_what_would_be_found()
    {
        using var folder = new TemporaryFolder();
        DemoFolder.Write(folder.Root, s_nightly with { Runs = 60 });

        var output = await RunAsync("--folder", folder.Root, "--percent", "2,20", "--trials", "2");

        Assert.StartsWith("60 runs; ", output, StringComparison.Ordinal);
        Assert.Contains("throughput, all cells of a scenario, 20 % worse: within 5 runs ", output, StringComparison.Ordinal);
        Assert.Matches(@"throughput: \d\.\d\d % from run to run, autocorrelation -?0\.\d\d\.", output);
    }

    [Fact]
    public async Task Values_that_another_tool_stored_without_a_reference_are_as_good_as_ratios()
    {
        using var folder = new TemporaryFolder();
        var random = new Random(7);
        var entries = Enumerable.Range(0, 60).Select(run =>
            $$"""{"commit":{"id":"{{run:x8}}"},"date":{{(run + 1) * 86_400_000L}},"benches":[{{Bench("a")}},{{Bench("b")}}]}""");
        string Bench(string name) => string.Create(
            CultureInfo.InvariantCulture, $$"""{"name":"{{name}}","unit":"ns","value":{{200 * (1 + (random.NextDouble() / 50))}}}""");
        var data = folder.Write("data.js", $$$"""window.BENCHMARK_DATA = {"entries":{"suite":[{{{string.Join(',', entries)}}}]}};""");

        var output = await RunAsync(data, "--percent", "0.3,20", "--trials", "4");

        Assert.StartsWith("60 runs; 0 marks without a step.", output, StringComparison.Ordinal);
        Assert.Matches(@"imported smaller ns: 0\.\d\d % from run to run, autocorrelation -?0\.\d\d\.", output);
        Assert.Matches(@"imported smaller ns, one cell, 0.3 % worse: within 5 runs 0 of 4, .*, within 20 runs 0 of 4, ", output);
        Assert.Matches(@"imported smaller ns, all cells of a scenario, 20 % worse: within 5 runs 4 of 4, .*, within 20 runs 4 of 4, ", output);
    }

    [Fact]
    public async Task A_file_beside_a_place_of_a_history_and_one_that_is_missing_are_refused()
    {
        Assert.Equal("found both data.js and a place of a history; give one of them",
            (await Assert.ThrowsAsync<UsageException>(() => RunAsync("data.js", "--folder", "gh-pages"))).Message);
        Assert.StartsWith("no-such/data.js: no such file. Give the data.js of github-action-benchmark",
            (await Assert.ThrowsAsync<UsageException>(() => RunAsync("no-such/data.js"))).Message, StringComparison.Ordinal);
    }

    private static async Task<string> RunAsync(params string[] arguments)
    {
        var output = new StringWriter();
        var exit = await new RootCommand { HistoryCommand.Create(new(new TestConsole().Console), HistoryInjectCommand.Create()) }
            .Parse(["history", "inject", .. arguments])
            .InvokeAsync(new InvocationConfiguration { EnableDefaultExceptionHandler = false, Output = output },
                TestContext.Current.CancellationToken);
        Assert.Equal(0, exit);
        return output.ToString();
    }
}
