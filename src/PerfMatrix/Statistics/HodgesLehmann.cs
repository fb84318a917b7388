namespace PerfMatrix.Statistics;

/// <summary>
/// The Hodges-Lehmann estimate of a typical difference: J. Hodges and E. Lehmann (1963), "Estimates of location based on rank tests",
/// Ann. Math. Stat. 34(2). It has 95.5 % of the efficiency of the mean when the noise is normal, and up to 29 % of the differences may be
/// arbitrarily wrong without moving it arbitrarily far.
/// </summary>
public static class HodgesLehmann
{
    /// <summary>The median of the means of all pairs of differences, each with itself included.</summary>
    /// <param name="differences">Differences, e.g. log ratios of pairs, in any order; at least one.</param>
    /// <exception cref="ArgumentException">There are no differences, or one is NaN or infinite.</exception>
    public static double Estimate(ReadOnlySpan<double> differences)
    {
        Finite.Require(differences);
        var count = WalshAverages.Count(differences.Length);
        Span<double> middle = stackalloc double[2];
        WalshAverages.Select(differences, [(count + 1) / 2, (count / 2) + 1], middle);
        return (0.5 * middle[0]) + (0.5 * middle[1]);
    }
}
