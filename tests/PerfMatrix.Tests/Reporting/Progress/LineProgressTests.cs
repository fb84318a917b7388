using PerfMatrix.Drivers;
using PerfMatrix.Reporting.Progress;

namespace PerfMatrix.Tests.Reporting.Progress;

public sealed class LineProgressTests
{
    private readonly SteppedClock _clock = new();
    private readonly StringWriter _output = new() { NewLine = "\n" };

    [Fact]
    public void Each_block_is_one_line_with_the_time_left_from_what_was_measured()
    {
        var progress = new LineProgress(_output, _clock, [TimeSpan.FromSeconds(60), TimeSpan.FromSeconds(60), TimeSpan.FromSeconds(30)]);
        var (first, second, third) = (ABlock("hello--2c", 9), ABlock("hello--1c", 1), ABlock("values--2c", 2));

        progress.BlockStarted(first, 1, 3);
        progress.Report(new BlockProgress(first.Id, 1, 2, "measuring"));
        progress.RoundFinished(first, 1, 2);
        _clock.Advance(TimeSpan.FromSeconds(120));
        progress.BlockFinished(first, null);
        progress.BlockStarted(second, 2, 3);
        _clock.Advance(TimeSpan.FromSeconds(1));
        progress.BlockFinished(second, "the load job ended with code 7");
        progress.BlockStarted(third, 3, 3);
        _clock.Advance(TimeSpan.FromSeconds(3700));
        progress.BlockFinished(third, null);

        Assert.Equal(
            """
            [1/3] hello--2c: 9 variants, 2 min 0 s, about 3 min 0 s left
            [2/3] hello--1c: 1 variant, FAILED after 1 s, about 30 s left: the load job ended with code 7
            [3/3] values--2c: 2 variants, 1 h 1 min

            """,
            _output.ToString());
    }

    [Fact]
    public void Progress_never_goes_back_within_a_block_and_ends_at_one()
    {
        var run = new RunClock([TimeSpan.FromSeconds(10), TimeSpan.FromSeconds(30)], _clock);
        var last = run.Done;
        foreach (var block in new[] { "a", "b" })
        {
            run.NextBlock();
            for (var round = 1; round <= 3; round++)
            {
                foreach (var phase in new[] { "starting", "warming up", "measuring", "stopping", "starting" })
                {
                    run.Advance(new BlockProgress(block, round, 3, phase));
                    Assert.InRange(run.Done, last, 1);
                    last = run.Done;
                }

                run.Finish(round, 3);
            }
        }

        Assert.Equal(1, run.Done, 12);
        _clock.Advance(TimeSpan.FromSeconds(50));
        Assert.Equal(TimeSpan.Zero, run.Remaining());
    }

    private static Block ABlock(string id, int variants) =>
        new(id, "hello", 2, [.. Enumerable.Range(0, variants).Select(i => new Variant(new Cell("hello", "net10.0", $"gc{i}", 2)))]);

    private sealed class SteppedClock : TimeProvider
    {
        private long _now;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _now;

        public void Advance(TimeSpan time) => _now += time.Ticks;
    }
}
