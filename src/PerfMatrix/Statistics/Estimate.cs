namespace PerfMatrix.Statistics;

/// <summary>What a set of pairs says of an effect.</summary>
/// <param name="Location">The Hodges-Lehmann estimate, a log ratio.</param>
/// <param name="Interval">The exact interval; null when there are too few pairs for its confidence.</param>
/// <param name="Pairs">Number of pairs.</param>
/// <param name="TwoSidedP">p value of the hypothesis of no change.</param>
public sealed record Estimate(double Location, Interval? Interval, int Pairs, double TwoSidedP)
{
    /// <summary>The estimate as a change in percent.</summary>
    public double EffectPercent => LogRatio.ToPercent(Location);

    /// <summary>The lower end of the interval as a change in percent.</summary>
    public double? LowPercent => Interval?.LowPercent;

    /// <summary>The upper end of the interval as a change in percent.</summary>
    public double? HighPercent => Interval?.HighPercent;

    /// <summary>Estimates the effect from log ratios of pairs.</summary>
    /// <param name="logRatios">Log ratios in any order; at least one.</param>
    /// <param name="confidence">Confidence of the interval, between 0 and 1.</param>
    /// <exception cref="ArgumentException">There are no log ratios, or one is NaN or infinite.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The confidence is not strictly between 0 and 1.</exception>
    public static Estimate Of(ReadOnlySpan<double> logRatios, double confidence = 0.95) => new(
        HodgesLehmann.Estimate(logRatios), SignedRank.Interval(logRatios, confidence), logRatios.Length, SignedRank.TwoSided(logRatios));
}
