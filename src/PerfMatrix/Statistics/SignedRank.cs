namespace PerfMatrix.Statistics;

/// <summary>The Wilcoxon signed-rank test of paired differences and the interval that belongs to it: F. Wilcoxon (1945), "Individual comparisons by
/// ranking methods", Biometrics Bull. 1(6). Zeros are ranked and then left out, as in J. Pratt (1959), "Remarks on zeros and ties in the Wilcoxon
/// signed rank procedures", J. Am. Stat. Assoc. 54; ties share their mid-rank, and the p value is exact for the ranks that occurred. Valid when the
/// differences are symmetric around the effect, which swapping base and head guarantees when nothing changed.</summary>
internal static class SignedRank
{
    /// <summary>Up to this many pairs p values and intervals are exact; above, normal with continuity correction.</summary>
    public const int ExactPairs = 60;

    /// <param name="differences">Differences, in any order; at least one. Only exactly equal absolute values are ties.</param>
    public static RankTest Test(ReadOnlySpan<double> differences, double nullEffect = 0)
    {
        Finite.Require(differences);
        Finite.Require([nullEffect]);
        var n = differences.Length;
        var sizes = n > 128 ? new double[n] : stackalloc double[n];
        var signs = n > 128 ? new int[n] : stackalloc int[n];
        for (var i = 0; i < n; i++)
        {
            sizes[i] = Math.Abs(differences[i] - nullEffect);
            signs[i] = Math.Sign(differences[i] - nullEffect);
        }
        sizes.Sort(signs);
        var doubled = n > 256 ? new int[n] : stackalloc int[n];
        var plain = MidRanks.Doubled(sizes, doubled);
        long sum = 0;
        for (var i = 0; i < n; i++) sum += signs[i] > 0 ? doubled[i] : 0;
        var zeros = sizes.LastIndexOf(0) + 1;
        return n > ExactPairs ? Normal(doubled[zeros..], sum)
            : plain && zeros == 0 ? FromTable(n, (int)sum / 2) : FromRanks(doubled[zeros..], (int)sum);
    }

    /// <summary>The interval of all effects that the two-sided test does not reject: from one order statistic of the Walsh averages to its mirror
    /// image; M. Hollander and D. Wolfe (1999), "Nonparametric Statistical Methods", section 3.3. With ties it covers at least as often.</summary>
    /// <returns>Null when there are too few differences for the confidence: 95 % needs 6, 99 % needs 8.</returns>
    public static Interval? Interval(ReadOnlySpan<double> differences, double confidence = 0.95)
    {
        Finite.Require(differences);
        Finite.RequireLevel(confidence);
        var rank = IntervalRank(differences.Length, confidence);
        if (rank == 0) return null;
        Span<double> ends = stackalloc double[2];
        WalshAverages.Select(differences, [rank, WalshAverages.Count(differences.Length) + 1 - rank], ends);
        return new Interval(ends[0], ends[1]);
    }

    /// <summary>Rank, from 1, of the Walsh average that is the lower end; 0 when there is none.</summary>
    internal static long IntervalRank(int pairs, double confidence)
    {
        var tail = (1 - confidence) / 2 * Rounding;
        return pairs <= ExactPairs ? SignedRankDistribution.RankBelow(pairs, tail) : (long)Math.Max(0, Math.Floor(NormalRank(pairs, tail)));
    }

    private static RankTest FromTable(int n, int sum) =>
        new(SignedRankDistribution.Lower(n, (n * (n + 1) / 2) - sum), SignedRankDistribution.Lower(n, sum));

    private static RankTest FromRanks(ReadOnlySpan<int> doubled, int sum)
    {
        var counts = SignedRankDistribution.SubsetSums(doubled);
        long below = 0, at = counts[sum];
        for (var i = 0; i < sum; i++) below += counts[i];
        var all = Math.ScaleB(1, doubled.Length);
        return new(1 - (below / all), (below + at) / all);
    }

    private static RankTest Normal(ReadOnlySpan<int> doubled, long sum)
    {
        double mean = 0, variance = 0;
        foreach (var rank in doubled)
        {
            mean += rank / 2.0;
            variance += (double)rank * rank / 4;
        }
        // The sum is of doubled ranks, so half a rank is 1.
        return RankTest.Normal(sum, mean, Math.Sqrt(variance), correction: 1);
    }

    // Levels such as 1 - 0.9 are a few bits off; a table entry equal to the level in decimals must still count.
    private const double Rounding = 1 + 1e-12;

    private static double NormalRank(double n, double tail) =>
        (n * (n + 1) / 4) + 0.5 + (NormalDistribution.Quantile(tail) * Math.Sqrt(n * (n + 1) * ((2 * n) + 1) / 24));
}

/// <summary>The distribution of the signed-rank statistic when every sign is a fair coin, counted exactly in integers: the number of subsets of the
/// ranks with a given sum. F. Wilcoxon, S. Katti and R. Wilcox (1970), "Critical values and probability levels for the Wilcoxon rank sum test and the
/// Wilcoxon signed rank test", Selected Tables in Mathematical Statistics 1.</summary>
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
        while (table[rank] <= tail) rank++;
        return rank;
    }

    /// <summary>How many of the 2^n subsets of the ranks have each sum; index is the sum. At most 60 ranks.</summary>
    public static long[] SubsetSums(ReadOnlySpan<int> ranks)
    {
        var total = 0;
        foreach (var rank in ranks) total += rank;
        var counts = new long[total + 1];
        counts[0] = 1;
        var reached = 0;
        foreach (var rank in ranks)
        {
            reached += rank;
            for (var sum = reached; sum >= rank; sum--) counts[sum] += counts[sum - rank];
        }
        return counts;
    }

    private static double[] Table(int n) => Volatile.Read(ref Tables[n]) ?? (Tables[n] = Build(n));

    private static double[] Build(int n)
    {
        var counts = SubsetSums([.. Enumerable.Range(1, n)]);
        var table = new double[counts.Length];
        long cumulative = 0;
        for (var sum = 0; sum < counts.Length; sum++) table[sum] = Math.ScaleB(cumulative += counts[sum], -n);
        return table;
    }
}

/// <summary>Ranks in which equal values share the mean of their places; doubled, so that they stay integers.</summary>
internal static class MidRanks
{
    /// <summary>Writes twice the mid-rank, from 2, of each value.</summary>
    /// <returns>Whether no two values are equal.</returns>
    public static bool Doubled(ReadOnlySpan<double> sorted, Span<int> doubled)
    {
        var plain = true;
        for (int start = 0, end; start < sorted.Length; start = end)
        {
            end = start + 1;
            while (end < sorted.Length && sorted[end] == sorted[start]) end++;
            plain &= end == start + 1;
            doubled[start..end].Fill(start + 1 + end);
        }
        return plain;
    }
}

/// <summary>The p values of a rank test.</summary>
/// <param name="Greater">Against the alternative that the effect, or the first sample, is larger.</param>
/// <param name="Less">Against the alternative that it is smaller.</param>
internal readonly record struct RankTest(double Greater, double Less)
{
    /// <summary>Against the alternative that it is any other: twice the smaller one-sided one, at most 1.</summary>
    public double TwoSided => Math.Min(1, 2 * Math.Min(Greater, Less));

    /// <param name="correction">Half a rank, for continuity, in the unit of the statistic.</param>
    public static RankTest Normal(double statistic, double mean, double sd, double correction) => sd == 0 ? new(1, 1)
        : new(NormalDistribution.Upper((statistic - correction - mean) / sd), NormalDistribution.Upper((mean - statistic - correction) / sd));
}
