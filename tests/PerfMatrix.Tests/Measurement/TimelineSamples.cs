using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Tests.Measurement;

/// <summary>Timelines of processes that do not exist.</summary>
internal static class TimelineSamples
{
    private const long Megabyte = 1024 * 1024;

    /// <summary>A moment a second and a collection every other; the number of heaps follows <paramref name="heapsAt"/>. Between the times given
    /// nobody asked the process.</summary>
    public static GcTimeline Timeline(
        string variant, string block, int round, int seconds = 10, Func<int, int>? heapsAt = null, (int From, int To)? silence = null) => new()
        {
            Variant = variant,
            Block = block,
            Round = round,
            LoadStartedAt = RunSamples.Start,
            Distance = TimeSpan.FromSeconds(1),
            Points = [.. Enumerable.Range(0, seconds).Select(second => Point(second, IsIn(silence, second)))],
            Collections = [.. Enumerable.Range(0, seconds).Where(second => second % 2 == 1 && !IsIn(silence, second))
            .Select((second, index) => Collection(second, index + 1, heapsAt?.Invoke(second) ?? 1))],
            Dropped = 0,
        };

    private static bool IsIn((int From, int To)? silence, int second) => silence is { } span && second >= span.From && second < span.To;

    private static GcTimelinePoint Point(int second, bool isSilent) => new()
    {
        At = TimeSpan.FromSeconds(second),
        Process = new ProcessReading
        {
            Cpu = TimeSpan.FromMilliseconds(100 * second),
            Rss = new Bytes((90 + second) * Megabyte),
            PeakRss = new Bytes(120 * Megabyte),
            Threads = 20,
        },
        Gc = isSilent ? null : new ProbeSample
        {
            UnixMilliseconds = 1000.0 * second,
            Gen0Bytes = 1 * Megabyte,
            Gen1Bytes = 2 * Megabyte,
            Gen2Bytes = 3 * Megabyte,
            LohBytes = 4 * Megabyte,
            PohBytes = 1 * Megabyte,
            FragmentedBytes = 0,
            CommittedBytes = 20 * Megabyte,
            InUseBytes = (11 + (second % 2)) * Megabyte,
            AllocatedBytes = second * 5 * Megabyte,
            Gen0Collections = second / 2,
            Gen1Collections = second / 4,
            Gen2Collections = 0,
            GcPauseMilliseconds = 0.5 * second,
        },
    };

    private static GcTimelineCollection Collection(int second, int number, int heaps) => new()
    {
        At = TimeSpan.FromSeconds(second),
        Gc = new ProbeCollection
        {
            Number = number,
            Generation = number % 2,
            IsBackground = false,
            Reason = 0,
            UnixMilliseconds = 1000.0 * second,
            DurationMilliseconds = 1.5,
            PauseMilliseconds = 1.6,
            Heaps = heaps,
            BudgetBytes = 8 * Megabyte / heaps,
            Gen0Bytes = 1 * Megabyte,
            Gen1Bytes = 2 * Megabyte,
            Gen2Bytes = 3 * Megabyte,
            LohBytes = 4 * Megabyte,
            PohBytes = 1 * Megabyte,
            PromotedBytes = 500_000,
        },
    };
}
