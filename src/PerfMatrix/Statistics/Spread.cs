namespace PerfMatrix.Statistics;

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

    /// <summary>The same of values that are known to lie around 0. Of three values it is right on average, where their own median makes it half as
    /// large.</summary>
    public static double AroundZero(ReadOnlySpan<double> values)
    {
        Finite.Require(values);
        var sizes = values.ToArray();
        for (var i = 0; i < sizes.Length; i++) sizes[i] = Math.Abs(sizes[i]);
        return Consistency * OrderStatistics.Median(sizes);
    }
}
