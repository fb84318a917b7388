using System.Runtime.ExceptionServices;

namespace PerfMatrix.Load.Generator;

/// <summary>How one slice is offered to a target.</summary>
/// <param name="Length">Time after which no request is sent; the answers in flight are still waited for.</param>
/// <param name="WakeUp">The first moments, whose latencies are left out.</param>
internal readonly record struct Slice(TimeSpan Length, TimeSpan WakeUp);

/// <param name="Elapsed">From its start to the last answer.</param>
internal readonly record struct SliceResult(TimeSpan Elapsed, long Requests, long Failed);

/// <summary>What a slice in the open loop of a comparison gave.</summary>
/// <param name="LastLag">How long the request sent last had waited for a connection: a queue that was left at the end.</param>
/// <param name="MaximumLag">The longest such wait.</param>
/// <param name="Paused">Time in which the load generator was kept from running; the slice took so much longer.</param>
internal readonly record struct PacedResult(SliceResult Slice, long Sent, TimeSpan LastLag, TimeSpan MaximumLag, TimeSpan Paused);

/// <summary>Drives the targets of a block, one at a time, over connections that stay open. The calling thread is the first worker; further threads
/// wait at a barrier between slices, so one thread (the usual case) hands nothing over.</summary>
internal sealed class LoadGenerator : IDisposable
{
    /// <summary>How long after the end of its schedule a queue may still be worked off; if some is left then, the rate was not sustained.</summary>
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    private readonly IReadOnlyList<Target> _targets;
    private readonly LoadSettings _load;
    private readonly IReadOnlyList<int> _cpus;
    private readonly RateSchedule? _schedule;
    private readonly Worker[] _workers;
    private readonly Thread[] _threads;
    private readonly Barrier _barrier;
    private readonly long[] _ends;
    private readonly OpenLoop?[] _openLoops;
    private Exception? _failure;
    private Thread? _pinned;
    private (int Target, long Start, long RecordFrom, Func<int, long, Pacing> Pacing)? _job;

    public LoadGenerator(IReadOnlyList<Target> targets, LoadSettings load, IReadOnlyList<int> cpus)
    {
        if (load.Connections < 1 || load.Threads < 1 || load.Threads > load.Connections)
            throw new FormatException(
                $"A load needs at least one connection a thread; found {load.Connections} connections and {load.Threads} threads.");
        (_targets, _load, _cpus) = (targets, load, cpus);
        _schedule = load.Rate is null ? null : RateSchedule.Parse(load.Rate);
        _workers = [.. Enumerable.Range(0, load.Threads).Select(thread => new Worker(targets, (int)Share(load.Connections, thread, load.Threads)))];
        _ends = new long[load.Threads];
        _openLoops = new OpenLoop?[load.Threads];
        _barrier = new Barrier(load.Threads);
        PinCaller();
        _threads = [.. Enumerable.Range(1, load.Threads - 1).Select(StartThread)];
    }

    /// <summary>Sends one request, to see that the target answers and, if that is the rule, to learn the length of its answer.</summary>
    /// <returns>Null when it answered correctly, otherwise what is wrong.</returns>
    public string? Prime(int target)
    {
        var worker = _workers[0];
        worker.Run(target, new ClosedLoop(worker.ConnectionsTo(target).Take(1), long.MaxValue, requests: 1), recordFrom: long.MaxValue);
        var tally = worker.TakeTally(target);
        if (tally.Failed > 0) return tally.Errors.Describe(_targets[target].ExpectedLength);
        _targets[target].Learn(new Response(200, tally.ResponseBytes, true));
        return null;
    }

    /// <summary>A slice in a closed loop, whatever the settings say of rates and counts: warm-up and interleaved measuring.</summary>
    public SliceResult RunSlice(int target, Slice slice) => RunJob(target, slice.WakeUp, (thread, start) =>
        new ClosedLoop(ConnectionsOf(thread, target), start + Ticks.Of(slice.Length), long.MaxValue));

    /// <summary>The whole load as the settings describe it: rate schedule, bounded count, pause.</summary>
    public SliceResult RunLoad(int target, Slice slice) =>
        RunJob(target, slice.WakeUp, (thread, start) => Scheduled(thread, target, start, slice.Length));

    /// <summary>A slice in an open loop, whatever the settings say.</summary>
    /// <param name="wakeUp">The first moments; latencies of requests due in them are left out.</param>
    /// <param name="patience">How long after the last request was due a queue may still be worked off.</param>
    public PacedResult RunPaced(int target, PoissonArrivals arrivals, TimeSpan wakeUp, TimeSpan patience)
    {
        var loops = new PacedLoop[_workers.Length];
        var slice = RunJob(target, wakeUp, (thread, start) =>
            loops[thread] = new PacedLoop(ConnectionsOf(thread, target), arrivals, start, patience, thread, _workers.Length));
        return new PacedResult(slice, loops.Sum(loop => loop.Sent), Longest(loops, loop => loop.LastLag), Longest(loops, loop => loop.MaximumLag),
            Longest(loops, loop => loop.Paused));
    }

    /// <summary>What became of the rate schedule in the last <see cref="RunLoad"/>; null without one.</summary>
    public RateOutcome? Rate => _schedule is null || _openLoops[0] is null ? null
        : OpenLoop.Outcome(_load.Rate!, _schedule, [.. _openLoops.OfType<OpenLoop>()]);

    /// <summary>The rate, in requests/s, that the schedule has at a time after its start; null without a schedule and behind its end.</summary>
    public double? RateAt(TimeSpan time) => time < _schedule?.Duration ? _schedule.RateAt(time) : null;

    /// <summary>What has been counted for a target since the last call, over all threads.</summary>
    public SliceTally TakeTally(int target)
    {
        var sum = new SliceTally();
        foreach (var worker in _workers) sum.Add(worker.TakeTally(target));
        return sum;
    }

    public void Dispose()
    {
        _job = null;
        if (_threads.Length > 0) _barrier.SignalAndWait();
        foreach (var thread in _threads) thread.Join();
        _barrier.Dispose();
        foreach (var worker in _workers) worker.Dispose();
    }

    private SliceResult RunJob(int target, TimeSpan wakeUp, Func<int, long, Pacing> pacing)
    {
        PinCaller();
        var (requests, failed) = Totals(target);
        var start = Stopwatch.GetTimestamp();
        _job = (target, start, start + Ticks.Of(wakeUp), pacing);
        if (_threads.Length > 0) _barrier.SignalAndWait();
        RunWorker(0);
        if (_threads.Length > 0) _barrier.SignalAndWait();
        if (_failure is not null) ExceptionDispatchInfo.Throw(_failure);
        var (requestsAfter, failedAfter) = Totals(target);
        return new SliceResult(Ticks.Between(start, _ends.Max()), requestsAfter - requests, failedAfter - failed);
    }

    // Behind an await the calling thread may be another one.
    private void PinCaller()
    {
        if (_pinned == Thread.CurrentThread) return;
        CpuPinning.PinThread(_cpus);
        _pinned = Thread.CurrentThread;
    }

    private void RunWorker(int index)
    {
        try
        {
            var (target, start, recordFrom, pacing) = _job!.Value;
            _ends[index] = _workers[index].Run(target, pacing(index, start), recordFrom);
        }
#pragma warning disable CA1031 // whatever it was, the calling thread throws it again behind the barrier, where the others wait for every thread
        catch (Exception exception)
#pragma warning restore CA1031
        {
            _failure = exception;
        }
    }

    private Pacing Scheduled(int thread, int target, long start, TimeSpan length)
    {
        var connections = ConnectionsOf(thread, target);
        var requests = _load.Requests is { } all ? Share(all, thread, _workers.Length) : long.MaxValue;
        if (_schedule is not null)
            return _openLoops[thread] = new OpenLoop(
                connections, _schedule, start, start + Ticks.Of(_schedule.Duration + s_patience), thread, _workers.Length);
        // A bounded run ends with its last request; only a plain load ends by time.
        var deadline = _load.Requests is null ? start + Ticks.Of(length) : long.MaxValue;
        return _load.Pause > TimeSpan.Zero
            ? new PausedLoop(connections, deadline, requests, Ticks.Of(_load.Pause))
            : new ClosedLoop(connections, deadline, requests);
    }

    private IReadOnlyList<Connection> ConnectionsOf(int thread, int target) => _workers[thread].ConnectionsTo(target);

    private Thread StartThread(int index)
    {
        var thread = new Thread(() => WorkUntilDisposed(index)) { IsBackground = true, Name = $"load {index}" };
        thread.Start();
        return thread;
    }

    private void WorkUntilDisposed(int index)
    {
        CpuPinning.PinThread(_cpus);
        while (true)
        {
            _barrier.SignalAndWait();
            if (_job is null) return;
            RunWorker(index);
            _barrier.SignalAndWait();
        }
    }

    private (long Requests, long Failed) Totals(int target) =>
        (_workers.Sum(worker => worker.TallyOf(target).Requests), _workers.Sum(worker => worker.TallyOf(target).Failed));

    private static TimeSpan Longest(PacedLoop[] loops, Func<PacedLoop, long> time) => Ticks.Between(0, loops.Max(time));

    private static long Share(long all, int index, int count) => all / count + (index < all % count ? 1 : 0);
}
