namespace PerfMatrix.Statistics;

/// <summary>Order statistics without sorting everything: C. A. R. Hoare (1961), "Algorithm 65: find", Comm. ACM 4(7).</summary>
internal static class OrderStatistics
{
    /// <summary>The value of index <paramref name="n"/> in sorted order; reorders the span so that nothing before it is larger.</summary>
    public static double Nth(Span<double> values, int n)
    {
        int low = 0, high = values.Length - 1;
        while (low < high)
        {
            var (left, right) = Partition(values, low, high);
            if (n <= right) high = right;
            else if (n >= left) low = left;
            else break;
        }
        return values[n];
    }

    /// <summary>The median; the mean of the middle two when their number is even. Reorders the span.</summary>
    public static double Median(Span<double> values)
    {
        var upper = Nth(values, values.Length / 2);
        if (values.Length % 2 == 1) return upper;
        var lower = values[0];
        foreach (var value in values[1..(values.Length / 2)]) lower = Math.Max(lower, value);
        return (0.5 * lower) + (0.5 * upper);
    }

    /// <summary>The median of those that are known; null where none is.</summary>
    public static double? MedianOfKnown(IEnumerable<double?> values)
    {
        double[] known = [.. values.OfType<double>()];
        return known.Length > 0 ? Median(known) : null;
    }

    private static (int Left, int Right) Partition(Span<double> values, int low, int high)
    {
        var pivot = values[low + ((high - low) / 2)];
        int left = low, right = high;
        while (left <= right)
        {
            while (values[left] < pivot) left++;
            while (values[right] > pivot) right--;
            if (left > right) break;
            (values[left], values[right]) = (values[right], values[left]);
            left++;
            right--;
        }
        return (left, right);
    }
}

internal static class Spread
{
    /// <summary>Makes the median absolute deviation estimate the standard deviation of normal noise: 1 / Phi^-1(3/4).</summary>
    private const double Consistency = 1.482602218505602;

    /// <summary>The sample standard deviation, with n - 1 in the denominator.</summary>
    public static double StandardDeviation(ReadOnlySpan<double> values)
    {
        Finite.Require(values, atLeast: 2);
        double mean = 0, squares = 0;
        foreach (var value in values) mean += value / values.Length;
        foreach (var value in values) squares += (value - mean) * (value - mean);
        return Math.Sqrt(squares / (values.Length - 1));
    }

    /// <summary>Of neighbours: 0 where each value has noise of its own, towards 1 where noise lasts.</summary>
    public static double Autocorrelation(double[] values)
    {
        var mean = values.Average();
        var all = values.Sum(value => (value - mean) * (value - mean));
        return all == 0 ? 0 : values.Zip(values.Skip(1)).Sum(pair => (pair.First - mean) * (pair.Second - mean)) / all;
    }

    /// <summary>1.4826 times the median absolute deviation from the median: the standard deviation of the well-behaved half of the values. F. Hampel
    /// (1974), "The influence curve and its role in robust estimation", J. Am. Stat. Assoc. 69.</summary>
    public static double Robust(ReadOnlySpan<double> values)
    {
        Finite.Require(values);
        var copy = values.ToArray();
        var median = OrderStatistics.Median(copy);
        for (var i = 0; i < copy.Length; i++) copy[i] -= median;
        return AroundZero(copy);
    }

    /// <summary>The same of values known to lie around 0: of three it is right on average, where their own median is half as large.</summary>
    public static double AroundZero(ReadOnlySpan<double> values)
    {
        Finite.Require(values);
        var sizes = values.ToArray();
        for (var i = 0; i < sizes.Length; i++) sizes[i] = Math.Abs(sizes[i]);
        return Consistency * OrderStatistics.Median(sizes);
    }
}
