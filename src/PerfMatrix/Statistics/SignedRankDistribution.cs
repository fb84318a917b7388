namespace PerfMatrix.Statistics;

/// <summary>
/// The distribution of the signed-rank statistic when every sign is a fair coin, counted exactly in integers: the number of subsets of the ranks
/// with a given sum. F. Wilcoxon, S. Katti and R. Wilcox (1970), "Critical values and probability levels for the Wilcoxon rank sum test and the
/// Wilcoxon signed rank test", Selected Tables in Mathematical Statistics 1.
/// </summary>
internal static class SignedRankDistribution
{
    // Filled on demand; two threads may compute the same table, which is the same table.
    private static readonly double[]?[] Tables = new double[]?[SignedRank.ExactPairs + 1];

    /// <summary>P(W+ &lt;= sum) for <paramref name="n"/> pairs without ties or zeros.</summary>
    public static double Lower(int n, int sum) => sum < 0 ? 0 : Table(n)[sum];

    /// <summary>The largest rank r with P(W+ &lt;= r - 1) at most <paramref name="tail"/>; 0 when even P(W+ = 0) is larger.</summary>
    public static int RankBelow(int n, double tail)
    {
        var table = Table(n);
        var rank = 0;
        while (table[rank] <= tail)
            rank++;
        return rank;
    }

    /// <summary>How many of the 2^n subsets of the ranks have each sum; index is the sum. At most 60 ranks.</summary>
    public static long[] SubsetSums(ReadOnlySpan<int> ranks)
    {
        var total = 0;
        foreach (var rank in ranks)
            total += rank;
        var counts = new long[total + 1];
        counts[0] = 1;
        var reached = 0;
        foreach (var rank in ranks)
        {
            reached += rank;
            for (var sum = reached; sum >= rank; sum--)
                counts[sum] += counts[sum - rank];
        }
        return counts;
    }

    private static double[] Table(int n) => Volatile.Read(ref Tables[n]) ?? (Tables[n] = Build(n));

    private static double[] Build(int n)
    {
        var counts = SubsetSums([.. Enumerable.Range(1, n)]);
        var table = new double[counts.Length];
        long cumulative = 0;
        for (var sum = 0; sum < counts.Length; sum++)
            table[sum] = Math.ScaleB(cumulative += counts[sum], -n);
        return table;
    }
}
