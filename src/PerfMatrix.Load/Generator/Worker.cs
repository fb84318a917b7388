namespace PerfMatrix.Load.Generator;

/// <summary>One thread's share of the load: its connections to every target and the event loop that drives them. The loop itself looks at the clock,
/// so a slice ends on time although no other thread gets a CPU. Not thread-safe; one thread runs it.</summary>
internal sealed class Worker : IDisposable
{
    /// <summary>A request without an answer for this long has failed.</summary>
    public static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(15);

    /// <summary>After this many failed requests in a slice the thread sends no more: the target is broken.</summary>
    private const int MostFailures = 100;

    private readonly IReadiness _readiness = IReadiness.Create();
    private readonly Connection[][] _connections;
    private readonly ResponseMemory[] _memories;
    private readonly SliceTally[] _tallies;
    private readonly Target[] _targets;
    private readonly byte[] _buffer = new byte[256 * 1024];
    private readonly int[] _ready = new int[256];
    private int _current;
    private int _inFlight;
    private long _failuresBefore;
    private bool _givenUp;
    private long _recordFrom;
    private long _lastAnswer;
    private long _waitingSince;
    private Pacing _pacing = null!;

    public Worker(IReadOnlyList<Target> targets, int connections)
    {
        _targets = [.. targets];
        _memories = [.. targets.Select(_ => new ResponseMemory())];
        _tallies = [.. targets.Select(_ => new SliceTally())];
        _connections = [.. targets.Select((target, t) => Enumerable.Range(0, connections)
            .Select(c => new Connection(target, _readiness, t * connections + c)).ToArray())];
    }

    /// <summary>What has been counted for a target since the last <see cref="TakeTally"/>.</summary>
    public SliceTally TakeTally(int target)
    {
        var tally = _tallies[target];
        _tallies[target] = new SliceTally();
        return tally;
    }

    public IReadOnlyList<Connection> ConnectionsTo(int target) => _connections[target];

    /// <summary>What is being counted for a target, which goes on.</summary>
    public SliceTally TallyOf(int target) => _tallies[target];

    /// <summary>Drives one target until its pacing is over and the last answer has come.</summary>
    /// <param name="recordFrom">Latencies of requests due before this timestamp are not recorded.</param>
    public long Run(int target, Pacing pacing, long recordFrom)
    {
        (_current, _pacing, _recordFrom, _givenUp, _inFlight) = (target, pacing, recordFrom, false, 0);
        _failuresBefore = _tallies[target].Failed;
        // A request on a connection that was closed while no slice ran would fail.
        while (Step(TimeSpan.Zero) == _ready.Length) { }

        var now = _lastAnswer = _waitingSince = Stopwatch.GetTimestamp();
        SendDue(now);
        while (_inFlight > 0 || !(_givenUp || pacing.IsOver(now)))
        {
            Step(TimeToWait(now));
            now = Stopwatch.GetTimestamp();
            if (_inFlight > 0 && now - _waitingSince > Ticks.Of(RequestTimeout)) FailStuck(now);
            SendDue(now);
        }

        return _lastAnswer;
    }

    public void Dispose()
    {
        foreach (var connection in _connections.SelectMany(ofTarget => ofTarget)) connection.Close();
        _readiness.Dispose();
    }

    private int Step(TimeSpan longest)
    {
        var count = _readiness.Wait(longest, _ready);
        var perTarget = _connections[0].Length;
        for (var i = 0; i < count; i++)
            OnReady(_connections[_ready[i] / perTarget][_ready[i] % perTarget], _ready[i] / perTarget);
        return count;
    }

    private TimeSpan TimeToWait(long now)
    {
        var due = Math.Min(_pacing.NextDue, now + Ticks.Of(TimeSpan.FromSeconds(1)));
        return due <= now ? TimeSpan.Zero : Ticks.Between(now, due);
    }

    private void OnReady(Connection connection, int target)
    {
        if (!connection.InFlight)
        {
            // The server has closed an idle connection, or one of a target whose slice is over: the next request opens it again.
            connection.Close();
            return;
        }

        var state = connection.Receive(_buffer, _memories[target], out var failure);
        if (state == ReadState.Incomplete) return;

        var now = Stopwatch.GetTimestamp();
        _inFlight--;
        _lastAnswer = _waitingSince = now;
        Count(connection, state, failure, now);
        _pacing.Release(connection, now);
        SendDue(now);
    }

    private void Count(Connection connection, ReadState state, SocketError failure, long now)
    {
        var tally = _tallies[_current];
        if (state == ReadState.Malformed)
        {
            connection.Close();
            CountFailure(failure);
        }
        else if (!tally.Count(connection.Response, _targets[_current].ExpectedLength))
            GiveUpWhenBroken();
        else if (connection.Intended >= _recordFrom)
            tally.Latencies.Record(Ticks.Nanoseconds(connection.Intended, now));
    }

    private void CountFailure(SocketError failure)
    {
        _tallies[_current].CountFailure(failure);
        GiveUpWhenBroken();
    }

    private void GiveUpWhenBroken() => _givenUp |= _tallies[_current].Failed - _failuresBefore >= MostFailures;

    private void SendDue(long now)
    {
        while (!_givenUp && _pacing.TryTake(now, out var connection, out var intended))
        {
            if (connection.TrySend(intended))
                CountSent(now);
            else
                OnSendFailed(connection, now);
        }
    }

    // A schedule may be silent for minutes: only a request that waits can be stuck.
    private void CountSent(long now)
    {
        if (_inFlight++ == 0) _waitingSince = now;
    }

    private void OnSendFailed(Connection connection, long now)
    {
        CountFailure(SocketError.ConnectionReset);
        _lastAnswer = now;
        _pacing.Release(connection, now);
    }

    private void FailStuck(long now)
    {
        foreach (var connection in _connections[_current].Where(c => c.InFlight))
        {
            connection.Close();
            CountFailure(SocketError.TimedOut);
            _inFlight--;
        }

        _lastAnswer = now;
        _givenUp = true;
    }
}
