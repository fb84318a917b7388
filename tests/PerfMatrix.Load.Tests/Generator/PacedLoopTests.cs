using PerfMatrix.Load.Generator;
using PerfMatrix.Load.Readiness;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Load.Tests.Generator;

/// <summary>The schedule with a clock that the test turns, and the loop against a real server.</summary>
public sealed class PacedLoopTests : IDisposable
{
    private const long Start = 1_000_000_000;

    private static readonly PoissonArrivals s_thousand = new(1000, TimeSpan.FromSeconds(1), seed: 1);

    private readonly IReadiness _readiness = IReadiness.Create();

    public void Dispose() => _readiness.Dispose();

    [Fact]
    public void A_request_is_sent_when_it_is_due_and_counts_from_there()
    {
        var loop = Loop(s_thousand);
        var due = loop.NextDue;

        Assert.Equal(Start + Ticks.Of(s_thousand.DueAt(0)!.Value), due);
        Assert.False(loop.TryTake(due - 1, out _, out _));
        Assert.True(loop.TryTake(due, out _, out var intended));
        Assert.Equal(due, intended);
        Assert.Equal((1, 0, 0), (loop.Sent, loop.MaximumLag, loop.Paused));
    }

    [Fact]
    public void What_has_waited_for_a_connection_counts_from_when_it_was_due()
    {
        var loop = Loop(s_thousand);
        var (first, second) = (DueAt(0), DueAt(1));
        Assert.True(loop.TryTake(first, out var connection, out _));
        Assert.Equal(long.MaxValue, loop.NextDue);
        var answered = second + Ticks.Of(TimeSpan.FromMilliseconds(300));
        loop.Release(connection, answered);

        Assert.True(loop.TryTake(answered, out _, out var intended));
        Assert.Equal(second, intended);
        Assert.Equal((answered - second, answered - second, 0), (loop.LastLag, loop.MaximumLag, loop.Paused));
    }

    [Fact]
    public void What_the_generator_itself_is_late_counts_for_nothing_and_moves_what_follows()
    {
        var loop = Loop(s_thousand, connections: 2);
        var pause = Ticks.Of(TimeSpan.FromMilliseconds(50));
        var late = DueAt(0) + pause;

        Assert.True(loop.TryTake(late, out _, out var intended));
        Assert.Equal(late, intended);
        Assert.Equal((0, pause), (loop.LastLag, loop.Paused));
        Assert.Equal(DueAt(1) + pause, loop.NextDue);
        Assert.False(loop.TryTake(late, out _, out _));
    }

    [Fact]
    public void A_queue_is_worked_off_behind_the_end_but_not_for_ever()
    {
        var loop = Loop(s_thousand, patience: TimeSpan.FromMilliseconds(100));
        var end = Start + Ticks.Of(TimeSpan.FromMilliseconds(1100));
        Assert.True(loop.TryTake(DueAt(0), out var connection, out _));
        loop.Release(connection, end - 1);

        Assert.False(loop.IsOver(end - 1));
        Assert.True(loop.IsOver(end));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void Every_request_of_a_slice_is_sent_and_answered_within_it(int threads)
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("x"));
        using var generator = Generator(server, connections: 6, threads);
        var result = generator.RunPaced(0, new(200, TimeSpan.FromMilliseconds(100), 1), TimeSpan.Zero, TimeSpan.FromMinutes(1));

        Assert.Equal((200, 200, 0), (result.Sent, result.Slice.Requests, result.Slice.Failed));
        Assert.Equal(200, server.Requests);
        Assert.Equal(200, generator.TakeTally(0).Latencies.Count);
    }

    [Fact]
    public void A_stall_of_the_server_shows_in_full()
    {
        // All answers wait for 200 ms in the middle: 40 % of the requests are due meanwhile, evenly spread over the stall.
        var stall = TimeSpan.FromMilliseconds(200);
        var stalled = new ManualResetEventSlim(true);
        using var server = new ScriptedServer(n =>
        {
            if (n == 300)
            {
                stalled.Reset();
                Thread.Sleep(stall);
                stalled.Set();
            }

            stalled.Wait(PatienceAttribute.Limit);
            return ScriptedServer.Ok("x");
        });
        using var generator = Generator(server, connections: 2);
        var result = generator.RunPaced(0, new(1000, TimeSpan.FromMilliseconds(500), 1), TimeSpan.Zero, TimeSpan.FromMinutes(1));
        var latency = generator.TakeTally(0).Latencies.Summarize()!;

        Assert.Equal(1000, latency.Count);
        Assert.True(latency.P99 > 0.8 * stall, $"p99 is {latency.P99}");
        Assert.True(latency.P90 > 0.5 * stall, $"p90 is {latency.P90}");
        Assert.True(result.MaximumLag > 0.8 * stall, $"the longest wait for a connection is {result.MaximumLag}");
    }

    [Fact]
    public void A_server_that_is_too_slow_leaves_a_queue()
    {
        using var server = new ScriptedServer(_ =>
        {
            Thread.Sleep(10);
            return ScriptedServer.Ok("x");
        });
        using var generator = Generator(server, connections: 1);
        var slice = TimeSpan.FromMilliseconds(100);
        var result = generator.RunPaced(0, new(20, slice, 1), TimeSpan.Zero, TimeSpan.FromMinutes(1));
        var impatient = generator.RunPaced(0, new(20, slice, 1), TimeSpan.Zero, TimeSpan.FromMilliseconds(50));

        Assert.Equal(20, result.Sent);
        Assert.True(result.LastLag > slice / 10, $"20 answers take 200 ms, so the last request of 100 ms waits; it waited {result.LastLag}");
        Assert.InRange(impatient.Sent, 1, 19);
        Assert.Equal(impatient.Sent, impatient.Slice.Requests);
    }

    private static long DueAt(long index) => Start + Ticks.Of(s_thousand.DueAt(index)!.Value);

    private static LoadGenerator Generator(ScriptedServer server, int connections, int threads = 1)
    {
        var load = new LoadSettings { Connections = connections, Threads = threads };
        return new([new Target(server.Address, load)], load, []);
    }

    private PacedLoop Loop(PoissonArrivals arrivals, int connections = 1, TimeSpan? patience = null)
    {
        var target = new Target(new Uri("http://127.0.0.1:9"), new LoadSettings());
        return new(
            Enumerable.Range(0, connections).Select(token => new Connection(target, _readiness, token)), arrivals, Start,
            patience ?? TimeSpan.FromSeconds(1), thread: 0, threads: 1);
    }
}
