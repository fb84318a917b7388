using PerfMatrix.Drivers;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Drivers.Local;

/// <summary>Timelines of real processes under the real load job. The application has no probe, so they show it from outside.</summary>
[Trait("kind", "processes")]
public sealed class TimelineTests
{
    [Theory]
    [InlineData(null)]
    [InlineData(200L)]
    public async Task A_timeline_goes_with_every_round_also_of_a_fixed_number_of_requests(long? requests)
    {
        using var block = new LocalBlock();
        var rounds = await block.MeasureAsync(["none"], change: deployment => WithTimeline(deployment) with
        {
            Load = new LoadSettings { Connections = 4, Requests = requests },
        });

        Assert.Equal([1, 2], rounds.Select(round => round.Round));
        Assert.All(rounds, round =>
        {
            var variant = Assert.Single(round.Variants);
            var timeline = variant.GcTimeline!;
            Assert.Null(timeline.Interrupted);
            Assert.NotEmpty(timeline.Points);
            Assert.All(timeline.Points, point => Assert.True(point.Process.Rss.Count > 0));
            Assert.Equal(timeline.Points.Select(point => point.At).Order(), timeline.Points.Select(point => point.At));
            if (requests is { } fixedNumber) Assert.Equal(fixedNumber, variant.Requests);
        });
    }

    [Fact]
    public async Task The_timeline_of_a_process_that_dies_is_kept_up_to_there()
    {
        using var block = new LocalBlock();
        // Slices for 200 requests on a busy machine, too.
        var rounds = await block.MeasureAsync(
            ["dies-after:200"], count: 1, change: deployment => deployment with { Measure = WithTimeline(deployment).Measure with { Slices = 40 } });

        var variant = Assert.Single(rounds[0].Variants);
        Assert.NotNull(variant.Failure);
        Assert.Equal(variant.Failure.Reason, variant.GcTimeline!.Interrupted);
        Assert.NotEmpty(variant.GcTimeline.Points);
    }

    [Fact]
    public async Task The_timeline_of_an_interrupted_run_is_kept_up_to_there()
    {
        using var block = new LocalBlock();
        using var interrupt = new CancellationTokenSource();
        var rounds = await block.MeasureAsync(
            ["none"],
            report => { if (report.Phase == "measuring") interrupt.CancelAfter(TimeSpan.FromSeconds(3)); },
            deployment => WithTimeline(deployment) with { Load = new LoadSettings { Connections = 4, Rate = "50/1h" } },
            cancellation: interrupt.Token);

        Assert.True(block.WasInterrupted);
        var round = Assert.Single(rounds);
        Assert.Equal("the run was interrupted", round.Variants[0].Failure!.Reason);
        Assert.NotEmpty(round.Variants[0].GcTimeline!.Points);
        Assert.Empty(block.Processes());
    }

    private static BlockDeployment WithTimeline(BlockDeployment deployment) =>
        deployment with { Measure = deployment.Measure with { Timeline = TimeSpan.FromMilliseconds(20) } };
}
