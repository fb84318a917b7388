using System.Numerics;

namespace PerfMatrix.Load.Generator;

/// <summary>Log-linear histogram of latencies from 1 ns to 292 years: 128 buckets for each power of two, so a bucket is at most 1/128 (0.8 %) of its
/// value wide and the middle of it is within 0.4 % of every value in it. Fixed size, no allocation while recording. The layout is that of
/// HdrHistogram (Gil Tene, http://hdrhistogram.org), with one level of precision.</summary>
internal sealed class LatencyHistogram
{
    private const int SubBucketBits = 7;
    private readonly long[] _counts = new long[(64 - SubBucketBits) << SubBucketBits];
    private Int128 _sum;
    private long _maximum;

    public long Count { get; private set; }

    /// <summary>Records one latency. Negative ones, which only a clock set back can make, count as zero.</summary>
    public void Record(long nanoseconds)
    {
        var value = Math.Max(0, nanoseconds);
        _counts[BucketOf(value)]++;
        _sum += value;
        _maximum = Math.Max(_maximum, value);
        Count++;
    }

    public void Add(LatencyHistogram other)
    {
        for (var i = 0; i < _counts.Length; i++) _counts[i] += other._counts[i];
        _sum += other._sum;
        _maximum = Math.Max(_maximum, other._maximum);
        Count += other.Count;
    }

    /// <summary>The smallest latency that at least this share of the recorded ones does not exceed, within 0.4 %.</summary>
    /// <param name="share">Above 0, at most 1: 0.99 for the 99th percentile.</param>
    public TimeSpan Percentile(double share)
    {
        if (Count == 0) throw new InvalidOperationException("A percentile of no latencies.");
        var rank = Math.Clamp((long)Math.Ceiling(share * Count), 1, Count);
        var bucket = 0;
        for (var seen = _counts[0]; seen < rank; seen += _counts[bucket]) bucket++;
        return FromNanoseconds(Math.Min(MiddleOf(bucket), _maximum));
    }

    /// <summary>The usual percentiles; null when nothing is recorded.</summary>
    public LatencySummary? Summarize() => Count == 0 ? null
        : new LatencySummary
        {
            Count = Count,
            Mean = FromNanoseconds((double)_sum / Count),
            P50 = Percentile(0.50),
            P90 = Percentile(0.90),
            P99 = Percentile(0.99),
            P999 = Percentile(0.999),
            Maximum = FromNanoseconds(_maximum),
        };

    // Values below 128 have a bucket each; above, the exponent chooses a run of 128 buckets and the next seven bits the bucket in it.
    private static int BucketOf(long value)
    {
        var shift = Math.Max(0, BitOperations.Log2((ulong)value) - SubBucketBits);
        return (shift << SubBucketBits) + (int)(value >> shift);
    }

    private static double MiddleOf(int bucket)
    {
        if (bucket < 2 << SubBucketBits) return bucket;
        var shift = (bucket >> SubBucketBits) - 1;
        var lowest = (long)(bucket - (shift << SubBucketBits)) << shift;
        return lowest + ((1L << shift) - 1) / 2.0;
    }

    private static TimeSpan FromNanoseconds(double nanoseconds) => TimeSpan.FromTicks((long)Math.Round(nanoseconds / 100));
}

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
