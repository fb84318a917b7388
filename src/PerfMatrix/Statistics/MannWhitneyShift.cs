namespace PerfMatrix.Statistics;

/// <summary>
/// How far one sample lies above another: the median of all differences between a value of the one and a value of the other (J. Hodges and E. Lehmann 1963),
/// and the interval of all shifts that the Mann-Whitney test does not reject (M. Hollander and D. Wolfe 1999, "Nonparametric Statistical Methods", section 4.3).
/// </summary>
public static class MannWhitneyShift
{
    /// <summary>Estimates the shift from the first sample to the second.</summary>
    /// <param name="from">First sample, at least one value.</param>
    /// <param name="to">Second sample, at least one value.</param>
    /// <param name="confidence">Confidence of the interval, between 0 and 1.</param>
    /// <returns>The interval is null when the samples are too small for the confidence: 4 and 4 values are enough for 95 %, 3 and 4 are not.</returns>
    /// <exception cref="ArgumentException">A sample is empty, or has a value that is NaN or infinite.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The confidence is not strictly between 0 and 1.</exception>
    public static (double Location, Interval? Interval) Of(ReadOnlySpan<double> from, ReadOnlySpan<double> to, double confidence = 0.95)
    {
        Finite.Require(from);
        Finite.Require(to);
        Finite.RequireLevel(confidence);
        var differences = new double[from.Length * to.Length];
        for (var i = 0; i < differences.Length; i++)
            differences[i] = to[i / from.Length] - from[i % from.Length];
        Array.Sort(differences);
        var location = (0.5 * differences[(differences.Length - 1) / 2]) + (0.5 * differences[differences.Length / 2]);
        var rank = Rank(from.Length, to.Length, (1 - confidence) / 2);
        return (location, rank > 0 ? new Interval(differences[rank - 1], differences[^rank]) : null);
    }

    // Rank, from 1, of the difference that is the lower end: the smallest u whose P(U <= u) is above the tail.
    private static int Rank(int x, int y, double tail)
    {
        const double Rounding = 1 + 1e-12;
        if (x + y > MannWhitney.ExactValues)
            return (int)Math.Max(0, Math.Floor((x * y / 2.0) + 0.5 + (NormalDistribution.Quantile(tail) * Math.Sqrt(x * y * (x + y + 1.0) / 12))));
        var rank = 0;
        while (MannWhitneyDistribution.FromTable(x, y, rank).Less <= tail * Rounding)
            rank++;
        return rank;
    }
}
