namespace PerfMatrix.History;

/// <summary>
/// Log ratios as integers: 1/10,000 of a natural log ratio in the natural direction of the metric. Six times shorter than a decimal number, and the last
/// digit (0.01 %) is below the noise of anything measured.
/// </summary>
public static class LogUnits
{
    /// <summary>Units of a log ratio of 1.</summary>
    public const double PerLog = 10_000;

    /// <summary>The nearest number of units.</summary>
    public static int Of(double logRatio) => (int)Math.Round(Math.Clamp(logRatio * PerLog, int.MinValue / 2, int.MaxValue / 2));

    /// <summary>The log ratio.</summary>
    public static double ToLog(double units) => units / PerLog;

    /// <summary>The change in percent.</summary>
    public static double ToPercent(double units) => Statistics.LogRatio.ToPercent(ToLog(units));
}
