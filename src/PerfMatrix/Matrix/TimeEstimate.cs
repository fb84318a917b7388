namespace PerfMatrix.Matrix;

/// <summary>How long measuring takes: for each round the starts, the shortest warm-up (steady workloads end there), the slices and the stops of every
/// variant, the fewest pauses behind a warm-up that is not fixed, with the slices between them, the time without load before the stop, and what a
/// round and a block cost by themselves. The constants are rough figures of a two-core machine, without building.</summary>
internal static class TimeEstimate
{
    /// <summary>From starting a self-contained ASP.NET Core process to its first answer, on a busy two-core machine.</summary>
    public static readonly TimeSpan StartOfVariant = TimeSpan.FromMilliseconds(350);

    /// <summary>From SIGTERM to the end of the process; hosts wait for connections to close.</summary>
    public static readonly TimeSpan StopOfVariant = TimeSpan.FromMilliseconds(150);
    public static readonly TimeSpan Round = TimeSpan.FromMilliseconds(200);
    public static readonly TimeSpan Deployment = TimeSpan.FromMilliseconds(800);

    /// <summary>Rehearsing a timeline, once a variant and round.</summary>
    public static readonly TimeSpan Rehearsal = TimeSpan.FromSeconds(1.5);

    public static TimeSpan Of(Block block, MeasureSettings measure)
    {
        if (measure.StartsOnly) return Deployment + (measure.Rounds * OfRound(block.Variants.Count, TimeSpan.Zero, TimeSpan.Zero));
        var rehearsal = measure.Timeline > TimeSpan.Zero ? Rehearsal : TimeSpan.Zero;
        var pauses = WarmupPauses.Least(measure.MinimumWarmup, measure.MaximumWarmup, block.Variants.Count, measure.Slice);
        var round = OfRound(block.Variants.Count, rehearsal + measure.MinimumWarmup + measure.Duration, pauses + measure.Settle);
        var paced = block.Bases.Count * (measure.Paced?.Duration ?? TimeSpan.Zero);
        return Deployment + (measure.Rounds * (round + paced));
    }

    /// <param name="busy">Warm-up and slices of a variant.</param>
    /// <param name="idle">What all variants share: pauses of the warm-up, and the time without load before the stop.</param>
    public static TimeSpan OfRound(int variants, TimeSpan busy, TimeSpan idle) =>
        (variants * (StartOfVariant + busy + StopOfVariant)) + idle + Round;
}
