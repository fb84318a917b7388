using PerfMatrix.Drivers;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using Spectre.Console;

namespace PerfMatrix.Reporting.Progress;

/// <summary>Live progress on a terminal: a bar, the block, round and phase under way, and the time left.</summary>
public sealed class TerminalProgress : IRunProgress
{
    private readonly RunClock _run;
    private readonly TimeProvider _clock;
    private readonly ProgressTask _task;
    private long _start;
    private string _title = "";

    private TerminalProgress(ProgressTask task, TimeProvider clock, IReadOnlyList<TimeSpan> estimates) =>
        (_task, _clock, _run) = (task, clock, new RunClock(estimates));

    /// <summary>Shows the progress while the work runs, and takes it off the screen afterwards.</summary>
    public static Task<T> ShowAsync<T>(IAnsiConsole console, TimeProvider clock, IReadOnlyList<TimeSpan> estimates, Func<IRunProgress, Task<T>> work) =>
        console.Progress()
            .AutoClear(true)
            .Columns(new TaskDescriptionColumn { Alignment = Justify.Left }, new ProgressBarColumn { Width = 24 }, new PercentageColumn(), new SpinnerColumn())
            .StartAsync(context => work(new TerminalProgress(context.AddTask("starting"), clock, estimates)));

    /// <inheritdoc />
    public void Preparing(string what) => _task.Description = Markup.Escape(what);

    /// <inheritdoc />
    public void BlockStarted(Block block, int index, int count)
    {
        _run.NextBlock();
        _start = index == 1 ? _clock.GetTimestamp() : _start;
        _title = $"[[{index}/{count}]] {Markup.Escape(block.Id)}";
    }

    /// <inheritdoc />
    public void Report(BlockProgress value)
    {
        _run.Advance(value);
        Show(value.Round == 0 ? value.Phase : $"round {value.Round}/{value.Rounds} {value.Phase}");
    }

    /// <inheritdoc />
    public void RoundFinished(Block block, int round, int rounds) => _run.Finish(block, round, rounds);

    /// <inheritdoc />
    public void BlockFinished(Block block, string? failure)
    {
        _run.Finish(block, 1, 1);
        Show(failure is null ? "done" : "failed");
    }

    private void Show(string phase)
    {
        _task.Value = _run.Done * 100;
        _task.Description = $"{_title} {Markup.Escape(phase)}, {Durations.Text(_run.Remaining(_clock.GetElapsedTime(_start)))} left";
    }
}
