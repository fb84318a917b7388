using PerfMatrix.Drivers;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Metrics;
using PerfMatrix.Reporting.Progress;
using PerfMatrix.Results;
using PerfMatrix.Tests.Results;

namespace PerfMatrix.Tests.Measurement.Paired;

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

        var first = await run.MeasureAsync(7, null, Silent, default);
        var second = await run.MeasureAsync(3, [s_pairs[1].Id], Silent, default);

        Assert.True(first.Complete);
        Assert.True(second.Complete);
        Assert.Equal(Enumerable.Range(1, 10), RoundsOf(second, s_pairs[1].Head));
        Assert.Equal(Enumerable.Range(1, 7), RoundsOf(second, s_pairs[0].Head));
        Assert.Equal(Enumerable.Range(1, 10), RoundsOf(second, s_pairs[0].Base with { Twin = 1 }));
        Assert.Equal(10, Assert.Single(second.Blocks).Rounds.Select(round => round.Raw.Path).Distinct().Count());
        Assert.NotEqual(driver.Deployments[0].Seed, driver.Deployments[1].Seed);
    }

    [Fact]
    public async Task The_document_is_written_with_both_sides_and_follows_the_schema()
    {
        var run = await Run(new ScriptedDriver()).MeasureAsync(2, null, Silent, default);
        var written = RunDocument.File.Read(_folder["run/run.json"]);

        Assert.Equal(RunDocument.File.Format(run), RunDocument.File.Format(written));
        Assert.Equal(["base", "base", "head", "base", "head"], written.Variants.Select(variant => variant.Side));
        SchemaCheck.AssertFits("run", RunDocument.File.Format(written));
    }

    [Fact]
    public async Task A_slower_head_shows_in_every_metric_of_its_pair_and_not_in_the_canary()
    {
        var run = await Run(new ScriptedDriver(variant => variant.Side == Side.Head ? new(Speed: 0.8, Cpu: 1.25) : new()))
            .MeasureAsync(8, null, Silent, default);
        var pairs = new RunPairs(run);
        var throughput = Metric.Throughput;
        var cpu = Metric.CpuPerRequest;

        var canary = new CellPair(new("canary", "", "", 2), s_pairs[0].Base, s_pairs[0].Base with { Twin = 1 });
        foreach (var (pair, expected) in s_pairs.Select(pair => (pair, Math.Log(1.25))).Append((canary, 0)))
        {
            Assert.Equal(-expected, pairs.NaturalLogRatios(throughput, pair.Base.Id, pair.Head.Id).Average(), 0.03);
            Assert.Equal(expected, pairs.NaturalLogRatios(cpu, pair.Base.Id, pair.Head.Id).Average(), 0.03);
        }
    }

    [Fact]
    public async Task Interrupted_the_document_keeps_what_was_measured_and_is_not_complete()
    {
        using var interruption = new CancellationTokenSource();
        var driver = new ScriptedDriver { BeforeRound = (_, round) => { if (round == 3) interruption.Cancel(); } };

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Run(driver).MeasureAsync(7, null, Silent, interruption.Token));

        var kept = RunDocument.File.Read(_folder["run/run.json"]);
        Assert.False(kept.Complete);
        Assert.Equal([1, 2], RoundsOf(kept, s_pairs[0].Head));
    }

    private static LineProgress Silent => new(TextWriter.Null, TimeProvider.System, [TimeSpan.FromSeconds(1)]);

    private static IEnumerable<int> RoundsOf(RunDocument run, Variant variant) =>
        run.Samples.Where(sample => sample.Variant == variant.Id).Select(sample => sample.Round);

    private RunSession Run(IDriver driver) => ScriptedStage.Start(driver, s_pairs, RunFolder.Create(_folder.Root, "run"));
}
