namespace PerfMatrix.Statistics;

/// <summary>
/// The two-sample rank test: H. Mann and D. Whitney (1947), "On a test of whether one of two random variables is stochastically larger than the
/// other", Ann. Math. Stat. 18(1). The gate does not use it, because it throws the pairing away; other tools do, and are shown beside ours.
/// </summary>
public static class MannWhitney
{
    /// <summary>Up to this many values on both sides together p values are exact, ties included; above, normal with continuity correction.</summary>
    public const int ExactValues = 60;

    /// <summary>Tests the hypothesis that both samples come from one distribution.</summary>
    /// <param name="x">First sample, at least one value.</param>
    /// <param name="y">Second sample, at least one value.</param>
    /// <exception cref="ArgumentException">A sample is empty, or has a value that is NaN or infinite.</exception>
    public static MannWhitneyTest Test(ReadOnlySpan<double> x, ReadOnlySpan<double> y)
    {
        Finite.Require(x);
        Finite.Require(y);
        var doubled = new int[x.Length + y.Length];
        var (sum, plain) = RankSum(x, y, doubled);
        var u = (sum - (x.Length * (x.Length + 1L))) / 2.0;
        if (doubled.Length > ExactValues)
            return MannWhitneyDistribution.Normal(doubled, x.Length, u);
        return plain ? MannWhitneyDistribution.FromTable(x.Length, y.Length, (int)u) : MannWhitneyDistribution.FromRanks(doubled, x.Length, (int)sum, u);
    }

    private static (long DoubledSumOfX, bool Plain) RankSum(ReadOnlySpan<double> x, ReadOnlySpan<double> y, Span<int> doubled)
    {
        var values = new double[doubled.Length];
        var fromX = new bool[doubled.Length];
        x.CopyTo(values);
        y.CopyTo(values.AsSpan(x.Length));
        fromX.AsSpan(0, x.Length).Fill(true);
        Array.Sort(values, fromX);
        var plain = MidRanks.Doubled(values, doubled);
        long sum = 0;
        for (var i = 0; i < doubled.Length; i++)
            sum += fromX[i] ? doubled[i] : 0;
        return (sum, plain);
    }
}

/// <summary>The outcome of a Mann-Whitney test.</summary>
/// <param name="U">Pairs (x, y) with x above y, ties counted half.</param>
/// <param name="Greater">p value against the alternative that x is larger.</param>
/// <param name="Less">p value against the alternative that x is smaller.</param>
/// <param name="Exact">Whether the p values are exact, not normal approximations.</param>
public readonly record struct MannWhitneyTest(double U, double Greater, double Less, bool Exact)
{
    /// <summary>p value against the alternative that the samples differ either way: twice the smaller one-sided one, at most 1.</summary>
    public double TwoSided => Math.Min(1, 2 * Math.Min(Greater, Less));
}
