
using PerfMatrix.Contract;

namespace PerfMatrix.Probe;

/// <summary>A collection whose events are still coming.</summary>
internal sealed class OpenCollection(RuntimeEvent start)
{
    private const int BackgroundType = 1;

    private readonly int _generation = (int)start.Number("Depth");
    private readonly int _reason = (int)start.Number("Reason");
    private readonly double _start = start.UnixMilliseconds;
    private readonly long[] _sizes = new long[5];

    private double _end;
    private double _pause;
    private bool _hasPause;
    private bool _hasSizes;
    private long _promoted;
    private int _heaps;
    private long _budget;

    public long Number { get; } = start.Number("Count");

    public bool IsBackground { get; } = start.Number("Type") == BackgroundType;

    public bool HasEnded => _end > 0;

    /// <summary>Whether its history has come.</summary>
    public bool HasHistory => _heaps > 0;

    /// <summary>Whether all its events have come: a blocking collection is over with the restart, a background one with its history.</summary>
    public bool IsComplete => HasEnded && _hasSizes && _hasPause && HasHistory;

    public void End(double unixMilliseconds) => _end = unixMilliseconds;

    public void AddPause(double milliseconds) => (_pause, _hasPause) = (_pause + milliseconds, true);

    public void SetHistory(RuntimeEvent history) => (_heaps, _budget) = ((int)history.Number("NumHeaps"), history.Number("FinalYoungestDesired"));

    /// <summary>Generation 3 of the event is the large, 4 the pinned object heap.</summary>
    public void SetSizes(RuntimeEvent statistics)
    {
        _hasSizes = true;
        for (var generation = 0; generation < _sizes.Length; generation++)
        {
            _sizes[generation] = statistics.Number($"GenerationSize{generation}");
            _promoted += statistics.Number($"TotalPromotedSize{generation}");
        }
    }

    public ProbeCollection ToRecord() => new()
    {
        Number = Number,
        Generation = _generation,
        IsBackground = IsBackground,
        Reason = _reason,
        UnixMilliseconds = _start,
        DurationMilliseconds = _end - _start,
        PauseMilliseconds = _pause,
        Heaps = _heaps,
        BudgetBytes = _budget,
        Gen0Bytes = _sizes[0],
        Gen1Bytes = _sizes[1],
        Gen2Bytes = _sizes[2],
        LohBytes = _sizes[3],
        PohBytes = _sizes[4],
        PromotedBytes = _promoted,
    };
}
