using PerfMatrix.Load.Generator;
using PerfMatrix.Load.Readiness;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Load.Tests.Generator;

/// <summary>A rate schedule with a clock that the test turns, against a server of one connection that needs the same time for each answer.</summary>
public sealed class OpenLoopTests : IDisposable
{
    private const long Start = 1_000_000_000;

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    private readonly IReadiness _readiness = IReadiness.Create();

    public void Dispose() => _readiness.Dispose();

    /// <summary>Pauses of 200 ms, one in each second up to the last: a fifth of the time.</summary>
    [Fact]
    public void A_rate_that_is_served_between_pauses_is_sustained_however_many_wait_for_them()
    {
        var outcome = Offer("4000/30s", answer: TimeSpan.FromMicroseconds(100), pause: TimeSpan.FromMilliseconds(200));

        Assert.Equal((120_000, 120_000, 0), (outcome.Scheduled, outcome.Sent, outcome.Behind));
        Assert.True(outcome.Late * 10 > outcome.Scheduled, $"most of a pause is over 100 ms away; {outcome.Late} were late");
        Assert.InRange(outcome.MaximumLag, TimeSpan.FromMilliseconds(199), TimeSpan.FromMilliseconds(201));
        Assert.True(outcome.IsSustained);
        Assert.Contains("was sustained", outcome.Describe(), StringComparison.Ordinal);
    }

    /// <summary>The queue, of 3 s, is worked off within the patience, so that every request is sent.</summary>
    [Fact]
    public void A_rate_a_tenth_above_what_is_served_is_not_sustained_though_all_is_sent()
    {
        var outcome = Offer("4000/30s", answer: TimeSpan.FromMicroseconds(275), pause: TimeSpan.Zero);

        Assert.Equal((120_000, 1), (outcome.Sent, outcome.Behind));
        Assert.False(outcome.IsSustained);
        Assert.EndsWith("late, up to 3.0 s; 1 of the parts of the schedule ended with a queue.", outcome.Describe(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("1000/20s 200/50s 20/90s", 1)]
    [InlineData("200/20s 1000/20s 0/20s 1000/20s", 2)]
    [InlineData("900/20s 0/20s 1/20s", 0)]
    public void A_queue_that_a_later_part_works_off_counts_where_it_was(string schedule, int behind) =>
        Assert.Equal(behind, Offer(schedule, answer: TimeSpan.FromMicroseconds(1100), pause: TimeSpan.Zero).Behind);

    /// <summary>A thread that keeps up does not hide the queue of another.</summary>
    [Theory]
    [InlineData(2200, 2200, 1)]
    [InlineData(500, 2200, 1)]
    [InlineData(500, 500, 0)]
    public void Of_several_threads_each_has_a_queue_of_its_own(int microseconds, int ofOther, int behind)
    {
        var schedule = RateSchedule.Parse("1000/20s 100/20s");

        var outcome = OpenLoop.Outcome("1000/20s 100/20s", schedule, [.. new[] { microseconds, ofOther }
            .Select((time, thread) => Run(schedule, TimeSpan.FromMicroseconds(time), TimeSpan.Zero, thread, threads: 2))]);

        Assert.Equal((22_000, behind), (outcome.Sent, outcome.Behind));
    }

    private RateOutcome Offer(string rate, TimeSpan answer, TimeSpan pause)
    {
        var schedule = RateSchedule.Parse(rate);
        return OpenLoop.Outcome(rate, schedule, [Run(schedule, answer, pause, thread: 0, threads: 1)]);
    }

    private OpenLoop Run(RateSchedule schedule, TimeSpan answer, TimeSpan pause, int thread, int threads)
    {
        var target = new Target(new Uri("http://127.0.0.1:9"), new LoadSettings());
        var connections = Enumerable.Range(0, 1).Select(token => new Connection(target, _readiness, token));
        var loop = new OpenLoop(connections, schedule, Start, Start + Ticks.Of(schedule.Duration + s_patience), thread, threads);
        for (var now = Start; !loop.IsOver(now);)
        {
            if (!loop.TryTake(now, out var connection, out _))
            {
                now = loop.NextDue;
                continue;
            }

            now = Free(now, pause) + Ticks.Of(answer);
            loop.Release(connection, now);
        }

        return loop;
    }

    // A pause is at the end of each second.
    private static long Free(long now, TimeSpan pause)
    {
        var second = Ticks.Of(TimeSpan.FromSeconds(1));
        var left = second - ((now - Start) % second);
        return left <= Ticks.Of(pause) ? now + left : now;
    }
}
