using PerfMatrix.Statistics;

namespace PerfMatrix.Tests.Statistics;

public sealed class EstimateTests
{
    [Fact]
    public void An_estimate_reads_in_percent()
    {
        double[] pairs = [.. Enumerable.Repeat(Math.Log(1.05), 6)];
        var estimate = Estimate.Of(pairs);
        Assert.Equal(5, estimate.EffectPercent, 1e-9);
        Assert.Equal(5, estimate.LowPercent!.Value, 1e-9);
        Assert.Equal(5, estimate.HighPercent!.Value, 1e-9);
        Assert.Equal((6, 2.0 / 64), (estimate.Pairs, SignedRank.Test(pairs).TwoSided));
    }

    [Fact]
    public void Too_few_pairs_have_an_estimate_and_no_interval()
    {
        var estimate = Estimate.Of([0.1, 0.2, 0.3, 0.4, 0.5]);
        Assert.Equal(0.3, estimate.Location, 1e-12);
        Assert.Null(estimate.Interval);
        Assert.Null(estimate.LowPercent);
    }

    [Fact]
    public void Percent_and_log_ratio_are_inverse()
    {
        foreach (var percent in new[] { -99.0, -4.76, 0, 1, 2.5, 100, 1900 })
            Assert.Equal(percent, LogRatio.ToPercent(LogRatio.FromPercent(percent)), 1e-9);
        Assert.Throws<ArgumentOutOfRangeException>(() => LogRatio.FromPercent(-100));
    }

    [Fact]
    public void An_interval_within_the_limit_touches_it_at_most()
    {
        Assert.True(new Interval(-0.02, 0.025).IsWithin(0.025));
        Assert.False(new Interval(-0.02, 0.026).IsWithin(0.025));
        Assert.False(new Interval(-0.03, 0.02).IsWithin(0.025));
    }
}
