namespace PerfMatrix.Statistics;

/// <summary>Ranks in which equal values share the mean of their places; doubled, so that they stay integers.</summary>
internal static class MidRanks
{
    /// <summary>Writes twice the mid-rank, from 2, of each value.</summary>
    /// <param name="sorted">Values, ascending.</param>
    /// <param name="doubled">Receives one doubled rank a value.</param>
    /// <returns>Whether no two values are equal.</returns>
    public static bool Doubled(ReadOnlySpan<double> sorted, Span<int> doubled)
    {
        var plain = true;
        for (int start = 0, end; start < sorted.Length; start = end)
        {
            end = start + 1;
            while (end < sorted.Length && sorted[end] == sorted[start])
                end++;
            plain &= end == start + 1;
            doubled[start..end].Fill(start + 1 + end);
        }
        return plain;
    }
}
