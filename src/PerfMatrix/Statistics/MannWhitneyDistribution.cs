using System.Collections.Concurrent;

namespace PerfMatrix.Statistics;

/// <summary>The distribution of the rank sum when every choice of x among all values is equally likely, counted exactly in integers.</summary>
internal static class MannWhitneyDistribution
{
    private static readonly ConcurrentDictionary<(int X, int Y), double[]> Tables = new();

    /// <summary>p values without ties, from a table of P(U &lt;= u) kept for each pair of sizes.</summary>
    public static MannWhitneyTest FromTable(int x, int y, int u)
    {
        var lower = Tables.GetOrAdd((x, y), static sizes => Build(sizes.X, sizes.Y));
        return new(u, lower[(x * y) - u], lower[u], Exact: true);
    }

    /// <summary>p values for the tied ranks that occurred.</summary>
    /// <param name="doubled">Doubled mid-ranks of all values.</param>
    /// <param name="x">Size of the first sample.</param>
    /// <param name="sum">Doubled rank sum of the first sample.</param>
    /// <param name="u">The statistic to report.</param>
    public static MannWhitneyTest FromRanks(ReadOnlySpan<int> doubled, int x, int sum, double u)
    {
        var counts = SumsOfSubsets(doubled, x);
        long below = 0, all = 0;
        for (var i = 0; i < counts.Length; i++)
        {
            all += counts[i];
            below += i < sum ? counts[i] : 0;
        }
        return new(u, 1 - ((double)below / all), (double)(below + counts[sum]) / all, Exact: true);
    }

    /// <summary>Normal approximation with the variance corrected for ties and half a rank of continuity correction.</summary>
    public static MannWhitneyTest Normal(ReadOnlySpan<int> doubled, int x, double u)
    {
        double n = doubled.Length, y = n - x, mean = x * y / 2, squares = 0;
        foreach (var rank in doubled)
            squares += ((rank / 2.0) - ((n + 1) / 2)) * ((rank / 2.0) - ((n + 1) / 2));
        var sd = Math.Sqrt(x * y * squares / (n * (n - 1)));
        return sd == 0
            ? new(u, 1, 1, Exact: false)
            : new(u, NormalDistribution.Upper((u - 0.5 - mean) / sd), NormalDistribution.Upper((mean - u - 0.5) / sd), Exact: false);
    }

    private static double[] Build(int x, int y)
    {
        var counts = SumsOfSubsets([.. Enumerable.Range(1, x + y)], x);
        var smallest = x * (x + 1) / 2;
        double all = counts.Sum();
        var lower = new double[(x * y) + 1];
        long cumulative = 0;
        for (var u = 0; u < lower.Length; u++)
            lower[u] = (cumulative += counts[smallest + u]) / all;
        return lower;
    }

    // counts[k][s]: subsets of k of the ranks seen so far with sum s.
    private static long[] SumsOfSubsets(ReadOnlySpan<int> ranks, int size)
    {
        var total = 0;
        foreach (var rank in ranks)
            total += rank;
        var counts = new long[size + 1][];
        for (var k = 0; k <= size; k++)
            counts[k] = new long[total + 1];
        counts[0][0] = 1;
        foreach (var rank in ranks)
        {
            for (var k = size; k > 0; k--)
            {
                for (var sum = total; sum >= rank; sum--)
                    counts[k][sum] += counts[k - 1][sum - rank];
            }
        }
        return counts[size];
    }
}
