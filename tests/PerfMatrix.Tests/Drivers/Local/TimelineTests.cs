using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Drivers.Local;

/// <summary>Timelines of real processes under the real load job. The application has no probe, so they show it from outside.</summary>
[Trait("kind", "processes")]
public sealed class TimelineTests
{
    [Fact]
    public async Task A_timeline_goes_with_every_round_and_a_control_round_behind_them()
    {
        using var block = new LocalBlock();
        // A control round lasts half a minute whatever it measures: with pauses it does not keep the machine busy for so long.
        var rounds = await block.MeasureAsync(["none"], change: deployment => WithTimeline(deployment) with
        {
            Load = new LoadSettings { Connections = 4, Pause = TimeSpan.FromMilliseconds(5) },
        });

        Assert.Equal([1, 2, 3], rounds.Select(round => round.Round));
        Assert.All(rounds.Take(2), round =>
        {
            var timeline = Assert.Single(round.Variants).GcTimeline!;
            Assert.Null(timeline.Interrupted);
            Assert.NotEmpty(timeline.Points);
            Assert.All(timeline.Points, point => Assert.True(point.Process.Rss.Count > 0));
            Assert.Equal(timeline.Points.Select(point => point.At).Order(), timeline.Points.Select(point => point.At));
            Assert.Null(round.Control);
        });
        var control = rounds[2].Control!;
        Assert.Equal(12, control.Select(window => window.Pair).Distinct().Count());
        Assert.Equal(12, control.Count(window => window.Recorded));
        Assert.All(control, window => Assert.True(window.Requests > 0));
        Assert.Contains(control.Chunk(2), pair => pair[0].Recorded);
        Assert.Contains(control.Chunk(2), pair => !pair[0].Recorded);
    }

    [Fact]
    public async Task A_fixed_number_of_requests_gets_a_timeline_and_no_control_round_that_would_send_more()
    {
        using var block = new LocalBlock();
        var files = 0;
        var rounds = await block.MeasureAsync(["none"], change: deployment =>
        {
            var bounded = WithTimeline(deployment) with { Load = new LoadSettings { Connections = 4, Requests = 200 } };
            files = BlockResult.Files(bounded);
            return bounded;
        });

        Assert.Equal((2, 2), (rounds.Count, files));
        Assert.All(rounds, round =>
        {
            var variant = Assert.Single(round.Variants);
            Assert.Equal(200, variant.Requests);
            Assert.NotEmpty(variant.GcTimeline!.Points);
            Assert.Null(round.Control);
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
