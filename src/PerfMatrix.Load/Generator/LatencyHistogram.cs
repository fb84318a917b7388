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

/// <summary>The latencies of the paced slices of a round. A percentile is the geometric mean of those of single slices, or of as many successive ones
/// as it takes to have two requests beyond it: a few slices that a busy moment of the machine hits would otherwise be all that p99 says.</summary>
internal sealed class SliceLatencies
{
    private readonly LatencyHistogram _all = new();
    private readonly TypicalLatency _p50 = new(2), _p90 = new(10), _p99 = new(100), _p999 = new(1000);

    public void Add(LatencyHistogram slice)
    {
        _all.Add(slice);
        foreach (var typical in (TypicalLatency[])[_p50, _p90, _p99, _p999]) typical.Add(slice);
    }

    /// <summary>Null when nothing is recorded.</summary>
    public LatencySummary? Summarize() => _all.Summarize() is not { } all ? null : all with
    {
        P50 = _p50.Value ?? all.P50,
        P90 = _p90.Value ?? all.P90,
        P99 = _p99.Value ?? all.P99,
        P999 = _p999.Value ?? all.P999,
    };
}

/// <param name="oneIn">100 for the 99th percentile.</param>
internal sealed class TypicalLatency(int oneIn)
{
    private const int LeastBeyond = 2;
    private LatencyHistogram _open = new();
    private double _logs;
    private int _count;

    /// <summary>Null where all slices together have too few requests.</summary>
    public TimeSpan? Value => _count == 0 ? null : TimeSpan.FromTicks((long)Math.Round(Math.Exp(_logs / _count)));

    public void Add(LatencyHistogram slice)
    {
        _open.Add(slice);
        if (_open.Count < LeastBeyond * oneIn) return;
        _logs += Math.Log(Math.Max(1, _open.Percentile(1 - (1.0 / oneIn)).Ticks));
        _count++;
        _open = new();
    }
}
