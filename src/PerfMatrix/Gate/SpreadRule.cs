using PerfMatrix.Statistics;

namespace PerfMatrix.Gate;

/// <summary>
/// The rule of metrics that gate only where they are calm, such as tail latencies: beyond a spread of their pairs they are shown and fail nothing. Both stages
/// apply it, each to its own rounds: a few rounds of a screen look calm by chance more often than those of a confirmation.
/// </summary>
internal static class SpreadRule
{
    /// <summary>Why the metric is shown only; null when it gates.</summary>
    /// <param name="metric">Its policy.</param>
    /// <param name="spread">Standard deviation of a pair, a log ratio.</param>
    public static string? TooWide(MetricPolicy metric, double spread) => metric.SpreadLimitPercent is { } limit && spread > LogRatio.FromPercent(limit)
        ? $"reported only: pairs spread {LogRatio.ToPercent(spread):0.0} %, at most {limit} % gates"
        : null;
}
