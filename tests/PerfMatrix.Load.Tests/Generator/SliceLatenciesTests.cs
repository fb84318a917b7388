using PerfMatrix.Load.Generator;

namespace PerfMatrix.Load.Tests.Generator;

public sealed class SliceLatenciesTests
{
    [Fact]
    public void A_few_slow_slices_do_not_make_the_percentiles()
    {
        var slices = new SliceLatencies();
        for (var slice = 0; slice < 10; slice++) slices.Add(Histogram(2000, slice < 3 ? 50 : 1));

        var latency = slices.Summarize()!;

        Assert.Equal((20_000, 50), (latency.Count, Math.Round(latency.Maximum.TotalMilliseconds)));
        Assert.All([latency.P50, latency.P90, latency.P99], percentile => Assert.Equal(1, percentile.TotalMilliseconds, 0.01));
        // 2 of 2,000 requests of a slice are too few, so it is that of all slices.
        Assert.Equal(50, latency.P999.TotalMilliseconds, 0.5);
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
