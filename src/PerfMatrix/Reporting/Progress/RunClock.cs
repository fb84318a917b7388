namespace PerfMatrix.Reporting.Progress;

/// <summary>Estimates how much of a run is done and when it will end: from estimates, corrected by how long the finished rounds took.</summary>
internal sealed class RunClock(IReadOnlyList<TimeSpan> estimates)
{
    // Where in a round the phases of the conductor begin, as a share of it; only the live display depends on them.
    private static readonly Dictionary<string, double> s_phases = new()
    {
        ["starting"] = 0.0,
        ["warming up"] = 0.15,
        ["measuring"] = 0.5,
        ["pacing"] = 0.8,
        ["stopping"] = 0.95,
    };

    private double _blocksBefore;
    private double _inBlock;
    private int _block = -1;

    /// <summary>What is done, from 0 to 1.</summary>
    public double Done => Total == 0 ? 1 : Math.Clamp((_blocksBefore + _inBlock) / Total, 0, 1);

    private double Total => estimates.Sum(estimate => estimate.TotalSeconds);
    private double Current => _block >= 0 && _block < estimates.Count ? estimates[_block].TotalSeconds : 0;

    public void NextBlock()
    {
        _blocksBefore += Current;
        _block++;
        _inBlock = 0;
    }

    public void Advance(BlockProgress progress) =>
        _inBlock = Math.Max(_inBlock, Current * (Math.Max(0, progress.Round - 1) + s_phases.GetValueOrDefault(progress.Phase)) / progress.Rounds);

    public void Finish(Block block, int round, int rounds)
    {
        ArgumentNullException.ThrowIfNull(block);
        _inBlock = Current * round / rounds;
    }

    public TimeSpan Remaining(TimeSpan elapsed)
    {
        var estimated = TimeSpan.FromSeconds(Total * (1 - Done));
        // The first few percent say more about deploying than about measuring.
        return Done < 0.05 ? estimated : elapsed * ((1 - Done) / Done);
    }
}

internal static class Durations
{
    /// <summary>A duration to the second below an hour, to the minute above: <c>42 s</c>, <c>3 min 20 s</c>, <c>1 h 5 min</c>.</summary>
    public static string Text(TimeSpan duration)
    {
        var seconds = (long)Math.Round(Math.Max(0, duration.TotalSeconds));
        return seconds < 60 ? $"{seconds} s"
            : seconds < 3600 ? $"{seconds / 60} min {seconds % 60} s"
            : $"{seconds / 3600} h {seconds % 3600 / 60} min";
    }
}
