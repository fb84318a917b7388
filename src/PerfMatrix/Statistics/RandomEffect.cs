namespace PerfMatrix.Statistics;

/// <summary>What effects scatter around no change beyond what their own errors explain: a random-effects estimate with a known mean of 0. R. Paule
/// and J. Mandel (1982), "Consensus values and weighting factors"; interval by the Q profile, W. Viechtbauer (2007), Stat. Med. 26.</summary>
internal static class RandomEffect
{
    /// <summary>The standard deviation, in the unit of the effects; 0 when their errors explain all of it.</summary>
    /// <param name="effects">Each effect with the square of its error; at least one.</param>
    public static double Estimate(IReadOnlyCollection<(double Effect, double SquaredError)> effects) => DeviationAt(effects, effects.Count);

    /// <summary>What the standard deviation does not exceed with this confidence, from 0 to 1: an end of an interval.</summary>
    public static double Bound(IReadOnlyCollection<(double Effect, double SquaredError)> effects, double confidence) =>
        DeviationAt(effects, ChiSquare(1 - confidence, effects.Count));

    private static double DeviationAt(IReadOnlyCollection<(double Effect, double SquaredError)> effects, double q)
    {
        var (low, high) = (0.0, effects.Max(one => one.Effect * one.Effect) * effects.Count / q);
        if (Q(effects, 0) <= q) return 0;
        for (var i = 0; i < 100; i++) (low, high) = Q(effects, (low + high) / 2) > q ? ((low + high) / 2, high) : (low, (low + high) / 2);
        return Math.Sqrt(high);
    }

    private static double Q(IEnumerable<(double Effect, double SquaredError)> effects, double variance) =>
        effects.Sum(one => one.Effect * one.Effect / (variance + one.SquaredError));

    // E. Wilson and M. Hilferty (1931): within 1 % from three degrees of freedom on.
    private static double ChiSquare(double probability, int degrees) => degrees * Math.Pow(
        1 - (2 / (9.0 * degrees)) + (NormalDistribution.Quantile(probability) * Math.Sqrt(2 / (9.0 * degrees))), 3);
}
