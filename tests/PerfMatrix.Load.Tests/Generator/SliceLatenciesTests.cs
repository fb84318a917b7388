using PerfMatrix.Load.Generator;

namespace PerfMatrix.Load.Tests.Generator;

public sealed class SliceLatenciesTests
{
    [Theory]
    [InlineData(2000)]
    [InlineData(200)]
    public void A_percentile_is_the_geometric_mean_over_the_slices(int requests)
    {
        var slices = new SliceLatencies();
        for (var slice = 0; slice < 10; slice++) slices.Add(Histogram(requests, slice < 3 ? 50 : 1));

        var latency = slices.Summarize()!;

        Assert.Equal((10 * requests, 50), (latency.Count, Math.Round(latency.Maximum.TotalMilliseconds)));
        Assert.All([latency.P50, latency.P90, latency.P99], percentile => Assert.Equal(Math.Pow(50, 0.3), percentile.TotalMilliseconds, 0.02));
    }

    [Fact]
    public void Slices_of_a_few_requests_are_taken_together_until_two_lie_beyond_a_percentile()
    {
        var slices = new SliceLatencies();
        for (var slice = 0; slice < 8; slice++) slices.Add(Histogram(50, slice == 0 ? 4 : 1));

        var latency = slices.Summarize()!;

        Assert.Equal(Math.Pow(4, 1.0 / 8), latency.P90.TotalMilliseconds, 0.02);
        // The first four slices make one of two values, and 50 of their 200 requests take 4 ms.
        Assert.Equal(2, latency.P99.TotalMilliseconds, 0.02);
        // 400 requests of all slices are too few for one in 1,000.
        Assert.Equal(4, latency.P999.TotalMilliseconds, 0.02);
    }

    [Fact]
    public void A_tail_that_every_slice_has_shows()
    {
        var slices = new SliceLatencies();
        for (var slice = 0; slice < 9; slice++)
        {
            var histogram = Histogram(1960, 1);
            histogram.Add(Histogram(40, 5));
            slices.Add(histogram);
        }

        var latency = slices.Summarize()!;

        Assert.Equal(1, latency.P90.TotalMilliseconds, 0.01);
        Assert.Equal(5, latency.P99.TotalMilliseconds, 0.05);
    }

    [Fact]
    public void Without_requests_there_is_no_latency() => Assert.Null(new SliceLatencies().Summarize());

    private static LatencyHistogram Histogram(int requests, double milliseconds)
    {
        var histogram = new LatencyHistogram();
        for (var i = 0; i < requests; i++) histogram.Record((long)(milliseconds * 1e6));
        return histogram;
    }
}
