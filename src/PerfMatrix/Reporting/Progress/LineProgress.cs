using System.Globalization;
using PerfMatrix.Drivers;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;

namespace PerfMatrix.Reporting.Progress;

/// <summary>Progress where there is no terminal: one line a block, so a log stays short.</summary>
public sealed class LineProgress(TextWriter output, TimeProvider clock, IReadOnlyList<TimeSpan> estimates) : IRunProgress
{
    private readonly RunClock _run = new(estimates);
    private long _start;
    private readonly Dictionary<string, (string Title, long Start)> _underWay = [];

    /// <inheritdoc />
    public void Preparing(string what) => output.WriteLine(what);

    /// <inheritdoc />
    public void BlockStarted(Block block, int index, int count)
    {
        _run.NextBlock();
        var now = clock.GetTimestamp();
        _start = index == 1 ? now : _start;
        _underWay[block.Id] = (string.Create(CultureInfo.InvariantCulture, $"[{index}/{count}] {block.Id}: {block.Variants.Count} {(block.Variants.Count == 1 ? "variant" : "variants")}"), now);
    }

    /// <inheritdoc />
    public void Report(BlockProgress value) => _run.Advance(value);

    /// <inheritdoc />
    public void RoundFinished(Block block, int round, int rounds) => _run.Finish(block, round, rounds);

    /// <inheritdoc />
    public void BlockFinished(Block block, string? failure)
    {
        _run.Finish(block, 1, 1);
        _underWay.Remove(block.Id, out var started);
        var took = Durations.Text(clock.GetElapsedTime(started.Start));
        var left = _run.Done < 1 ? $", about {Durations.Text(_run.Remaining(clock.GetElapsedTime(_start)))} left" : "";
        output.WriteLine(failure is null ? $"{started.Title}, {took}{left}" : $"{started.Title}, FAILED after {took}{left}: {failure}");
    }
}
