using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;
using PerfMatrix.Metrics;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Explain;

public sealed class TracedRoundTests
{
    private static readonly DateTimeOffset s_started = new(2026, 11, 24, 12, 0, 0, TimeSpan.Zero);
    private static readonly DateTimeOffset s_load = s_started.AddSeconds(2.5);

    private static readonly RoundObservation s_round = new()
    {
        Block = "b",
        Round = 1,
        StartedAt = s_started,
        FinishedAt = s_started.AddSeconds(10),
        Times = new() { Start = TimeSpan.FromSeconds(0.5), Warmup = TimeSpan.FromSeconds(2), Slices = TimeSpan.FromSeconds(4) },
        Slices = [],
        Variants = [Variant("base"), Variant("head")],
    };

    [Fact]
    public void Only_what_happened_under_load_counts()
    {
        var sides = TracedRound.SidesOf(s_round, [Trace(s_load.AddSeconds(-1)), Trace(s_load)]);
        Assert.Equal([1, 1], sides.Select(side => side.Stacks.Count));
    }

    [Fact]
    public void Each_side_says_what_its_runtime_tells_of() => Assert.Equal([false, true], TracedRound.SidesOf(
        s_round, [Trace(s_load) with { IsOfNet10 = false }, Trace(s_load)]).Select(side => side.IsOfNet10));

    [Fact]
    public void A_method_that_is_compiled_under_load_counts_once_however_often_that_is()
    {
        var trace = Trace(s_load) with
        {
            Compiled = [.. new[] { (-0.1, "a"), (1.0, "b"), (2.0, "b"), (3.0, "c"), (4.1, "d") }
                .Select(one => (s_load.AddSeconds(one.Item1), one.Item2))],
        };
        Assert.All(TracedRound.SidesOf(s_round, [trace, trace]), side => Assert.Equal(["b", "c"], side.Compiled));
    }

    [Fact]
    public void A_recording_that_began_after_the_load_is_no_round_because_its_side_would_seem_to_do_less() =>
        Assert.Equal("the recording began after the load", Assert.Throws<TraceException>(
            () => TracedRound.SidesOf(s_round, [Trace(s_load), Trace(s_load.AddSeconds(0.1))])).Message);

    [Fact]
    public void Of_a_side_alone_the_rest_without_load_counts_and_its_load_begins_when_the_timeline_says()
    {
        var later = s_load.AddSeconds(1);
        var timeline = new GcTimeline
        {
            Variant = "base",
            Block = "b",
            Round = 1,
            LoadStartedAt = later,
            Distance = TimeSpan.FromSeconds(1),
            Points = [],
            Collections = [],
            Dropped = 0,
        };
        var round = s_round with { Slices = [Slice(0, 0, 4)], Variants = [s_round.Variants[0] with { GcTimeline = timeline }] };
        var trace = Trace(later) with
        {
            Collections = [.. new[] { -0.1, 0.1, 3.9, 4.1, 5.9, 6.1 }.Select(
                at => new Collection(later.AddSeconds(at), 0, "blocking", "small objects", default, default))],
        };

        var side = Assert.Single(TracedRound.SidesOf(round, [trace], rest: TimeSpan.FromSeconds(2)));

        Assert.Equal([0.1, 3.9, 4.1, 5.9], side.Collections.Select(one => Math.Round((one.At - side.Started).TotalSeconds, 3)));
        Assert.Equal((later, TimeSpan.FromSeconds(6)), (side.Started, side.Time));
        Assert.Equal(2, Assert.Single(TracedRound.SidesOf(round, [trace])).Collections.Count);
    }

    [Fact]
    public void Time_paused_is_the_share_of_the_own_slices_as_the_metric_has_it_also_for_pauses_in_the_turn_of_the_other_side()
    {
        // Slices of head are three times as long as those of base; pauses begin before the first, in one of base, in one of head, and after the last.
        var round = s_round with
        {
            Slices = [Slice(0, 0, 0.5), Slice(1, 0, 1.5), Slice(0, 1, 0.5), Slice(1, 1, 1.5)],
            Variants = [.. s_round.Variants.Select(variant => variant with
            {
                CountersBefore = Counters(paused: 500),
                CountersAfter = Counters(paused: 590),
            })],
        };
        var trace = Trace(s_load) with { Collections = [Pause(-0.1, 500), Pause(0.2, 30), Pause(1.2, 60), Pause(4.1, 500)] };

        var sides = TracedRound.SidesOf(round, [trace, trace]);
        var traced = new TracedRound(sides[0], sides[1]);

        var share = Assert.Single(GcComparison.Of("cell", [traced, traced]).Statistics, one => one.Name == "Time paused");
        Assert.Equal((9, 3), (share.From, share.To));
        Assert.Equal((9, 3), (Metric.GcPauseShare.Formula(VariantRound.Of(round, 0)), Metric.GcPauseShare.Formula(VariantRound.Of(round, 1))));
    }

    private static SliceObservation Slice(int variant, int cycle, double seconds) => new(variant, cycle, TimeSpan.FromSeconds(seconds), 50);

    private static Collection Pause(double at, double milliseconds) =>
        new(s_load.AddSeconds(at), 0, "blocking", "small objects", TimeSpan.FromMilliseconds(milliseconds), TimeSpan.Zero);

    private static ProbeCounters Counters(double paused) => new()
    {
        CpuMilliseconds = 0,
        AllocatedBytes = 0,
        Gen0Collections = 0,
        Gen1Collections = 0,
        Gen2Collections = 0,
        GcPauseMilliseconds = paused,
        GcCommittedBytes = 0,
        GcHeapBytes = 0,
        RssBytes = 0,
        LockContentions = 0,
        CompletedWorkItems = 0,
    };

    private static ProcessTrace Trace(DateTimeOffset began) => new(
        [.. new[] { -0.1, 1, 4.1 }.Select(at => new CpuSample(s_load.AddSeconds(at), [Frame.OfLibrary("kernel")]))], TimeSpan.FromMilliseconds(1),
            true, [])
    {
        Began = began,
    };

    private static VariantObservation Variant(string name) => new()
    {
        Variant = name,
        Requests = 100,
        Before = new() { Cpu = TimeSpan.FromSeconds(1), Rss = new(0), PeakRss = new(0) },
        After = new() { Cpu = TimeSpan.FromSeconds(2), Rss = new(0), PeakRss = new(0) },
    };
}
