namespace PerfMatrix.Statistics;

/// <summary>A share and the interval that its number of trials allows: E. Wilson (1927), "Probable inference, the law of succession, and statistical
/// inference", J. Am. Stat. Assoc. 22. Unlike the textbook interval it is honest at 0 and 100 %.</summary>
internal readonly record struct WilsonInterval(int Successes, int Trials, double Low, double High)
{
    public double Share => (double)Successes / Trials;

    public static WilsonInterval Of(int successes, int trials, double confidence = 0.95)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(trials, 1);
        ArgumentOutOfRangeException.ThrowIfNegative(successes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(successes, trials);
        Finite.RequireLevel(confidence);
        var z = NormalDistribution.Quantile(1 - ((1 - confidence) / 2));
        double n = trials, share = successes / n, spread = z * z / n;
        var centre = (share + (spread / 2)) / (1 + spread);
        var half = z * Math.Sqrt((share * (1 - share) / n) + (spread / (4 * n))) / (1 + spread);
        return new(successes, trials, successes == 0 ? 0 : centre - half, successes == trials ? 1 : centre + half);
    }
}
