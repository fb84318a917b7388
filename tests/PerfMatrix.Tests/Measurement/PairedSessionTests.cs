using PerfMatrix.Drivers;
using PerfMatrix.Gate;
using PerfMatrix.Measurement;
using PerfMatrix.Reporting.Progress;
using PerfMatrix.Tests.Results;

namespace PerfMatrix.Tests.Measurement;

public sealed class PairedSessionTests : IDisposable
{
    private static readonly CellPair[] s_pairs =
        [.. new[] { "workstation", "server" }.Select(gc => CellPair.OfSides(RunSamples.CellOf("net10.0", gc)))];

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_second_look_continues_the_rounds_of_the_cells_that_are_left()
    {
        var driver = new ScriptedDriver();
        var run = Run(driver);

        var first = await run.MeasureAsync(All(7), Silent, default);
        var second = await run.MeasureAsync(new Look([s_pairs[1].Id], 3), Silent, default);

        Assert.True(first.Complete);
        Assert.True(second.Complete);
        Assert.Equal(Enumerable.Range(1, 10), RoundsOf(second, s_pairs[1].Head));
        Assert.Equal(Enumerable.Range(1, 7), RoundsOf(second, s_pairs[0].Head));
        Assert.Equal(Enumerable.Range(1, 10), RoundsOf(second, s_pairs[1].Head with { Twin = 1 }));
        Assert.Equal(10, Assert.Single(second.Blocks).Rounds.Select(round => round.Raw.Path).Distinct().Count());
        Assert.NotEqual(driver.Deployments[0].Seed, driver.Deployments[1].Seed);
    }

    [Fact]
    public async Task The_orders_of_the_slices_differ_from_stage_to_stage_and_from_machine_to_machine_and_can_be_made_again()
    {
        async Task<ulong> SeedAsync(string id, TimeSpan after)
        {
            var driver = new ScriptedDriver();
            await ScriptedStage.Start(driver, s_pairs, RunFolder.Create(_folder.Root, "run"), id, RunSamples.Start + after)
                .MeasureAsync(All(1), Silent, default);
            return Assert.Single(driver.Deployments).Seed;
        }

        var seeds = new[]
        {
            await SeedAsync("measured", TimeSpan.Zero), await SeedAsync("measured-confirm", TimeSpan.Zero), await SeedAsync("measured", new(1)),
        };

        Assert.Equal(3, seeds.Distinct().Count());
        Assert.Equal(seeds[0], await SeedAsync("measured", TimeSpan.Zero));
    }

    [Fact]
    public async Task The_document_is_written_with_both_sides_and_follows_the_schema()
    {
        var run = await Run(new ScriptedDriver()).MeasureAsync(All(2), Silent, default);
        var written = RunDocument.File.Read(_folder["run/run.json"]);

        Assert.Equal(RunDocument.File.Format(run), RunDocument.File.Format(written));
        Assert.Equal([Side.Base, Side.Head, Side.Base, Side.Head, Side.Base, Side.Head, Side.Base, Side.Head],
            written.Variants.Select(variant => variant.Side));
        SchemaCheck.AssertFits("run", RunDocument.File.Format(written));
    }

    [Fact]
    public async Task A_slower_head_shows_in_both_pairs_of_every_round_and_not_in_the_canaries()
    {
        var comparison = await CompareAsync(new ScriptedDriver(variant => variant.Side == Side.Head ? new(Speed: 0.8, Cpu: 1.25) : new()));

        foreach (var metric in new[] { "throughput", "cpuPerRequest" })
        {
            Assert.Equal(2, comparison.Pairs.Count(series => series.Metric == metric));
            Assert.Equal(2, comparison.Canaries.Count(series => series.Metric == metric));
            foreach (var (series, expected) in comparison.Pairs.Select(pairs => (pairs, Math.Log(1.25)))
                .Concat(comparison.Canaries.Select(canary => (canary, 0.0))).Where(one => one.Item1.Metric == metric))
            {
                Assert.Equal(Enumerable.Range(1, 8).SelectMany(round => new[] { (round, 0), (round, 1) }),
                    series.Rounds.Select(pair => (pair.Round, pair.Copy)));
                Assert.All(series.Rounds, pair => Assert.Equal(expected, pair.LogRatio!.Value, 0.06));
                Assert.NotEqual(RatiosOf(series, copy: 0), RatiosOf(series, copy: 1));
            }
        }

        Assert.All(comparison.Differences.Where(one => one.Metric != "stallShare"), difference => Assert.Equal(8, difference.Rounds));
    }

    [Fact]
    public async Task The_second_canary_is_that_of_head()
    {
        var comparison = await CompareAsync(new ScriptedDriver(variant => variant is { Side: Side.Head, Twin: 1 } ? new(Cpu: 1.25) : new()));

        var canary = comparison.Canaries.First(series => series.Metric == "cpuPerRequest").Rounds;
        Assert.All(canary, pair => Assert.Equal(pair.Copy == 1 ? Math.Log(1.25) : 0, pair.LogRatio!.Value, 0.1));
    }

    [Fact]
    public async Task A_copy_that_died_leaves_one_pair_a_round_and_says_so()
    {
        var comparison = await CompareAsync(new ScriptedDriver { Failing = variant => variant is { Side: Side.Head, Twin: 1 } });

        Assert.All(comparison.Pairs.Concat(comparison.Canaries), series => Assert.Equal(
            Enumerable.Range(1, 8).Select(round => (round, 0)), series.Rounds.Select(pair => (pair.Round, pair.Copy))));
        Assert.All(comparison.Cells, cell => Assert.Null(cell.Missing));
        Assert.Contains("hello-minimal/net10.0/server/2c#1: failed, so every second pair of its cell is missing: "
            + "all 8 rounds failed, the first because: exited with code 134 before its first answer.", comparison.Warnings);
    }

    [Fact]
    public async Task Interrupted_the_document_keeps_what_was_measured_and_is_not_complete()
    {
        using var interruption = new CancellationTokenSource();
        var driver = new ScriptedDriver { BeforeRound = (_, round) => { if (round == 3) interruption.Cancel(); } };

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Run(driver).MeasureAsync(All(7), Silent, interruption.Token));

        var kept = RunDocument.File.Read(_folder["run/run.json"]);
        Assert.False(kept.Complete);
        Assert.Equal([1, 2], RoundsOf(kept, s_pairs[0].Head));
    }

    private static LineProgress Silent => new(TextWriter.Null, TimeProvider.System, [TimeSpan.FromSeconds(1)]);

    private static Look All(int rounds) => new([.. s_pairs.Select(pair => pair.Id)], rounds);

    private static IEnumerable<int> RoundsOf(RunDocument run, Variant variant) =>
        run.Samples.Where(sample => sample.Variant == variant.Id).Select(sample => sample.Round);

    private static IEnumerable<double?> RatiosOf(PairSeries series, int copy) =>
        series.Rounds.Where(pair => pair.Copy == copy).Select(pair => pair.LogRatio);

    private async Task<ComparisonDocument> CompareAsync(IDriver driver) =>
        RunComparison.OfSides([new StagedRun(await Run(driver).MeasureAsync(All(8), Silent, default))]);

    private RunSession Run(IDriver driver) => ScriptedStage.Start(driver, s_pairs, RunFolder.Create(_folder.Root, "run"));
}
