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
            if (n <= right)
                high = right;
            else if (n >= left)
                low = left;
            else
                break;
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
