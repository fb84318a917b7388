using PerfMatrix.Statistics;

namespace PerfMatrix.Tests.Statistics;

public sealed class SpreadTests
{
    [Fact]
    public void Spikes_move_the_standard_deviation_and_not_the_robust_spread()
    {
        double[] calm = [.. Enumerable.Range(-20, 41).Select(i => i / 20.0)];
        double[] spiky = [.. calm, 40, -40];
        Assert.True(Spread.StandardDeviation(spiky) > 10 * Spread.StandardDeviation(calm));
        Assert.Equal(Spread.Robust(calm), Spread.Robust(spiky), 0.08);
    }

    [Fact]
    public void Neighbours_that_are_alike_have_an_autocorrelation_above_zero()
    {
        Assert.Equal(0.25, Spread.Autocorrelation([1, 1, -1, -1]), 1e-12);
        Assert.Equal(-0.75, Spread.Autocorrelation([1, -1, 1, -1]), 1e-12);
        Assert.Equal(0, Spread.Autocorrelation([2, 2, 2]));
    }

    [Fact]
    public void Too_few_values_are_refused()
    {
        Assert.Throws<ArgumentException>(() => Spread.StandardDeviation([1]));
        Assert.Throws<ArgumentException>(() => Spread.Robust([]));
    }
}
