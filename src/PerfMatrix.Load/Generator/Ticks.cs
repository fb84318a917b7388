using System.Diagnostics;

namespace PerfMatrix.Load.Generator;

/// <summary>Conversions between time spans, nanoseconds and <see cref="Stopwatch"/> timestamps.</summary>
internal static class Ticks
{
    /// <summary>The time span in timestamp ticks.</summary>
    public static long Of(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);

    /// <summary>The distance of two timestamps.</summary>
    public static TimeSpan Between(long from, long to) => Stopwatch.GetElapsedTime(from, to);

    /// <summary>The distance of two timestamps in nanoseconds.</summary>
    public static long Nanoseconds(long from, long to) =>
        Stopwatch.Frequency == 1_000_000_000 ? to - from : (long)((to - from) * (1e9 / Stopwatch.Frequency));
}
