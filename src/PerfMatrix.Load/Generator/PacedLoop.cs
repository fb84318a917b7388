namespace PerfMatrix.Load.Generator;

/// <summary>Open loop of a comparison: requests are due at given times, whatever the server does. One that finds no idle connection waits, and its
/// latency counts from when it was due, so that a slow server cannot hide its queue (coordinated omission). What the load generator itself is late,
/// because it was not running, is no latency of the server: a request that finds an idle connection counts from when it is sent, and a longer pause
/// of the generator moves all that follows, for it would send a burst. Of several threads each takes every n-th.</summary>
internal sealed class PacedLoop(
    IEnumerable<Connection> connections, PoissonArrivals arrivals, long start, TimeSpan patience, int thread, int threads) : Pacing
{
    private static readonly long s_pause = Ticks.Of(TimeSpan.FromMilliseconds(1));

    private readonly Stack<Connection> _idle = new(connections);
    private readonly long _deadline = start + Ticks.Of(arrivals.Duration + patience);
    private readonly long _start = start;
    private long _index = thread;
    private long _due = DueAt(arrivals, start, thread);
    private long _idleSince = start;
    private long _lookedAt = start;
    public long Sent { get; private set; }

    /// <summary>Longest time that a request has waited for a connection.</summary>
    public long MaximumLag { get; private set; }

    /// <summary>The same of the request sent last.</summary>
    public long LastLag { get; private set; }

    /// <summary>Time in which the load generator should have run and did not, as far as it was long.</summary>
    public long Paused { get; private set; }

    public override long NextDue => _idle.Count > 0 ? _due : long.MaxValue;

    public override bool TryTake(long now, out Connection connection, out long intended)
    {
        Look(now);
        intended = _due < _idleSince ? _due : now;
        connection = null!;
        if (_due > now || IsOver(now) || !_idle.TryPop(out connection!)) return false;
        Sent++;
        LastLag = now - intended;
        MaximumLag = Math.Max(MaximumLag, LastLag);
        _index += threads;
        _due = DueAt(arrivals, _start + Paused, _index);
        return true;
    }

    public override void Release(Connection connection, long now)
    {
        Look(now);
        if (_idle.Count == 0) _idleSince = now;
        _idle.Push(connection);
    }

    public override bool IsOver(long now) => _due == long.MaxValue || now >= _deadline + Paused;

    // With an idle connection the generator waits for the next due time at most.
    private void Look(long now)
    {
        var late = now - Math.Max(_lookedAt, _due);
        _lookedAt = now;
        if (_idle.Count == 0 || late < s_pause) return;
        Paused += late;
        _due += late;
    }

    private static long DueAt(PoissonArrivals arrivals, long start, long index) =>
        arrivals.DueAt(index) is { } due ? start + Ticks.Of(due) : long.MaxValue;
}

/// <summary>Requests that are due at random times: a Poisson process given the number of its arrivals, which are then independent and uniform. Users
/// arrive like this, and so queues form in front of a server that has capacity to spare. The same seed gives the same times.</summary>
internal sealed class PoissonArrivals
{
    private readonly double[] _seconds;

    public PoissonArrivals(long requests, TimeSpan duration, ulong seed)
    {
        var random = new SplitMix64(seed);
        Duration = duration;
        _seconds = [.. Enumerable.Range(0, (int)requests).Select(_ => duration.TotalSeconds * random.NextShare())];
        Array.Sort(_seconds);
    }

    public TimeSpan Duration { get; }

    /// <summary>When a request is due after the start.</summary>
    /// <param name="index">The request, from 0.</param>
    /// <returns>The time, or null behind the last request.</returns>
    public TimeSpan? DueAt(long index) => index < _seconds.Length ? TimeSpan.FromSeconds(_seconds[index]) : null;
}
