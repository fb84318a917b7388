namespace PerfMatrix.Load.Generator;

/// <summary>The latencies of the paced slices of a round. A percentile is that of the middle slice (the median over the slices): the few slices that
/// a busy moment of the machine hits would otherwise be all that p90 and above say. What a server does rarely shows in throughput.</summary>
internal sealed class SliceLatencies
{
    // Fewer requests beyond a percentile of a slice are chance; then it is that of all slices together.
    private const int LeastBeyond = 10;
    private readonly LatencyHistogram _all = new();
    private readonly List<LatencySummary> _slices = [];

    public void Add(LatencyHistogram slice)
    {
        _all.Add(slice);
        if (slice.Summarize() is { } summary) _slices.Add(summary);
    }

    /// <summary>Null when nothing is recorded.</summary>
    public LatencySummary? Summarize() => _all.Summarize() is not { } all ? null : all with
    {
        P50 = Middle(2, all.P50, slice => slice.P50),
        P90 = Middle(10, all.P90, slice => slice.P90),
        P99 = Middle(100, all.P99, slice => slice.P99),
        P999 = Middle(1000, all.P999, slice => slice.P999),
    };

    private TimeSpan Middle(int oneIn, TimeSpan ofAll, Func<LatencySummary, TimeSpan> percentile)
    {
        if (_all.Count < LeastBeyond * oneIn * _slices.Count) return ofAll;
        TimeSpan[] sorted = [.. _slices.Select(percentile).Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
