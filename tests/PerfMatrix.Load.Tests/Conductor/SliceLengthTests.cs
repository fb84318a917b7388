using PerfMatrix.Load.Conductor;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Load.Tests.Conductor;

public sealed class SliceLengthTests
{
    private static readonly MeasureSettings s_settings = new()
    {
        Rounds = 1,
        Slices = 400,
        Slice = TimeSpan.FromMilliseconds(5),
        MinimumWarmup = TimeSpan.FromSeconds(1),
        MaximumWarmup = TimeSpan.FromSeconds(2),
        WarmupTolerance = 0.05,
        WakeUp = TimeSpan.Zero,
    };

    [Theory]
    [InlineData(55_000.0, 5, 400)] // 0.6 ms a response
    [InlineData(20_000.0, 13, 154)] // 1.6 ms a response
    [InlineData(3_200.0, 80, 25)] // 10 ms a response
    [InlineData(32.0, 100, 20)] // 1 s a response: a slice holds none of them, and still there are twenty
    public void A_slice_has_time_for_eight_responses_in_a_row_and_the_measured_time_stays(double rate, int milliseconds, int slices)
    {
        var fitted = SliceLength.Fitted(s_settings, rate, connections: 32);

        Assert.Equal((TimeSpan.FromMilliseconds(milliseconds), slices), (fitted.Slice, fitted.Slices));
        Assert.InRange(fitted.Duration / s_settings.Duration, 0.95, 1.05);
    }

    [Theory]
    [InlineData(null)]
    [InlineData(0.0)]
    public void Without_a_known_rate_slices_are_as_they_were_chosen(double? rate) =>
        Assert.Same(s_settings, SliceLength.Fitted(s_settings, rate, connections: 32));

    [Fact]
    public void A_length_that_was_chosen_is_never_shortened()
    {
        var whole = s_settings with { Slices = 1, Slice = TimeSpan.FromSeconds(3) };

        Assert.Same(whole, SliceLength.Fitted(whole, 100, connections: 32));
    }

    [Fact]
    public void The_slowest_variant_of_the_warm_up_says_how_fast_responses_are()
    {
        var warmup = new Warmup(s_settings, variants: 3);
        foreach (var variant in new[] { 0, 1 })
        {
            // Compiled late: the first second is slow, the last window is not.
            for (var slice = 0; slice < 240; slice++) warmup.Add(variant, s_settings.Slice, slice < 200 ? 50 : 200 * (variant + 1));
        }

        Assert.Equal(40_000, warmup.SlowestRate([0, 1])!.Value, 6);
        Assert.Equal(80_000, warmup.SlowestRate([1])!.Value, 6);
        Assert.Null(warmup.SlowestRate([2]));
    }
}
