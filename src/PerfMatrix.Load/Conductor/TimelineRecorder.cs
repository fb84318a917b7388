namespace PerfMatrix.Load.Conductor;

/// <summary>Records the timeline of one process beside the load: at a steady distance what the system and the process say of it, and the collections
/// between. What it has recorded can be taken at any moment, so nothing is lost when the process dies or the run is interrupted.</summary>
internal sealed class TimelineRecorder
{
    private readonly MomentReader _reader;
    private readonly TimeSpan _distance;
    private readonly Func<bool> _isSilent;
    private readonly TimeProvider _clock;
    private readonly List<Moment> _moments = [];
    private readonly TaskCompletionSource _stopping = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Task _recording;

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

    public void Stop() => _stopping.TrySetResult();

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
    private Task<bool> TryAddAsync(bool evenInSilence, CancellationToken cancellation) => Errors.OrAsync(async () =>
    {
        var at = _clock.GetUtcNow();
        var (process, gc) = await _reader.ReadAsync(silently: !evenInSilence && _isSilent(), cancellation);
        lock (_moments)
            _moments.Add(new Moment(at, process, gc));
        return true;
    }, exception => exception is LauncherException or HttpRequestException, _ => false);

    private sealed record Moment(DateTimeOffset At, ProcessReading Process, ProbeTimeline? Gc)
    {
        /// <summary>The process may run on a machine with another clock: its own time now tells how long ago a collection was.</summary>
        public IEnumerable<GcTimelineCollection> Collections(DateTimeOffset start) => Gc is null ? []
            : Gc.Collections.Select(gc => new GcTimelineCollection
            {
                At = At - start - TimeSpan.FromMilliseconds(Gc.Now.UnixMilliseconds - gc.UnixMilliseconds),
                Gc = gc,
            });
    }
}

/// <summary>Reads a moment of a timeline: what the system says of a process from outside, and what the process says of itself.</summary>
internal sealed class MomentReader(LauncherClient launcher, ProbeClient probe)
{
    /// <summary>Readings of a rehearsal. What has run 30 times is compiled anew, and what was watched then once more (dynamic PGO).</summary>
    public const int Rehearsals = 120;

    /// <summary>Distance of the readings of a rehearsal: counting only begins after a tenth of a second without new code.</summary>
    public static readonly TimeSpan RehearsalDistance = TimeSpan.FromMilliseconds(10);

    /// <summary>Reads a moment; the process is told to record its collections from then on.</summary>
    /// <param name="silently">Whether the process must not be asked; it is then only read from outside.</param>
    /// <exception cref="LauncherException">The process is gone.</exception>
    /// <exception cref="HttpRequestException">The process does not answer.</exception>
    public async Task<(ProcessReading Process, ProbeTimeline? Gc)> ReadAsync(bool silently, CancellationToken cancellation)
    {
        var process = await launcher.ReadAsync(cancellation);
        return (process, silently ? null : await probe.TimelineAsync(cancellation));
    }

    /// <summary>Reads until the code that it takes in all three processes is compiled for good, and forgets what it read: at first a reading costs
    /// the application three to five milliseconds of CPU time, afterwards half of one. For before the load begins.</summary>
    /// <exception cref="LauncherException">The process is gone.</exception>
    /// <exception cref="HttpRequestException">The process does not answer.</exception>
    public async Task RehearseAsync(TimeProvider clock, CancellationToken cancellation)
    {
        for (var reading = 0; reading < Rehearsals; reading++)
        {
            await ReadAsync(silently: false, cancellation);
            await Task.Delay(RehearsalDistance, clock, cancellation);
        }
    }
}
