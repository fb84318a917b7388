namespace PerfMatrix.Statistics;

/// <summary>A closed interval of log ratios.</summary>
/// <param name="Low">Lower end.</param>
/// <param name="High">Upper end, not below the lower.</param>
public readonly record struct Interval(double Low, double High)
{
    /// <summary>The lower end as a change in percent.</summary>
    public double LowPercent => LogRatio.ToPercent(Low);

    /// <summary>The upper end as a change in percent.</summary>
    public double HighPercent => LogRatio.ToPercent(High);

    /// <summary>Half of the distance between the ends.</summary>
    public double HalfWidth => (High - Low) / 2;

    /// <summary>Whether the log ratio lies inside or on an end.</summary>
    public bool Contains(double logRatio) => Low <= logRatio && logRatio <= High;

    /// <summary>Whether every value of the interval is at most <paramref name="limit"/> away from no change.</summary>
    /// <param name="limit">Largest change that counts as none, as a log ratio, at least 0.</param>
    public bool IsWithin(double limit) => -limit <= Low && High <= limit;
}
