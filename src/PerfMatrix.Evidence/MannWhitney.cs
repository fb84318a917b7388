using System.Collections.Concurrent;

namespace PerfMatrix.Evidence;

/// <summary>The two-sample rank test: H. Mann and D. Whitney (1947), "On a test of whether one of two random variables is stochastically larger than
/// the other", Ann. Math. Stat. 18(1). The gate does not use it, because it throws the pairing away; other tools do.</summary>
internal static class MannWhitney
{
    /// <summary>Up to this many values on both sides together p values are exact, ties included; above, normal with continuity correction.</summary>
    public const int ExactValues = 60;

    /// <summary>Tests the hypothesis that both samples come from one distribution.</summary>
    public static RankTest Test(ReadOnlySpan<double> x, ReadOnlySpan<double> y)
    {
        Finite.Require(x);
        Finite.Require(y);
        var doubled = new int[x.Length + y.Length];
        var (sum, plain) = RankSum(x, y, doubled);
        var u = (sum - (x.Length * (x.Length + 1L))) / 2.0;
        if (doubled.Length > ExactValues) return MannWhitneyDistribution.Normal(doubled, x.Length, u);
        return plain ? MannWhitneyDistribution.FromTable(x.Length, y.Length, (int)u)
            : MannWhitneyDistribution.FromRanks(doubled, x.Length, (int)sum);
    }

    private static (long DoubledSumOfX, bool Plain) RankSum(ReadOnlySpan<double> x, ReadOnlySpan<double> y, Span<int> doubled)
    {
        double[] values = [.. x, .. y];
        var fromX = new bool[doubled.Length];
        fromX.AsSpan(0, x.Length).Fill(true);
        Array.Sort(values, fromX);
        var plain = MidRanks.Doubled(values, doubled);
        long sum = 0;
        for (var i = 0; i < doubled.Length; i++) sum += fromX[i] ? doubled[i] : 0;
        return (sum, plain);
    }
}

/// <summary>The distribution of the rank sum when every choice of x among all values is equally likely, counted exactly in integers.</summary>
internal static class MannWhitneyDistribution
{
    private static readonly ConcurrentDictionary<(int X, int Y), double[]> Tables = new();

    /// <summary>p values without ties, from a table of P(U &lt;= u) kept for each pair of sizes; U counts the pairs with x above y.</summary>
    public static RankTest FromTable(int x, int y, int u)
    {
        var lower = Tables.GetOrAdd((x, y), static sizes => Build(sizes.X, sizes.Y));
        return new(lower[(x * y) - u], lower[u]);
    }

    public static RankTest FromRanks(ReadOnlySpan<int> doubled, int x, int sum)
    {
        var counts = SumsOfSubsets(doubled, x);
        var (below, all) = (counts.Take(sum).Sum(), counts.Sum());
        return new(1 - ((double)below / all), (double)(below + counts[sum]) / all);
    }

    /// <summary>Normal approximation with the variance corrected for ties.</summary>
    public static RankTest Normal(ReadOnlySpan<int> doubled, int x, double u)
    {
        double n = doubled.Length, y = n - x, mean = x * y / 2, squares = 0;
        foreach (var rank in doubled) squares += ((rank / 2.0) - ((n + 1) / 2)) * ((rank / 2.0) - ((n + 1) / 2));
        return RankTest.Normal(u, mean, Math.Sqrt(x * y * squares / (n * (n - 1))), correction: 0.5);
    }

    private static double[] Build(int x, int y)
    {
        var counts = SumsOfSubsets([.. Enumerable.Range(1, x + y)], x);
        var smallest = x * (x + 1) / 2;
        double all = counts.Sum();
        var lower = new double[(x * y) + 1];
        long cumulative = 0;
        for (var u = 0; u < lower.Length; u++) lower[u] = (cumulative += counts[smallest + u]) / all;
        return lower;
    }

    // counts[k][s]: subsets of k of the ranks seen so far with sum s.
    private static long[] SumsOfSubsets(ReadOnlySpan<int> ranks, int size)
    {
        var total = 0;
        foreach (var rank in ranks) total += rank;
        var counts = new long[size + 1][];
        for (var k = 0; k <= size; k++) counts[k] = new long[total + 1];
        counts[0][0] = 1;
        foreach (var rank in ranks)
        {
            for (var k = size; k > 0; k--)
                for (var sum = total; sum >= rank; sum--) counts[k][sum] += counts[k - 1][sum - rank];
        }
        return counts[size];
    }
}
