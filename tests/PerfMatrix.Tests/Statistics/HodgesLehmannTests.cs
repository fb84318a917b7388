using PerfMatrix.Statistics;

namespace PerfMatrix.Tests.Statistics;

public sealed class HodgesLehmannTests
{
    [Theory]
    [InlineData(new[] { 3.0 }, 3.0)]
    [InlineData(new[] { 1.0, 2.0 }, 1.5)]
    [InlineData(new[] { 1.0, 2.0, 6.0 }, 2.75)] // Means 1, 1.5, 2, 3.5, 4, 6.
    [InlineData(new[] { 0.0, 0.0, 0.0, 1000.0 }, 0.0)]
    public void The_estimate_is_the_median_of_the_pairwise_means(double[] differences, double expected) =>
        Assert.Equal(expected, HodgesLehmann.Estimate(differences));

    [Fact]
    public void The_estimate_moves_and_turns_with_the_data()
    {
        var random = new Random(21);
        foreach (var n in new[] { 2, 6, 18, 30, 64, 65, 200 })
        {
            var x = Enumerable.Range(0, n).Select(_ => random.NextDouble() - 0.3).ToArray();
            var estimate = HodgesLehmann.Estimate(x);
            Assert.Equal(estimate + 0.5, HodgesLehmann.Estimate([.. x.Select(d => d + 0.5)]), 1e-12);
            Assert.Equal(-estimate, HodgesLehmann.Estimate([.. x.Select(d => -d)]), 1e-12);
            Assert.Equal(estimate * 3, HodgesLehmann.Estimate([.. x.Select(d => d * 3)]), 1e-12);
            Assert.Equal(estimate, HodgesLehmann.Estimate([.. x.Reverse()]));
        }
    }

    [Fact]
    public void Listing_and_counting_find_the_same_order_statistics()
    {
        var random = new Random(22);
        for (var trial = 0; trial < 100; trial++)
        {
            var x = Enumerable.Range(0, random.Next(1, 40)).Select(_ => Math.Round(random.NextDouble() - 0.5, trial % 2 == 0 ? 1 : 15)).ToArray();
            var count = WalshAverages.Count(x.Length);
            long[] ranks = [1, (count + 1) / 2, random.NextInt64(1, count + 1), count];
            var listed = new double[4];
            var counted = new double[4];
            WalshAverages.SelectFromList(x, ranks, listed);
            WalshAverages.SelectByCounting(x, ranks, counted);
            Assert.Equal(listed, counted);
        }
    }

    [Fact]
    public void A_quarter_of_wild_values_does_not_carry_the_estimate_away()
    {
        double[] x = [.. Enumerable.Repeat(0.01, 15), .. Enumerable.Repeat(50.0, 5)];
        Assert.Equal(0.01, HodgesLehmann.Estimate(x), 1e-12);
    }
}
