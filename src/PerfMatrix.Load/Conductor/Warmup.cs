using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Load.Conductor;

/// <summary>Decides when a variant is warm: the throughput of two successive windows differs by less than the tolerance.</summary>
internal sealed class Warmup(MeasureSettings settings)
{
    /// <summary>Length of a window. Shorter ones differ by more than the tolerance from noise alone.</summary>
    public static readonly TimeSpan Window = TimeSpan.FromMilliseconds(400);

    private double? _lastWindow;
    private TimeSpan _time;
    private TimeSpan _windowTime;
    private long _windowRequests;
    private bool _flat;

    /// <summary>Time under load so far.</summary>
    public TimeSpan Time => _time;

    /// <summary>Whether the shortest warm-up is over and throughput has settled. A fixed warm-up is as long as somebody has found to be enough; only
    /// one that may go on asks.</summary>
    public bool IsSettled => _time >= settings.MinimumWarmup && (_flat || IsFixed);
    public bool IsExhausted => _time >= settings.MaximumWarmup;

    private bool IsFixed => settings.MaximumWarmup <= settings.MinimumWarmup;

    /// <summary>Takes one slice of the warm-up into account.</summary>
    public void Add(TimeSpan elapsed, long requests)
    {
        _time += elapsed;
        _windowTime += elapsed;
        _windowRequests += requests;
        if (_windowTime >= Window)
            CloseWindow();
    }

    private void CloseWindow()
    {
        var throughput = _windowRequests / _windowTime.TotalSeconds;
        _flat |= _lastWindow is { } last && Math.Abs(throughput - last) <= settings.WarmupTolerance * last;
        (_lastWindow, _windowTime, _windowRequests) = (throughput, TimeSpan.Zero, 0);
    }
}
