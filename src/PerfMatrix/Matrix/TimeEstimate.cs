
using PerfMatrix.Contract;

namespace PerfMatrix.Matrix;

/// <summary>
/// How long measuring takes: for each round the starts, the shortest warm-up (steady workloads end there), the slices and the stops of every variant,
/// plus what a round and a block cost by themselves. The constants are rough figures of a two-core machine; building is not included.
/// </summary>
public static class TimeEstimate
{
    /// <summary>From starting a self-contained ASP.NET Core process to its first answer, on a busy two-core machine.</summary>
    public static readonly TimeSpan StartOfVariant = TimeSpan.FromMilliseconds(350);

    /// <summary>From SIGTERM to the end of the process; hosts wait for connections to close.</summary>
    public static readonly TimeSpan StopOfVariant = TimeSpan.FromMilliseconds(150);

    /// <summary>Readings of a round and writing its file.</summary>
    public static readonly TimeSpan Round = TimeSpan.FromMilliseconds(200);

    /// <summary>Starting launchers and load job, and ending them.</summary>
    public static readonly TimeSpan Deployment = TimeSpan.FromMilliseconds(800);

    /// <summary>Rehearsing a timeline, once a variant and round.</summary>
    public static readonly TimeSpan Rehearsal = TimeSpan.FromSeconds(1.5);

    /// <summary>The control round of a timeline: start, rehearsal, warm-up, twelve pairs of windows, stop.</summary>
    public static readonly TimeSpan ControlRound = TimeSpan.FromSeconds(24);

    /// <summary>Time of a block.</summary>
    public static TimeSpan Of(Block block, MeasureSettings measure)
    {
        var rehearsal = measure.Timeline > TimeSpan.Zero ? Rehearsal : TimeSpan.Zero;
        var variant = StartOfVariant + rehearsal + measure.MinimumWarmup + measure.Duration + StopOfVariant;
        var control = measure.HasControlRound ? ControlRound : TimeSpan.Zero;
        return Deployment + control + (measure.Rounds * ((block.Variants.Count * variant) + measure.Settle + Round));
    }
}
