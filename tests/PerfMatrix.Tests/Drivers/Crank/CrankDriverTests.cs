using System.Text;
using System.Text.Json.Nodes;
using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Drivers.Crank;

/// <summary>The crank driver with the real controller, the real agent, the real launcher and load job, and a real application.</summary>
[Trait("kind", "processes")]
public sealed class CrankDriverTests(RealCrank crank) : IClassFixture<RealCrank>
{
    [Fact]
    public async Task A_block_is_measured_in_one_deployment_with_fresh_processes_each_round_and_cranks_own_result_is_kept_without_its_token()
    {
        RealCrank.Need();
        var progress = new List<string>();
        var running = 0;

        var rounds = await crank.MeasureAsync(["none", "none"], report =>
        {
            progress.Add($"{report.Round} {report.Phase}");
            running = Math.Max(running, crank.Processes().Count);
        });

        Assert.Equal([1, 2], rounds.Select(round => round.Round));
        Assert.All(rounds.SelectMany(round => round.Variants), variant => Assert.Null(variant.Failure));
        Assert.All(rounds.SelectMany(round => round.Variants), variant => Assert.True(variant.Requests > 0 && variant.Startup > TimeSpan.Zero));
        Assert.All(rounds, round => Assert.Equal(8, round.Slices.Count));
        Assert.Equal("0 deploying", progress[0]);
        Assert.Contains("1 measuring", progress);
        // Launchers and load, at least, were seen.
        Assert.True(running >= 2, $"saw {running} processes");
        Assert.Empty(crank.Processes());
        Assert.Empty(crank.Files());
        AssertIsResultOf(rounds, Encoding.UTF8.GetString(crank.Results["faulty-1c"]));
    }

    [Fact]
    public async Task A_variant_that_dies_under_load_is_failed_although_crank_ends_with_code_0()
    {
        RealCrank.Need();
        var rounds = await crank.MeasureAsync(["none", "dies-after:200"]);

        Assert.All(rounds, round => Assert.Null(round.Variants[0].Failure));
        Assert.All(rounds, round => Assert.Contains("died while it was measured", round.Variants[1].Failure!.Reason));
        Assert.All(rounds, round => Assert.Contains(round.Variants[1].Failure!.LastLines, line => line.Contains("dies on purpose")));
    }

    [Fact]
    public async Task Launchers_and_load_on_two_agents_are_two_jobs_with_the_same_result()
    {
        RealCrank.Need();
        var lane = RealCrank.Lane(crank.Agent) with { Load = RealCrank.FreeAgent() };
        await using var driver = crank.Create(new CrankProfile(CrankProfile.Local, [lane], new Dictionary<string, string>()));

        var rounds = await RealCrank.MeasureAsync(driver, crank.Deployment(["none", "none"], "apart-1c"));

        Assert.Equal([1, 2], rounds.Select(round => round.Round));
        Assert.All(rounds.SelectMany(round => round.Variants), variant => Assert.Null(variant.Failure));
        Assert.Equal(["application", "load"], JsonNode.Parse(crank.Results["apart-1c"])!["jobResults"]!["jobs"]!.AsObject().Select(job => job.Key));
        Assert.Empty(crank.Processes());
    }

    [Fact]
    public async Task An_interrupted_block_leaves_no_process_and_no_file()
    {
        RealCrank.Need();
        using var interrupt = new CancellationTokenSource();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => crank.MeasureAsync(["none", "none"], report => InterruptIn(report, "measuring", interrupt), interrupt.Token));

        Assert.Empty(crank.Processes());
        Assert.Empty(crank.Files());
    }

    [Fact]
    public async Task An_interrupted_block_of_three_rounds_keeps_the_first()
    {
        RealCrank.Need();
        using var interrupt = new CancellationTokenSource();
        var block = crank.Deployment(["none", "none"]);
        var rounds = new List<RoundObservation>();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => RealCrank.MeasureAsync(
            crank.Driver, block with
            {
                Measure = block.Measure with { Rounds = 3 },
            }, report => InterruptIn(report, "measuring", interrupt, round: 2), rounds, interrupt.Token));

        Assert.Equal(1, rounds[0].Round);
        Assert.All(rounds.SelectMany(round => round.Variants), variant => Assert.True(variant is { Failure: null, Requests: > 0 }));
        Assert.Empty(crank.Processes());
        Assert.Empty(crank.Files());
    }

    [Fact]
    public async Task An_interrupted_timeline_keeps_what_was_recorded()
    {
        RealCrank.Need();
        using var interrupt = new CancellationTokenSource();
        var block = crank.Deployment(["none"]);
        block = block with { Measure = block.Measure with { Rounds = 1, Slices = 6000, Timeline = TimeSpan.FromMilliseconds(50) } };
        var rounds = new List<RoundObservation>();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => RealCrank.MeasureAsync(crank.Driver, block, report => InterruptIn(report, "measuring", interrupt), rounds, interrupt.Token));

        var variant = Assert.Single(Assert.Single(rounds).Variants);
        Assert.Equal("the run was interrupted", variant.Failure!.Reason);
        Assert.NotNull(variant.GcTimeline);
        Assert.Empty(crank.Processes());
    }

    // As crank wrote it, of one job.
    private static void AssertIsResultOf(List<RoundObservation> rounds, string text)
    {
        var results = JsonNode.Parse(text)!["jobResults"]!["jobs"]!["load"]!["results"]!;
        Assert.Equal(rounds.Sum(round => round.Variants.Sum(variant => variant.Requests)), results[BlockStatistics.Requests]!.GetValue<double>());
        Assert.Equal(2, results[BlockStatistics.Rounds]!.GetValue<double>());
        Assert.Equal("load", Assert.Single(JsonNode.Parse(text)!["jobResults"]!["jobs"]!.AsObject()).Key);
        Assert.DoesNotContain(ProbeRoutes.TokenVariable, text);
        Assert.DoesNotContain(PlanVariable.Launch, text);
        Assert.DoesNotContain(PlanVariable.Block, text);
    }

    private static void InterruptIn(BlockProgress report, string phase, CancellationTokenSource interrupt, int round = 1)
    {
        if (report.Phase == phase && report.Round >= round)
            interrupt.Cancel();
    }
}
