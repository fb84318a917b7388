namespace PerfMatrix.Load.Generator;

/// <summary>Decides which idle connection sends the next request, and when. One instance drives one thread's connections to one target for one slice.
/// Times are <see cref="System.Diagnostics.Stopwatch"/> timestamps.</summary>
internal abstract class Pacing
{
    /// <summary>The next moment at which a request may become due without an answer; <see cref="long.MaxValue"/> when there is none.</summary>
    public virtual long NextDue => long.MaxValue;

    /// <summary>Takes a connection for a request that is due.</summary>
    /// <param name="intended">When the request should have been sent; its latency counts from here.</param>
    public abstract bool TryTake(long now, out Connection connection, out long intended);

    public abstract void Release(Connection connection, long now);

    /// <summary>Whether no further request will become due.</summary>
    public abstract bool IsOver(long now);
}

/// <summary>Closed loop: a connection sends its next request as soon as it has its answer, until the deadline or the last request.</summary>
internal sealed class ClosedLoop(IEnumerable<Connection> connections, long deadline, long requests) : Pacing
{
    private readonly Stack<Connection> _idle = new(connections);
    private long _remaining = requests;

    public override bool TryTake(long now, out Connection connection, out long intended)
    {
        intended = now;
        connection = null!;
        if (IsOver(now) || !_idle.TryPop(out connection!)) return false;
        _remaining--;
        return true;
    }

    public override void Release(Connection connection, long now) => _idle.Push(connection);

    public override bool IsOver(long now) => _remaining <= 0 || now >= deadline;
}

/// <summary>Closed loop with a pause of each connection between an answer and its next request. Latency counts from the moment of sending.</summary>
internal sealed class PausedLoop(IEnumerable<Connection> connections, long deadline, long requests, long pause) : Pacing
{
    // The pause is the same for all, so the order of release is the order of becoming due.
    private readonly Queue<(Connection Connection, long Due)> _resting = new(connections.Select(c => (c, 0L)));
    private long _remaining = requests;

    public override long NextDue => _remaining > 0 && _resting.TryPeek(out var next) ? next.Due : long.MaxValue;

    public override bool TryTake(long now, out Connection connection, out long intended)
    {
        intended = now;
        connection = null!;
        if (IsOver(now) || !_resting.TryPeek(out var next) || next.Due > now) return false;
        connection = _resting.Dequeue().Connection;
        _remaining--;
        return true;
    }

    public override void Release(Connection connection, long now) => _resting.Enqueue((connection, now + pause));

    public override bool IsOver(long now) => _remaining <= 0 || now >= deadline;
}

/// <summary>Open loop: requests are due by a schedule, whatever the server does. A request that finds no idle connection waits, and its latency
/// counts from when it was due, so a slow server cannot hide its queue (coordinated omission). Of several threads each takes every n-th.</summary>
internal sealed class OpenLoop(IEnumerable<Connection> connections, RateSchedule schedule, long start, long deadline, int thread, int threads)
    : Pacing
{
    private static readonly long s_lateAfter = Ticks.Of(RateOutcome.LateAfter);

    private readonly Stack<Connection> _idle = new(connections);

    // When the last tenth of each part of the schedule begins and ends, after the start.
    private readonly (long Begin, long End)[] _lastTenths =
        [.. schedule.Parts.Select(part => (Ticks.Of(part.End - ((part.End - part.Start) / 10)), Ticks.Of(part.End)))];

    // Whether all requests in the last tenth of a part were late, so that a queue was left; null without such requests.
    private readonly bool?[] _isBehind = new bool?[schedule.Parts.Count()];

    private int _part;
    private long _index = thread;
    private long _due = DueAt(schedule, start, thread);
    private long _sent, _late, _maximumLag;

    /// <summary>What became of a schedule that several threads share.</summary>
    public static RateOutcome Outcome(string text, RateSchedule schedule, IReadOnlyList<OpenLoop> loops) => new()
    {
        Schedule = text,
        Planned = schedule.Duration,
        Scheduled = schedule.Requests,
        Sent = loops.Sum(loop => loop._sent),
        Late = loops.Sum(loop => loop._late),
        MaximumLag = Ticks.Between(0, loops.Max(loop => loop._maximumLag)),
        Behind = schedule.Parts.Index().Count(part => loops.Any(loop => loop._isBehind[part.Index] == true)),
    };

    public override long NextDue => _idle.Count > 0 ? _due : long.MaxValue;

    public override bool TryTake(long now, out Connection connection, out long intended)
    {
        intended = _due;
        connection = null!;
        if (_due > now || IsOver(now) || !_idle.TryPop(out connection!)) return false;
        Count(now - _due);
        _index += threads;
        _due = DueAt(schedule, start, _index);
        return true;
    }

    public override void Release(Connection connection, long now) => _idle.Push(connection);

    public override bool IsOver(long now) => _due == long.MaxValue || now >= deadline;

    private void Count(long lag)
    {
        _sent++;
        _late += lag > s_lateAfter ? 1 : 0;
        _maximumLag = Math.Max(_maximumLag, lag);
        while (_part < _lastTenths.Length - 1 && _due - start >= _lastTenths[_part].End) _part++;
        if (_due - start >= _lastTenths[_part].Begin) _isBehind[_part] = lag > s_lateAfter && _isBehind[_part] != false;
    }

    private static long DueAt(RateSchedule schedule, long start, long index) =>
        schedule.DueAt(index) is { } due ? start + Ticks.Of(due) : long.MaxValue;
}
