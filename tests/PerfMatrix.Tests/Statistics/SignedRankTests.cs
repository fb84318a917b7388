using PerfMatrix.Statistics;

namespace PerfMatrix.Tests.Statistics;

public sealed class SignedRankTests
{
    /// <summary>
    /// Critical values for n = 5 to 30: the largest rank sum with a one-sided probability of at most the level; -1 where there is none.
    /// F. Wilcoxon, S. Katti, R. Wilcox (1970), Selected Tables in Mathematical Statistics 1.
    /// </summary>
    [Theory]
    [InlineData(0.05, "0 2 3 5 8 10 13 17 21 25 30 35 41 47 53 60 67 75 83 91 100 110 119 130 140 151")]
    [InlineData(0.025, "-1 0 2 3 5 8 10 13 17 21 25 29 34 40 46 52 58 65 73 81 89 98 107 116 126 137")]
    [InlineData(0.01, "-1 -1 0 1 3 5 7 9 12 15 19 23 27 32 37 43 49 55 62 69 76 84 92 101 110 120")]
    [InlineData(0.005, "-1 -1 -1 0 1 3 5 7 9 12 15 19 23 27 32 37 42 48 54 61 68 75 83 91 100 109")]
    public void Critical_values_are_those_of_the_published_table(double level, string table)
    {
        var critical = table.Split(' ').Select(int.Parse).ToList();
        for (var n = 5; n <= 30; n++)
            Assert.Equal(critical[n - 5], SignedRankDistribution.RankBelow(n, level) - 1);
    }

    [Theory]
    [InlineData(1)] // Ties and zeros in nearly every sample.
    [InlineData(1000000)] // Neither.
    public void P_values_equal_brute_force_over_all_sign_patterns(int grid)
    {
        var random = new Random(11);
        for (var trial = 0; trial < 60; trial++)
        {
            var x = Differences(random, random.Next(1, 13), grid);
            var test = SignedRank.Test(x);
            var (greater, less) = BruteForce.PValues(x);
            Assert.Equal(greater, test.Greater, 1e-12);
            Assert.Equal(less, test.Less, 1e-12);
        }
    }

    [Fact]
    public void Only_zeros_say_nothing()
    {
        var test = SignedRank.Test([0, 0, 0, 0, 0, 0]);
        Assert.Equal((1.0, 1.0, 1.0), (test.Greater, test.Less, test.TwoSided));
    }

    [Fact]
    public void A_change_of_sign_swaps_the_sides()
    {
        var random = new Random(12);
        foreach (var n in new[] { 3, 6, 18, 30, 61, 300 })
        {
            var x = Differences(random, n, 20);
            var mirrored = x.Select(d => -d).ToArray();
            Assert.Equal(SignedRank.Test(x).Greater, SignedRank.Test(mirrored).Less, 1e-12);
            var interval = SignedRank.Interval(x);
            var opposite = SignedRank.Interval(mirrored);
            Assert.Equal(interval?.Low, -opposite?.High);
        }
    }

    [Fact]
    public void A_shifted_null_is_the_test_of_shifted_differences()
    {
        double[] x = [0.5, 0.25, -0.75, 1.5, 2, 0.125, 1];
        Assert.Equal(SignedRank.Test([.. x.Select(d => d - 0.25)]).Greater, SignedRank.Test(x, 0.25).Greater);
        Assert.True(SignedRank.Test(x, 0.25).Greater > SignedRank.Test(x).Greater);
    }

    [Fact]
    public void The_interval_holds_exactly_the_effects_that_the_test_does_not_reject()
    {
        var random = new Random(13);
        foreach (var n in new[] { 6, 7, 12, 18, 30, 60 })
        {
            var x = Differences(random, n, 1000000);
            var interval = SignedRank.Interval(x)!.Value;
            foreach (var (effect, inside) in new[] { (interval.Low, false), (interval.High, true) })
            {
                Assert.Equal(inside, SignedRank.Test(x, effect - 1e-9).TwoSided > 0.05);
                Assert.Equal(!inside, SignedRank.Test(x, effect + 1e-9).TwoSided > 0.05);
            }
        }
    }

    [Fact]
    public void A_higher_confidence_never_gives_a_narrower_interval()
    {
        var x = Differences(new Random(14), 20, 1000000);
        var previous = new Interval(0, 0);
        foreach (var confidence in new[] { 0.5, 0.8, 0.9, 0.95, 0.99, 0.999 })
        {
            var interval = SignedRank.Interval(x, confidence)!.Value;
            Assert.True(previous.High == previous.Low || (interval.Low <= previous.Low && previous.High <= interval.High));
            previous = interval;
        }
    }

    [Theory]
    [InlineData(0.9, 5)]
    [InlineData(0.95, 6)]
    [InlineData(0.99, 8)]
    [InlineData(0.9375, 5)] // Exactly the level of five pairs.
    public void An_interval_exists_from_the_number_of_pairs_that_is_needed(double confidence, int needed)
    {
        var x = Differences(new Random(15), needed, 1000000);
        Assert.NotNull(SignedRank.Interval(x, confidence));
        Assert.Null(SignedRank.Interval(x.AsSpan(1), confidence));
    }

    [Theory]
    [InlineData(6)]
    [InlineData(18)]
    [InlineData(60)]
    public void Intervals_cover_the_true_effect_as_often_as_promised(int n)
    {
        var random = new Random(16);
        var covered = 0;
        for (var trial = 0; trial < 4000; trial++)
        {
            var x = Enumerable.Range(0, n).Select(_ => 0.05 + Normal(random)).ToArray();
            covered += SignedRank.Interval(x)!.Value.Contains(0.05) ? 1 : 0;
        }
        var share = WilsonInterval.Of(covered, 4000, 0.999);
        var promised = 1 - (2 * SignedRankDistribution.Lower(n, (int)SignedRank.IntervalRank(n, 0.95) - 1));
        Assert.InRange(promised, 0.95, 0.97);
        Assert.InRange(promised, share.Low, share.High);
    }

    [Fact]
    public void The_approximation_above_60_pairs_continues_the_exact_values()
    {
        var random = new Random(17);
        var x = Differences(random, 60, 1000000);
        var exact = SignedRank.Test(x);
        var more = SignedRank.Test([.. x, 1e-9]); // The smallest rank: it hardly moves the evidence.
        Assert.Equal(exact.TwoSided, more.TwoSided, 0.02);
        Assert.Equal(SignedRank.Interval(x)!.Value.Low, SignedRank.Interval([.. x, 1e-9])!.Value.Low, 0.05);
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void What_is_not_a_number_is_refused_with_its_index(double bad)
    {
        Assert.Contains("differences[2]", Assert.Throws<ArgumentException>(() => SignedRank.Test([1, 2, bad])).Message, StringComparison.Ordinal);
        Assert.Contains("differences[0]", Assert.Throws<ArgumentException>(() => SignedRank.Interval([bad, 2])).Message, StringComparison.Ordinal);
        Assert.Contains("differences[1]", Assert.Throws<ArgumentException>(() => HodgesLehmann.Estimate([1, bad])).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_is_refused()
    {
        Assert.Throws<ArgumentException>(() => SignedRank.Test([]));
        Assert.Throws<ArgumentOutOfRangeException>(() => SignedRank.Interval([1.0, 2.0], 1));
    }

    private static double[] Differences(Random random, int n, int grid) =>
        [.. Enumerable.Range(0, n).Select(_ => Math.Round((Normal(random) + 0.4) * 3 * grid) / grid)];

    private static double Normal(Random random) => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}

/// <summary>The definition of the test, step by step, without a thought for speed.</summary>
internal static class BruteForce
{
    public static (double Greater, double Less) PValues(double[] x)
    {
        var ranks = x.Select(d => x.Count(e => Math.Abs(e) < Math.Abs(d)) + ((x.Count(e => Math.Abs(e) == Math.Abs(d)) + 1) / 2.0)).ToArray();
        var free = Enumerable.Range(0, x.Length).Where(i => x[i] != 0).ToArray();
        var observed = free.Sum(i => x[i] > 0 ? ranks[i] : 0);
        double atLeast = 0, atMost = 0, all = 1 << free.Length;
        for (var pattern = 0; pattern < all; pattern++)
        {
            var sum = free.Where((_, bit) => (pattern >> bit & 1) == 1).Sum(i => ranks[i]);
            atLeast += sum >= observed ? 1 : 0;
            atMost += sum <= observed ? 1 : 0;
        }
        return (atLeast / all, atMost / all);
    }
}
