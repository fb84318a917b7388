using PerfMatrix.Load.Generator;

namespace PerfMatrix.Load.Tests.Generator;

public sealed class LatencyHistogramTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Every_percentile_is_within_one_percent_of_the_exact_one(int seed)
    {
        var random = new Random(seed);
        var values = Enumerable.Range(0, 20_000).Select(_ => (long)Math.Exp(random.NextDouble() * 20 + 5)).ToArray();
        var histogram = new LatencyHistogram();
        foreach (var value in values)
            histogram.Record(value);
        Array.Sort(values);
        foreach (var share in new[] { 0.001, 0.1, 0.5, 0.9, 0.99, 0.999, 1.0 })
        {
            var exact = values[(int)Math.Ceiling(share * values.Length) - 1];
            var found = histogram.Percentile(share).TotalNanoseconds;
            Assert.InRange(found, exact * 0.99 - 100, exact * 1.01 + 100); // a time span counts in steps of 100 ns
        }
    }

    [Fact]
    public void Adding_histograms_equals_recording_everything_in_one()
    {
        var (left, right, both) = (new LatencyHistogram(), new LatencyHistogram(), new LatencyHistogram());
        for (var i = 1L; i < 1_000_000; i = i * 3 / 2 + 1)
        {
            (i % 2 == 0 ? left : right).Record(i * 100);
            both.Record(i * 100);
        }

        left.Add(right);
        Assert.Equal(both.Summarize(), left.Summarize());
    }

    [Fact]
    public void The_summary_has_mean_and_maximum()
    {
        var histogram = new LatencyHistogram();
        foreach (var microseconds in new[] { 100, 200, 300 })
            histogram.Record(microseconds * 1000);
        var summary = histogram.Summarize()!;
        Assert.Equal(3, summary.Count);
        Assert.Equal(TimeSpan.FromMicroseconds(200), summary.Mean);
        Assert.Equal(TimeSpan.FromMicroseconds(300), summary.Maximum);
    }

    [Fact]
    public void The_extremes_fit()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(long.MaxValue);
        histogram.Record(0);
        histogram.Record(-5);
        Assert.Equal(TimeSpan.Zero, histogram.Percentile(0.5));
        Assert.True(histogram.Percentile(1).TotalDays > 100_000);
    }

    [Fact]
    public void Without_latencies_there_is_no_summary()
    {
        var histogram = new LatencyHistogram();
        Assert.Null(histogram.Summarize());
        Assert.Throws<InvalidOperationException>(() => histogram.Percentile(0.5));
    }
}
