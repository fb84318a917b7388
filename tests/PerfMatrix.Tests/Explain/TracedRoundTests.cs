using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;
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
        var round = TracedRound.Of(s_round, [Trace(s_load.AddSeconds(-1)), Trace(s_load)]);
        Assert.Equal([1, 1], new[] { round.Base, round.Head }.Select(side => side.Stacks.Count));
    }

    [Fact]
    public void A_recording_that_began_after_the_load_is_no_round_because_its_side_would_seem_to_do_less() =>
        Assert.Equal("the recording began after the load", Assert.Throws<TraceException>(
            () => TracedRound.Of(s_round, [Trace(s_load), Trace(s_load.AddSeconds(0.1))])).Message);

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
