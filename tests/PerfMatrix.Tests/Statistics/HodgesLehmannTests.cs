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

    [Theory]
    [InlineData(1, 15)]
    [InlineData(2, 15)]
    [InlineData(39, 1)] // Many are equal.
    [InlineData(64, 15)]
    [InlineData(65, 15)]
    [InlineData(300, 2)]
    [InlineData(1000, 15)]
    public void Order_statistics_are_those_of_the_sorted_averages(int n, int digits)
    {
        var random = new Random(22);
        var x = Enumerable.Range(0, n).Select(_ => Math.Round(random.NextDouble() - 0.5, digits)).ToArray();
        var sorted = x.SelectMany((a, i) => x.Skip(i).Select(b => (0.5 * a) + (0.5 * b))).Order().ToArray();
        long[] ranks = [1, (sorted.Length + 1) / 2, random.NextInt64(1, sorted.Length + 1), sorted.Length];
        var found = new double[4];

        WalshAverages.Select(x, ranks, found);

        Assert.Equal(ranks.Select(rank => sorted[rank - 1]), found);
        Assert.Equal(sorted.Length, WalshAverages.Count(n));
    }

    [Fact]
    public void A_quarter_of_wild_values_does_not_carry_the_estimate_away()
    {
        double[] x = [.. Enumerable.Repeat(0.01, 15), .. Enumerable.Repeat(50.0, 5)];
        Assert.Equal(0.01, HodgesLehmann.Estimate(x), 1e-12);
    }
}
