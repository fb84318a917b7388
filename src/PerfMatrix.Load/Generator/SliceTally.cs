namespace PerfMatrix.Load.Generator;

/// <summary>What one thread counted for one target: owned by that thread while a slice runs, read by the conductor between slices.</summary>
internal sealed class SliceTally
{
    public long Requests { get; private set; }
    public long ResponseBytes { get; private set; }
    public long Failed => Errors.Total;
    public LatencyHistogram Latencies { get; } = new();
    public RequestErrors Errors { get; private set; } = new();

    /// <summary>Counts a response as correct or by what is wrong with it.</summary>
    public bool Count(Response response, long? expectedLength)
    {
        if (response.Status is < 200 or > 299)
        {
            Errors = Errors.Plus(new() { Status = 1, FirstStatus = response.Status });
            return false;
        }

        if (expectedLength is { } expected && response.BodyLength != expected)
        {
            Errors = Errors.Plus(new() { Length = 1 });
            return false;
        }

        Requests++;
        ResponseBytes += response.BodyLength;
        return true;
    }

    public void CountFailure(SocketError failure) => Errors = Errors.Plus(failure switch
    {
        SocketError.Success => new() { Malformed = 1 },
        SocketError.TimedOut => new() { Timeout = 1 },
        _ => new() { Connection = 1 },
    });

    public void Add(SliceTally other)
    {
        Requests += other.Requests;
        ResponseBytes += other.ResponseBytes;
        Errors = Errors.Plus(other.Errors);
        Latencies.Add(other.Latencies);
    }
}

internal static class ErrorText
{
    /// <summary>One sentence, the most frequent kinds first; empty when nothing failed.</summary>
    public static string Describe(this RequestErrors errors, long? expectedLength) => string.Join(", ", new (long Count, string Text)[]
        {
            (errors.Status, $"answered with a status other than 2xx (first: {errors.FirstStatus})"),
            (errors.Length, $"had a body of another length than the expected {expectedLength} bytes"),
            (errors.Malformed, "answered with something that is not HTTP/1.1"),
            (errors.Connection, "failed because the connection was refused, reset or closed"),
            (errors.Timeout, $"had no answer within {Worker.RequestTimeout.TotalSeconds:0} s"),
        }
        .Where(kind => kind.Count > 0)
        .OrderByDescending(kind => kind.Count)
        .Select(kind => $"{Wording.Counted(kind.Count, "request")} {kind.Text}"));
}

/// <summary>Conversions between time spans, nanoseconds and <see cref="Stopwatch"/> timestamps.</summary>
internal static class Ticks
{
    public static long Of(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);

    public static TimeSpan Between(long from, long to) => Stopwatch.GetElapsedTime(from, to);

    public static long Nanoseconds(long from, long to) =>
        Stopwatch.Frequency == 1_000_000_000 ? to - from : (long)((to - from) * (1e9 / Stopwatch.Frequency));
}
