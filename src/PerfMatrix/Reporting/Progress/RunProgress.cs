using Spectre.Console;

namespace PerfMatrix.Reporting.Progress;

/// <summary>Progress where there is no terminal: one line a block, so a log stays short.</summary>
internal sealed class LineProgress(TextWriter output, TimeProvider clock, IReadOnlyList<TimeSpan> estimates) : IRunProgress
{
    private readonly RunClock _run = new(estimates, clock);
    private readonly Dictionary<string, (string Title, long Start)> _underWay = [];

    public void Preparing(string what) => output.WriteLine(what);

    public void BlockStarted(Block block, int index, int count)
    {
        _run.NextBlock();
        _underWay[block.Id] = ($"[{index}/{count}] {block.Id}: {Wording.Counted(block.Variants.Count, "variant")}", clock.GetTimestamp());
    }

    public void Report(BlockProgress value) => _run.Advance(value);

    public void RoundFinished(Block block, int round, int rounds) => _run.Finish(round, rounds);

    public void BlockFinished(Block block, string? failure)
    {
        _run.Finish(1, 1);
        _underWay.Remove(block.Id, out var started);
        var took = Durations.Text(clock.GetElapsedTime(started.Start));
        var left = _run.Done < 1 ? $", about {Durations.Text(_run.Remaining())} left" : "";
        output.WriteLine(failure is null ? $"{started.Title}, {took}{left}" : $"{started.Title}, FAILED after {took}{left}: {failure}");
    }
}

/// <summary>Live progress on a terminal: a bar, the block, round and phase under way, and the time left.</summary>
internal sealed class TerminalProgress(ProgressTask task, RunClock run) : IRunProgress
{
    private string _title = "";

    /// <summary>Shows the progress while the work runs, and takes it off the screen afterwards.</summary>
    public static Task<T> ShowAsync<T>(
        IAnsiConsole console, TimeProvider clock, IReadOnlyList<TimeSpan> estimates, Func<IRunProgress, Task<T>> work) =>
        console.Progress()
            .AutoClear(true)
            .Columns(new TaskDescriptionColumn { Alignment = Justify.Left }, new ProgressBarColumn { Width = 24 }, new PercentageColumn(),
                new SpinnerColumn())
            .StartAsync(context => work(new TerminalProgress(context.AddTask("starting"), new RunClock(estimates, clock))));

    public void Preparing(string what) => task.Description = Markup.Escape(what);

    public void BlockStarted(Block block, int index, int count)
    {
        run.NextBlock();
        _title = $"[[{index}/{count}]] {Markup.Escape(block.Id)}";
    }

    public void Report(BlockProgress value)
    {
        run.Advance(value);
        Show(value.Round == 0 ? value.Phase : $"round {value.Round}/{value.Rounds} {value.Phase}");
    }

    public void RoundFinished(Block block, int round, int rounds) => run.Finish(round, rounds);

    public void BlockFinished(Block block, string? failure)
    {
        run.Finish(1, 1);
        Show(failure is null ? "done" : "failed");
    }

    private void Show(string phase)
    {
        task.Value = run.Done * 100;
        task.Description = $"{_title} {Markup.Escape(phase)}, {Durations.Text(run.Remaining())} left";
    }
}

/// <summary>Estimates how much of a run is done and when it ends, corrected by how long finished rounds took. The first block begins it.</summary>
internal sealed class RunClock(IReadOnlyList<TimeSpan> estimates, TimeProvider clock)
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
    private long _start;

    /// <summary>What is done, from 0 to 1.</summary>
    public double Done => Total == 0 ? 1 : Math.Clamp((_blocksBefore + _inBlock) / Total, 0, 1);

    private double Total => estimates.Sum(estimate => estimate.TotalSeconds);
    private double Current => _block >= 0 && _block < estimates.Count ? estimates[_block].TotalSeconds : 0;

    public void NextBlock()
    {
        if (_block < 0) _start = clock.GetTimestamp();
        _blocksBefore += Current;
        _block++;
        _inBlock = 0;
    }

    public void Advance(BlockProgress progress) =>
        _inBlock = Math.Max(_inBlock, Current * (Math.Max(0, progress.Round - 1) + s_phases.GetValueOrDefault(progress.Phase)) / progress.Rounds);

    public void Finish(int round, int rounds) => _inBlock = Current * round / rounds;

    public TimeSpan Remaining()
    {
        var estimated = TimeSpan.FromSeconds(Total * (1 - Done));
        // The first few percent say more about deploying than about measuring.
        return Done < 0.05 ? estimated : clock.GetElapsedTime(_start) * ((1 - Done) / Done);
    }
}
