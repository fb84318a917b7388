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

/// <summary>From sorted absolute differences and their signs to the statistic and its p values.</summary>
internal static class SignedRankRanking
{
    /// <summary>Ranks, sums and looks up the distribution that fits the ranks that occurred.</summary>
    /// <param name="signs">-1, 0 or 1 for each.</param>
    public static SignedRankTest TestOf(ReadOnlySpan<double> sizes, ReadOnlySpan<int> signs)
    {
        var n = sizes.Length;
        var doubled = n > 256 ? new int[n] : stackalloc int[n];
        var plain = MidRanks.Doubled(sizes, doubled);
        var zeros = sizes.LastIndexOf(0) + 1;
        var sum = PositiveSum(doubled, signs);
        if (n > SignedRank.ExactPairs) return Normal(doubled[zeros..], sum, n, zeros);
        return plain && zeros == 0 ? FromTable(n, (int)sum / 2) : FromRanks(doubled[zeros..], (int)sum, n, zeros);
    }

    private static long PositiveSum(ReadOnlySpan<int> doubled, ReadOnlySpan<int> signs)
    {
        long sum = 0;
        for (var i = 0; i < doubled.Length; i++) sum += signs[i] > 0 ? doubled[i] : 0;
        return sum;
    }

    private static SignedRankTest FromTable(int n, int sum) => new(
        sum, n, 0, SignedRankDistribution.Lower(n, (n * (n + 1) / 2) - sum), SignedRankDistribution.Lower(n, sum), Exact: true);

    private static SignedRankTest FromRanks(ReadOnlySpan<int> doubled, int sum, int n, int zeros)
    {
        var counts = SignedRankDistribution.SubsetSums(doubled);
        long below = 0, at = counts[sum];
        for (var i = 0; i < sum; i++) below += counts[i];
        var all = Math.ScaleB(1, doubled.Length);
        return new(sum / 2.0, n, zeros, 1 - (below / all), (below + at) / all, Exact: true);
    }

    // Half a rank, i.e. one doubled rank, is the continuity correction.
    private static SignedRankTest Normal(ReadOnlySpan<int> doubled, long sum, int n, int zeros)
    {
        double mean = 0, variance = 0;
        foreach (var rank in doubled)
        {
            mean += rank / 2.0;
            variance += (double)rank * rank / 4;
        }
        var sd = Math.Sqrt(variance);
        return sd == 0
            ? new(sum / 2.0, n, zeros, 1, 1, Exact: false)
            : new(
            sum / 2.0, n, zeros, NormalDistribution.Upper((sum - 1 - mean) / sd), NormalDistribution.Upper((mean - sum - 1) / sd), Exact: false);
    }
}
