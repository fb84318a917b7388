using System.Diagnostics;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using PerfMatrix.Load.Http;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Load.Generator;

/// <summary>How one slice is offered to a target.</summary>
/// <param name="Length">Time after which no request is sent; the answers in flight are still waited for.</param>
/// <param name="WakeUp">The first moments, whose latencies are left out.</param>
internal readonly record struct Slice(TimeSpan Length, TimeSpan WakeUp);

/// <summary>What a slice gave.</summary>
/// <param name="Elapsed">From its start to the last answer.</param>
internal readonly record struct SliceResult(TimeSpan Elapsed, long Requests, long Failed);

/// <summary>
/// Drives the targets of a block, one at a time, over connections that stay open. The calling thread is the first worker; further threads wait
/// at a barrier between slices, so one thread (the usual case) hands nothing over.
/// </summary>
internal sealed class LoadGenerator : IDisposable
{
    /// <summary>How long after the end of its schedule a queue may still be worked off; what is unsent then stays so, and the rate was not
    /// sustained.</summary>
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    private readonly IReadOnlyList<Target> _targets;
    private readonly LoadSettings _load;
    private readonly RateSchedule? _schedule;
    private readonly Worker[] _workers;
    private readonly Thread[] _threads;
    private readonly Barrier _barrier;
    private readonly long[] _ends;
    private readonly OpenLoop?[] _openLoops;
    private Exception? _failure;
    private (int Target, Slice Slice, long Start, bool Scheduled)? _job;

    /// <summary>Prepares the threads and connections.</summary>
    /// <exception cref="FormatException">The settings cannot be used; the message says which.</exception>
    public LoadGenerator(IReadOnlyList<Target> targets, LoadSettings load, IReadOnlyList<int> cpus)
    {
        if (load.Connections < 1 || load.Threads < 1 || load.Threads > load.Connections)
            throw new FormatException(
                $"A load needs at least one connection a thread; found {load.Connections} connections and {load.Threads} threads.");
        (_targets, _load) = (targets, load);
        _schedule = load.Rate is null ? null : RateSchedule.Parse(load.Rate);
        _workers = [.. Enumerable.Range(0, load.Threads).Select(thread => new Worker(targets, Share(load.Connections, thread, load.Threads)))];
        _ends = new long[load.Threads];
        _openLoops = new OpenLoop?[load.Threads];
        _barrier = new Barrier(load.Threads);
        CpuPinning.PinCurrentThread(cpus);
        _threads = [.. Enumerable.Range(1, load.Threads - 1).Select(index => StartThread(index, cpus))];
    }

    /// <summary>Sends one request, to see that the target answers and, if that is the rule, to learn the length of its answer.</summary>
    /// <returns>Null when it answered correctly, otherwise what is wrong.</returns>
    public string? Prime(int target)
    {
        var worker = _workers[0];
        worker.Run(target, new ClosedLoop(worker.ConnectionsTo(target).Take(1), long.MaxValue, requests: 1), recordFrom: long.MaxValue);
        var tally = worker.TakeTally(target);
        if (tally.Failed > 0)
            return tally.Errors.Describe(_targets[target].ExpectedLength);
        _targets[target].Learn(new Response(200, tally.ResponseBytes, true));
        return null;
    }

    /// <summary>A slice in a closed loop, whatever the settings say of rates and counts: warm-up and interleaved measuring.</summary>
    public SliceResult RunSlice(int target, Slice slice) => RunJob(target, slice, scheduled: false);

    /// <summary>The whole load as the settings describe it: rate schedule, bounded count, pause. For blocks of one variant.</summary>
    public SliceResult RunLoad(int target, Slice slice) => RunJob(target, slice, scheduled: true);

    /// <summary>What became of the rate schedule in the last <see cref="RunLoad"/>; null without one.</summary>
    public RateOutcome? Rate => _schedule is null || _openLoops[0] is null ? null : new RateOutcome
    {
        Schedule = _load.Rate!,
        Planned = _schedule.Duration,
        Scheduled = _schedule.Requests,
        Sent = _openLoops.Sum(loop => loop!.Sent),
        Late = _openLoops.Sum(loop => loop!.Late),
        MaximumLag = Ticks.Between(0, _openLoops.Max(loop => loop!.MaximumLag)),
    };

    /// <summary>The rate, in requests/s, that the schedule has at a time after its start; null without a schedule and behind its end.</summary>
    public double? RateAt(TimeSpan time) => time < _schedule?.Duration ? _schedule.RateAt(time) : null;

    /// <summary>What has been counted for a target since the last call, over all threads.</summary>
    public SliceTally TakeTally(int target)
    {
        var sum = new SliceTally();
        foreach (var worker in _workers)
            sum.Add(worker.TakeTally(target));
        return sum;
    }

    public void Disconnect(int target)
    {
        foreach (var worker in _workers)
            worker.Disconnect(target);
    }

    public void Dispose()
    {
        _job = null;
        if (_threads.Length > 0)
            _barrier.SignalAndWait();
        foreach (var thread in _threads)
            thread.Join();
        _barrier.Dispose();
        foreach (var worker in _workers)
            worker.Dispose();
    }

    private SliceResult RunJob(int target, Slice slice, bool scheduled)
    {
        var (requests, failed) = Totals(target);
        var start = Stopwatch.GetTimestamp();
        _job = (target, slice, start, scheduled);
        if (_threads.Length > 0)
            _barrier.SignalAndWait();
        RunWorker(0);
        if (_threads.Length > 0)
            _barrier.SignalAndWait();
        if (_failure is not null)
            ExceptionDispatchInfo.Throw(_failure);
        var (requestsAfter, failedAfter) = Totals(target);
        return new SliceResult(Ticks.Between(start, _ends.Max()), requestsAfter - requests, failedAfter - failed);
    }

    private void RunWorker(int index)
    {
        var (target, slice, start, scheduled) = _job!.Value;
        var worker = _workers[index];
        var pacing = scheduled ? Scheduled(worker, index, target, start, slice)
            : new ClosedLoop(worker.ConnectionsTo(target), start + Ticks.Of(slice.Length), long.MaxValue);
        _ends[index] = worker.Run(target, pacing, start + Ticks.Of(slice.WakeUp));
    }

    private Pacing Scheduled(Worker worker, int index, int target, long start, Slice slice)
    {
        var connections = worker.ConnectionsTo(target);
        var requests = _load.Requests is { } all ? Share(all, index, _workers.Length) : long.MaxValue;
        if (_schedule is not null)
            return _openLoops[index] = new OpenLoop(
                connections, _schedule, start, start + Ticks.Of(_schedule.Duration + s_patience), index, _workers.Length);
        // A bounded run ends with its last request; only a plain load ends by time.
        var deadline = _load.Requests is null ? start + Ticks.Of(slice.Length) : long.MaxValue;
        return _load.Pause > TimeSpan.Zero
            ? new PausedLoop(connections, deadline, requests, Ticks.Of(_load.Pause))
            : new ClosedLoop(connections, deadline, requests);
    }

    private Thread StartThread(int index, IReadOnlyList<int> cpus)
    {
        var thread = new Thread(() => WorkUntilDisposed(index, cpus)) { IsBackground = true, Name = $"load {index}" };
        thread.Start();
        return thread;
    }

    private void WorkUntilDisposed(int index, IReadOnlyList<int> cpus)
    {
        CpuPinning.PinCurrentThread(cpus);
        while (true)
        {
            _barrier.SignalAndWait();
            if (_job is null)
                return;
            try
            {
                RunWorker(index);
            }
#pragma warning disable CA1031 // whatever it was, the calling thread throws it again after the barrier
            catch (Exception exception)
#pragma warning restore CA1031
            {
                _failure = exception;
            }

            _barrier.SignalAndWait();
        }
    }

    private (long Requests, long Failed) Totals(int target) =>
        (_workers.Sum(w => w.RequestsOf(target)), _workers.Sum(w => w.FailedOf(target)));

    private static int Share(int all, int index, int count) => (int)Share((long)all, index, count);

    private static long Share(long all, int index, int count) => all / count + (index < all % count ? 1 : 0);
}

/// <summary>Keeps the load generator's threads on their CPUs (sched_setaffinity(2)); does nothing outside Linux, where the cores axis is
/// unavailable.</summary>
internal static unsafe partial class CpuPinning
{
    private const int SetBytes = 128;

    /// <summary>Pins the calling thread; an empty list leaves it as it is.</summary>
    public static void PinCurrentThread(IReadOnlyList<int> cpus)
    {
        if (cpus.Count == 0 || !OperatingSystem.IsLinux())
            return;
        var set = stackalloc byte[SetBytes];
        new Span<byte>(set, SetBytes).Clear();
        foreach (var cpu in cpus)
            set[cpu / 8] |= (byte)(1 << cpu % 8);
        if (sched_setaffinity(0, SetBytes, set) != 0)
            throw new FormatException(
                $"CPUs {string.Join(",", cpus)} cannot be used by this process: sched_setaffinity failed with error {Marshal.GetLastSystemError()}.");
    }

#pragma warning disable IDE1006, CA5392 // a name of the C library, which the loader finds by its own rules
    [LibraryImport("libc")]
    private static partial int sched_setaffinity(int thread, nuint bytes, byte* set);
#pragma warning restore IDE1006, CA5392
}
