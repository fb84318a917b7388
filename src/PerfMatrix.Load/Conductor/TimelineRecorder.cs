
using PerfMatrix.Contract;

namespace PerfMatrix.Load.Conductor;

/// <summary>
/// Records the timeline of one process beside the load: at a steady distance what the system and the process say of it, and the collections between.
/// What it has recorded can be taken at any moment, so nothing is lost when the process dies or the run is interrupted.
/// </summary>
internal sealed class TimelineRecorder
{
    private readonly MomentReader _reader;
    private readonly TimeSpan _distance;
    private readonly Func<bool> _isSilent;
    private readonly TimeProvider _clock;
    private readonly List<Moment> _moments = [];
    private readonly TaskCompletionSource _stopping = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Task _recording;

    /// <summary>Begins to record.</summary>
    /// <param name="reader">Reads the process.</param>
    /// <param name="distance">Distance of the moments.</param>
    /// <param name="isSilent">Whether the process must not be asked just now.</param>
    /// <param name="clock">The time.</param>
    public TimelineRecorder(MomentReader reader, TimeSpan distance, Func<bool> isSilent, TimeProvider clock)
    {
        (_reader, _distance, _isSilent, _clock) = (reader, distance, isSilent, clock);
        _recording = RecordAsync();
    }

    /// <summary>Ends the recording with one more moment, so that the last collections are in it.</summary>
    public async Task EndAsync(CancellationToken cancellation)
    {
        Stop();
        await _recording;
        await TryAddAsync(evenInSilence: true, cancellation);
    }

    /// <summary>Ends the recording as it is.</summary>
    public void Stop() => _stopping.TrySetResult();

    /// <summary>What has been recorded so far.</summary>
    /// <param name="variant">The variant.</param>
    /// <param name="block">The block.</param>
    /// <param name="round">The round.</param>
    /// <param name="start">When the load began; times count from there.</param>
    /// <param name="interruption">Why it ends early; null when it does not.</param>
    public GcTimeline Timeline(string variant, string block, int round, DateTimeOffset start, string? interruption)
    {
        Moment[] moments;
        lock (_moments)
            moments = [.. _moments];
        return new GcTimeline
        {
            Variant = variant,
            Block = block,
            Round = round,
            LoadStartedAt = start,
            Distance = _distance,
            Interrupted = interruption,
            Points = [.. moments.Select(moment => new GcTimelinePoint { At = moment.At - start, Process = moment.Process, Gc = moment.Gc?.Now })],
            Collections = [.. moments.SelectMany(moment => moment.Collections(start)).OrderBy(collection => collection.Gc.Number)],
            Dropped = moments.LastOrDefault(moment => moment.Gc is not null)?.Gc?.Dropped ?? 0,
        };
    }

    private async Task RecordAsync()
    {
        using var timer = new PeriodicTimer(_distance, _clock);
        while (!_stopping.Task.IsCompleted && await TryAddAsync(evenInSilence: false, CancellationToken.None))
            await Task.WhenAny(timer.WaitForNextTickAsync().AsTask(), _stopping.Task);
    }

    /// <summary>Adds a moment; false when the process is gone, which the load finds out by itself.</summary>
    private async Task<bool> TryAddAsync(bool evenInSilence, CancellationToken cancellation)
    {
        try
        {
            var at = _clock.GetUtcNow();
            var (process, gc) = await _reader.ReadAsync(silently: !evenInSilence && _isSilent(), cancellation);
            lock (_moments)
                _moments.Add(new Moment(at, process, gc));
            return true;
        }
        catch (Exception exception) when (exception is LauncherException or HttpRequestException)
        {
            return false;
        }
    }

    private sealed record Moment(DateTimeOffset At, ProcessReading Process, ProbeTimeline? Gc)
    {
        /// <summary>The process may run on a machine with another clock: its own time now tells how long ago a collection was.</summary>
        public IEnumerable<GcTimelineCollection> Collections(DateTimeOffset start) => Gc is null
            ? []
            : Gc.Collections.Select(gc => new GcTimelineCollection { At = At - start - TimeSpan.FromMilliseconds(Gc.Now.UnixMilliseconds - gc.UnixMilliseconds), Gc = gc });
    }
}
