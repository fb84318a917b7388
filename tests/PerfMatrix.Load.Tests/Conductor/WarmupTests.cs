using PerfMatrix.Load.Conductor;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Load.Tests.Conductor;

public sealed class WarmupTests
{
    private static readonly MeasureSettings s_settings = new()
    {
        Rounds = 1,
        Slices = 1,
        Slice = TimeSpan.FromMilliseconds(50),
        MinimumWarmup = TimeSpan.FromSeconds(2),
        MaximumWarmup = TimeSpan.FromSeconds(8),
        WarmupTolerance = 0.02,
        WakeUp = TimeSpan.Zero,
    };

    [Fact]
    public void Steady_throughput_settles_after_the_shortest_time_and_not_before()
    {
        var warmup = new Warmup(s_settings);
        Feed(warmup, TimeSpan.FromSeconds(1.9), requests: 100);
        Assert.False(warmup.IsSettled);
        Feed(warmup, TimeSpan.FromSeconds(0.2), requests: 100);
        Assert.True(warmup.IsSettled);
    }

    [Fact]
    public void Growing_throughput_does_not_settle_and_ends_with_the_longest_time()
    {
        var warmup = new Warmup(s_settings);
        for (var requests = 100.0; !warmup.IsExhausted; requests *= 1.01)
            warmup.Add(s_settings.Slice, (long)requests);
        Assert.False(warmup.IsSettled);
        Assert.Equal(s_settings.MaximumWarmup, warmup.Time);
    }

    [Fact]
    public void A_fixed_warm_up_settles_with_its_time_whatever_throughput_does()
    {
        var warmup = new Warmup(s_settings with { MaximumWarmup = s_settings.MinimumWarmup });
        for (var requests = 100.0; !warmup.IsExhausted; requests *= 1.2)
        {
            Assert.False(warmup.IsSettled);
            warmup.Add(s_settings.Slice, (long)requests);
        }

        Assert.True(warmup.IsSettled);
    }

    private static void Feed(Warmup warmup, TimeSpan time, long requests)
    {
        for (var fed = TimeSpan.Zero; fed < time; fed += s_settings.Slice)
            warmup.Add(s_settings.Slice, requests);
    }
}
