namespace PerfMatrix.Statistics;

/// <summary>
/// Conversions between a log ratio, in which all statistics are done, and a change in percent, in which people read it.
/// On the log scale +5 % and its inverse have the same size, and the level of a machine cancels.
/// </summary>
public static class LogRatio
{
    /// <summary>The change in percent: <c>100 (exp(x) - 1)</c>; ln 1.05 is 5.</summary>
    public static double ToPercent(double logRatio) => 100 * (Math.Exp(logRatio) - 1);

    /// <summary>The log ratio of a change in percent: <c>ln(1 + percent / 100)</c>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The change is -100 % or less, or not a number.</exception>
    public static double FromPercent(double percent) => percent > -100 && double.IsFinite(percent)
        ? Math.Log(1 + (percent / 100))
        : throw new ArgumentOutOfRangeException(nameof(percent), percent, "a change must be a finite number above -100 %");
}
