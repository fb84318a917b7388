namespace PerfMatrix.Statistics;

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

    /// <summary>The normal approximation.</summary>
    /// <param name="correction">Half a rank, for continuity.</param>
    public static RankTest Normal(double statistic, double mean, double sd, double correction) => sd == 0 ? new(1, 1)
        : new(NormalDistribution.Upper((statistic - correction - mean) / sd), NormalDistribution.Upper((mean - statistic - correction) / sd));
}

/// <summary>From sorted absolute differences and their signs to the p values.</summary>
internal static class SignedRankRanking
{
    /// <summary>Ranks, sums and looks up the distribution that fits the ranks that occurred.</summary>
    /// <param name="signs">-1, 0 or 1 for each.</param>
    public static RankTest TestOf(ReadOnlySpan<double> sizes, ReadOnlySpan<int> signs)
    {
        var n = sizes.Length;
        var doubled = n > 256 ? new int[n] : stackalloc int[n];
        var plain = MidRanks.Doubled(sizes, doubled);
        var zeros = sizes.LastIndexOf(0) + 1;
        var sum = PositiveSum(doubled, signs);
        if (n > SignedRank.ExactPairs) return Normal(doubled[zeros..], sum);
        return plain && zeros == 0 ? FromTable(n, (int)sum / 2) : FromRanks(doubled[zeros..], (int)sum);
    }

    private static long PositiveSum(ReadOnlySpan<int> doubled, ReadOnlySpan<int> signs)
    {
        long sum = 0;
        for (var i = 0; i < doubled.Length; i++) sum += signs[i] > 0 ? doubled[i] : 0;
        return sum;
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
        return RankTest.Normal(sum, mean, Math.Sqrt(variance), correction: 1);
    }
}
