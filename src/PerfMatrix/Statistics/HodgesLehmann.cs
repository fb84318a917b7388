namespace PerfMatrix.Statistics;

/// <summary>The Hodges-Lehmann estimate of a typical difference: J. Hodges and E. Lehmann (1963), "Estimates of location based on rank tests", Ann.
/// Math. Stat. 34(2). It has 95.5 % of the efficiency of the mean when the noise is normal, and up to 29 % of the differences may be arbitrarily
/// wrong without moving it arbitrarily far.</summary>
internal static class HodgesLehmann
{
    /// <summary>The median of the means of all pairs of differences, each with itself included.</summary>
    public static double Estimate(ReadOnlySpan<double> differences)
    {
        Finite.Require(differences);
        var count = WalshAverages.Count(differences.Length);
        Span<double> middle = stackalloc double[2];
        WalshAverages.Select(differences, [(count + 1) / 2, (count / 2) + 1], middle);
        return (0.5 * middle[0]) + (0.5 * middle[1]);
    }
}

/// <summary>The n (n + 1) / 2 means of two differences, each with itself included: J. Walsh (1949), "Some significance tests for the median which are
/// valid under very general conditions", Ann. Math. Stat. 20. Their median is the Hodges-Lehmann estimate, two of their order statistics are the ends
/// of the signed-rank interval.</summary>
internal static class WalshAverages
{
    /// <summary>Up to this many differences the averages are listed; above, they are only counted.</summary>
    private const int ListedUpTo = 64;

    public static long Count(int n) => (long)n * (n + 1) / 2;

    /// <summary>The averages with the given ranks, from 1, in ascending order.</summary>
    public static void Select(ReadOnlySpan<double> differences, ReadOnlySpan<long> ranks, Span<double> averages)
    {
        if (differences.Length <= ListedUpTo) SelectFromList(differences, ranks, averages);
        else SelectByCounting(differences, ranks, averages);
    }

    /// <summary>Lists all averages and partitions the list around each rank: O(n^2), fastest for few differences.</summary>
    public static void SelectFromList(ReadOnlySpan<double> differences, ReadOnlySpan<long> ranks, Span<double> averages)
    {
        Span<double> list = stackalloc double[(int)Count(differences.Length)];
        Fill(differences, list);
        for (var i = 0; i < ranks.Length; i++) averages[i] = OrderStatistics.Nth(list, (int)ranks[i] - 1);
    }

    /// <summary>Bisects the doubles themselves, counting the averages up to each candidate in one pass over the sorted differences: O(n log n), and
    /// exact, because the rounded mean of two doubles is monotone in both.</summary>
    public static void SelectByCounting(ReadOnlySpan<double> differences, ReadOnlySpan<long> ranks, Span<double> averages)
    {
        double[] sorted = [.. differences];
        Array.Sort(sorted);
        for (var i = 0; i < ranks.Length; i++) averages[i] = SmallestWithCount(sorted, ranks[i]);
    }

    private static void Fill(ReadOnlySpan<double> differences, Span<double> list)
    {
        var next = 0;
        for (var i = 0; i < differences.Length; i++)
            for (var j = i; j < differences.Length; j++) list[next++] = Mean(differences[i], differences[j]);
    }

    private static double SmallestWithCount(ReadOnlySpan<double> sorted, long rank)
    {
        long low = Ordinal(sorted[0]), high = Ordinal(sorted[^1]);
        while (low < high)
        {
            var middle = (low & high) + ((low ^ high) >> 1);
            (low, high) = CountUpTo(sorted, FromOrdinal(middle)) >= rank ? (low, middle) : (middle + 1, high);
        }
        return FromOrdinal(low);
    }

    private static long CountUpTo(ReadOnlySpan<double> sorted, double limit)
    {
        long count = 0;
        var right = sorted.Length - 1;
        for (var left = 0; left <= right; left++)
        {
            while (right >= left && Mean(sorted[left], sorted[right]) > limit) right--;
            count += right - left + 1;
        }
        return count;
    }

    // Halving first cannot overflow, and is exact down to the subnormal numbers.
    private static double Mean(double a, double b) => (0.5 * a) + (0.5 * b);

    // Integers in the order of the doubles they stand for; both zeros are 0.
    private static long Ordinal(double value)
    {
        var bits = BitConverter.DoubleToInt64Bits(value);
        return bits < 0 ? long.MinValue - bits : bits;
    }

    private static double FromOrdinal(long ordinal) => BitConverter.Int64BitsToDouble(ordinal < 0 ? long.MinValue - ordinal : ordinal);
}
