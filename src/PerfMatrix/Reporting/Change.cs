namespace PerfMatrix.Reporting;

internal enum Difference
{
    /// <summary>The interval excludes no change, on the good side.</summary>
    Better,

    /// <summary>The interval excludes no change, on the bad side.</summary>
    Worse,

    /// <summary>The interval holds no change: not a number to act on.</summary>
    None,

    /// <summary>Too few rounds for an interval: not a number to act on.</summary>
    TooFewRounds,
}

/// <summary>A change against the anchor, in percent and in the natural direction of the metric (throughput +5 is faster, memory +5 is
/// larger).</summary>
/// <param name="Percent">Hodges-Lehmann estimate; null unless significant.</param>
/// <param name="LowPercent">Lower end of the 95 % interval; null with too few rounds.</param>
internal sealed record Change(Difference Difference, double? Percent, double? LowPercent, double? HighPercent)
{
    public bool IsSignificant => Difference is Difference.Better or Difference.Worse;

    /// <summary>Judges log ratios in the natural direction; null when there are none.</summary>
    public static Change? Of(ReadOnlySpan<double> naturalLogRatios, Direction direction)
    {
        return naturalLogRatios.IsEmpty ? null : Of(Estimate.Of(naturalLogRatios), direction);
    }

    /// <summary>Judges an estimate of log ratios in the natural direction.</summary>
    public static Change Of(Estimate estimate, Direction direction)
    {
        if (estimate.Interval is not { } interval) return new Change(Difference.TooFewRounds, null, null, null);
        var difference = interval.Contains(0) ? Difference.None
            : interval.Low > 0 == (direction == Direction.HigherIsBetter) ? Difference.Better
            : Difference.Worse;
        return new Change(difference, difference == Difference.None ? null : estimate.EffectPercent, interval.LowPercent, interval.HighPercent);
    }
}
