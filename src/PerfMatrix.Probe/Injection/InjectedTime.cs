namespace PerfMatrix.Probe.Injection;

/// <summary>What was really put in so far.</summary>
internal static class InjectedCount
{
    private static long s_stalls, s_stallTicks, s_waits, s_waitTicks, s_held, s_startTicks;

    /// <summary>The totals; null when nothing was put in.</summary>
    public static InjectedCounters? Take()
    {
        var counted = new InjectedCounters
        {
            Stalls = Interlocked.Read(ref s_stalls),
            StallMilliseconds = Milliseconds(ref s_stallTicks),
            Waits = Interlocked.Read(ref s_waits),
            WaitMilliseconds = Milliseconds(ref s_waitTicks),
            HeldBytes = Interlocked.Read(ref s_held),
            StartupMilliseconds = Milliseconds(ref s_startTicks),
        };
        return counted == new InjectedCounters() ? null : counted;
    }

    public static void Stall(long since) => Add(ref s_stalls, ref s_stallTicks, since);

    public static void Wait(long since) => Add(ref s_waits, ref s_waitTicks, since);

    public static void Hold(long bytes) => Interlocked.Add(ref s_held, bytes);

    public static void Start(long since) => Interlocked.Add(ref s_startTicks, Stopwatch.GetTimestamp() - since);

    private static void Add(ref long count, ref long ticks, long since)
    {
        Interlocked.Increment(ref count);
        Interlocked.Add(ref ticks, Stopwatch.GetTimestamp() - since);
    }

    private static double Milliseconds(ref long ticks) => Interlocked.Read(ref ticks) * 1000.0 / Stopwatch.Frequency;
}

/// <summary>Holds all requests up for a moment, every so many requests: each that arrives meanwhile waits, as while the world is stopped.</summary>
internal sealed class Stall(int every)
{
    private static readonly long s_length = InjectionVariables.StallMilliseconds * Stopwatch.Frequency / 1000;

    private int _requests;
    private long _end;

    public void Pass()
    {
        if ((uint)Interlocked.Increment(ref _requests) % (uint)every == 0)
            Begin();
        else if (Volatile.Read(ref _end) is not 0 and var end)
            WaitFor(end);
    }

    private void Begin()
    {
        var start = Stopwatch.GetTimestamp();
        Volatile.Write(ref _end, start + s_length);
        WaitFor(start + s_length);
        Volatile.Write(ref _end, 0);
        InjectedCount.Stall(start);
    }

    private static void WaitFor(long end)
    {
        while (end - Stopwatch.GetTimestamp() is > 0 and var left) Thread.Sleep((int)Math.Ceiling(left * 1000.0 / Stopwatch.Frequency));
    }
}

/// <summary>Delays one request in so many, which waits without a thread.</summary>
internal sealed class Tail(int every)
{
    private int _requests;

    public RequestDelegate Wrap(RequestDelegate next) => context =>
        (uint)Interlocked.Increment(ref _requests) % (uint)every == 0 ? WaitAsync(next, context) : next(context);

    private static async Task WaitAsync(RequestDelegate next, HttpContext context)
    {
        var start = Stopwatch.GetTimestamp();
        await Task.Delay(InjectionVariables.TailMilliseconds);
        InjectedCount.Wait(start);
        await next(context);
    }
}

internal static class HeldMemory
{
    private static byte[]? s_held, s_committed;

    /// <summary>Every page is written to, because the system gives out memory only then.</summary>
    public static void Take(int mebibytes)
    {
        s_held = new byte[mebibytes << 20];
        for (var at = 0; at < s_held.Length; at += Environment.SystemPageSize) s_held[at] = 1;
        InjectedCount.Hold(s_held.Length);
    }

    /// <summary>No page is written to, not even with zeros.</summary>
    public static void Commit(int mebibytes)
    {
        s_committed = GC.AllocateUninitializedArray<byte>(mebibytes << 20);
        InjectedCount.Hold(s_committed.Length);
    }
}

internal static class LateStart
{
    public static void Wait(int milliseconds)
    {
        var start = Stopwatch.GetTimestamp();
        Thread.Sleep(milliseconds);
        InjectedCount.Start(start);
    }
}
