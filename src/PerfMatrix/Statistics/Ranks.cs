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
    /// <param name="correction">Half a rank, for continuity, in the unit of the statistic.</param>
    public static RankTest Normal(double statistic, double mean, double sd, double correction) => sd == 0 ? new(1, 1)
        : new(NormalDistribution.Upper((statistic - correction - mean) / sd), NormalDistribution.Upper((mean - statistic - correction) / sd));
}
