using PerfMatrix.Load.Generator;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Shared.Os;

namespace PerfMatrix.Load.Tests.Generator;

public sealed class LoadGeneratorTests
{
    private static readonly Slice s_short = new(TimeSpan.FromMilliseconds(50), TimeSpan.Zero);

    [Theory]
    [InlineData(1, 8)]
    [InlineData(3, 8)]
    public void A_closed_loop_counts_every_answer_and_leaves_nothing_in_flight(int threads, int connections)
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("hello"));
        using var generator = Generator(server, new LoadSettings { Connections = connections, Threads = threads });
        Assert.Null(generator.Prime(0));
        var first = generator.RunSlice(0, s_short);
        var second = generator.RunSlice(0, s_short);
        var tally = generator.TakeTally(0);
        Assert.Equal(server.Requests - 1, tally.Requests);
        Assert.Equal(first.Requests + second.Requests, tally.Requests);
        Assert.Equal(tally.Requests * 5, tally.ResponseBytes);
        Assert.Equal(0, tally.Failed);
        Assert.True(first.Elapsed >= s_short.Length);
        Assert.Equal(tally.Requests, tally.Latencies.Count);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void A_bounded_run_sends_exactly_its_requests(int threads)
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("x"));
        using var generator = Generator(server, new LoadSettings { Connections = 7, Threads = threads, Requests = 1001 });
        var result = generator.RunLoad(0, s_short);
        Assert.Equal(1001, result.Requests);
        Assert.Equal(1001, server.Requests);
    }

    [Fact]
    public void A_pause_bounds_the_rate_of_each_connection()
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("x"));
        using var generator = Generator(server, new LoadSettings { Connections = 2, Requests = 10, Pause = TimeSpan.FromMilliseconds(20) });
        var result = generator.RunLoad(0, s_short);
        Assert.Equal(10, result.Requests);
        Assert.True(result.Elapsed >= TimeSpan.FromMilliseconds(80), $"five requests a connection have four pauses of 20 ms; took {result.Elapsed}");
    }

    [Fact]
    public void A_rate_that_the_server_serves_is_sustained()
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("x"));
        using var generator = Generator(server, new LoadSettings { Connections = 4, Threads = 2, Rate = "50/200ms" });
        Assert.Null(generator.Rate);
        generator.RunLoad(0, s_short);
        Assert.Equal((10, 10, TimeSpan.FromMilliseconds(200)), (generator.Rate!.Scheduled, generator.Rate.Sent, generator.Rate.Planned));
    }

    [Fact]
    public void A_rate_that_the_server_cannot_serve_is_not_sustained()
    {
        // One connection and 30 ms an answer are at most 33 requests/s, so the last of these is due 0.8 s before it can be sent.
        using var server = new ScriptedServer(_ =>
        {
            Thread.Sleep(30);
            return ScriptedServer.Ok("x");
        });
        using var generator = Generator(server, new LoadSettings { Connections = 1, Rate = "300/100ms" });
        generator.RunLoad(0, s_short);
        Assert.False(generator.Rate!.IsSustained);
        Assert.True(generator.Rate.Late > 0);
        Assert.True(generator.Rate.MaximumLag > RateOutcome.LateAfter);
        Assert.Contains("was not sustained", generator.Rate.Describe());
    }

    [Fact]
    public void A_schedule_may_be_silent()
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("x"));
        using var generator = Generator(server, new LoadSettings { Connections = 2, Rate = "50/100ms 0/1500ms 50/100ms" });
        var result = generator.RunLoad(0, s_short);
        Assert.Equal(10, result.Requests);
        Assert.True(result.Elapsed >= TimeSpan.FromMilliseconds(1600));
    }

    [Fact]
    public void An_open_loop_sends_what_the_schedule_asks_for_and_not_sooner()
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("x"));
        using var generator = Generator(server, new LoadSettings { Connections = 4, Threads = 2, Rate = "0..400/200ms 200/100ms" });
        var result = generator.RunLoad(0, s_short);
        Assert.Equal(40 + 20, result.Requests);
        Assert.True(result.Elapsed >= TimeSpan.FromMilliseconds(290), $"the last request is due after 295 ms; took {result.Elapsed}");
    }

    [Fact]
    public void The_latency_of_an_open_loop_counts_from_the_intended_time()
    {
        // The only connection is blocked for 100 ms by the first answer, so the requests due meanwhile have waited too.
        using var server = new ScriptedServer(n =>
        {
            if (n == 1)
                Thread.Sleep(100);
            return ScriptedServer.Ok("x");
        });
        using var generator = Generator(server, new LoadSettings { Connections = 1, Rate = "100/100ms" });
        generator.RunLoad(0, s_short);
        var summary = generator.TakeTally(0).Latencies.Summarize()!;
        Assert.Equal(10, summary.Count);
        Assert.True(summary.P50 > TimeSpan.FromMilliseconds(30),
            $"half of the requests were due at least 50 ms before they could be sent; median {summary.P50}");
    }

    [Fact]
    public void The_wake_up_of_a_slice_is_not_in_the_latencies_but_counts()
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("x"));
        using var generator = Generator(server, new LoadSettings { Connections = 1 });
        generator.RunSlice(0, new Slice(TimeSpan.FromMilliseconds(30), WakeUp: TimeSpan.FromHours(1)));
        var tally = generator.TakeTally(0);
        Assert.True(tally.Requests > 0);
        Assert.Equal(0, tally.Latencies.Count);
    }

    [Fact]
    public void A_status_other_than_2xx_is_an_error_that_names_it()
    {
        using var server = new ScriptedServer(n => n <= 5 ? ScriptedServer.Ok("x") : "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
        using var generator = Generator(server, new LoadSettings { Connections = 1 });
        generator.Prime(0);
        // Long enough for five requests on a machine that has other things to do.
        var result = generator.RunSlice(0, new Slice(TimeSpan.FromMilliseconds(500), TimeSpan.Zero));
        var errors = generator.TakeTally(0).Errors;
        Assert.Equal(4, result.Requests);
        Assert.Equal(result.Failed, errors.Status);
        Assert.Contains("status other than 2xx (first: 503)", errors.Describe(1));
    }

    [Fact]
    public void Another_length_than_that_of_the_first_answer_is_an_error()
    {
        using var server = new ScriptedServer(n => ScriptedServer.Ok(n <= 3 ? "four" : "fiver"));
        using var generator = Generator(server, new LoadSettings { Connections = 1 });
        generator.Prime(0);
        // Long enough for five requests on a machine that has other things to do.
        Assert.True(generator.RunSlice(0, new Slice(TimeSpan.FromMilliseconds(500), TimeSpan.Zero)).Failed > 0);
        Assert.Contains("another length than the expected 4 bytes", generator.TakeTally(0).Errors.Describe(4));
    }

    [Fact]
    public void Any_length_is_right_when_the_load_says_so()
    {
        using var server = new ScriptedServer(n => ScriptedServer.Ok(new string('x', n % 10)));
        using var generator = Generator(server, new LoadSettings { Connections = 2, ResponseLength = "any" });
        Assert.Null(generator.Prime(0));
        Assert.Equal(0, generator.RunSlice(0, s_short).Failed);
    }

    [Fact]
    public void A_connection_closed_with_a_request_in_flight_is_an_error_and_the_load_goes_on()
    {
        using var server = new ScriptedServer(n => n == 4 ? null : ScriptedServer.Ok("x"));
        using var generator = Generator(server, new LoadSettings { Connections = 1, Requests = 10 });
        var result = generator.RunLoad(0, s_short);
        Assert.Equal(9, result.Requests);
        Assert.Equal(1, generator.TakeTally(0).Errors.Connection);
    }

    [Fact]
    public void A_server_that_closes_after_every_answer_is_slow_but_right()
    {
        using var server = new ScriptedServer(_ => "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx");
        using var generator = Generator(server, new LoadSettings { Connections = 3, Requests = 30 });
        Assert.Equal(new { Requests = 30L, Failed = 0L }, Facts(generator.RunLoad(0, s_short)));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(400)] // More than one look at the sockets tells of.
    public async Task Connections_that_the_server_has_closed_between_two_slices_are_opened_again(int connections)
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("x")) { ClosesSilently = true };
        using var generator = Generator(server, new LoadSettings { Connections = connections, Requests = connections });
        Assert.Equal(new { Requests = (long)connections, Failed = 0L }, Facts(generator.RunLoad(0, s_short)));
        await Eventually.IsTrueAsync(() => server.Closed == connections);
        Assert.Equal(new { Requests = (long)connections, Failed = 0L }, Facts(generator.RunLoad(0, s_short)));
    }

    [Fact]
    public void What_is_not_HTTP_is_malformed_and_the_load_gives_up()
    {
        using var server = new ScriptedServer(_ => "220 smtp ready\r\n\r\n");
        using var generator = Generator(server, new LoadSettings { Connections = 1 });
        var result = generator.RunSlice(0, new Slice(TimeSpan.FromMinutes(10), TimeSpan.Zero));
        Assert.Equal(100, result.Failed);
        Assert.Contains("not HTTP/1.1", generator.TakeTally(0).Errors.Describe(null));
    }

    [Fact]
    public void A_port_where_nobody_listens_is_reported_by_the_first_request()
    {
        var server = new ScriptedServer(_ => null);
        var address = server.Address;
        server.Dispose();
        using var generator = new LoadGenerator([new Target(address, new LoadSettings())], new LoadSettings(), []);
        Assert.Contains("refused, reset or closed", generator.Prime(0));
    }

    [Fact]
    public void A_large_request_body_arrives_whole()
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("x"));
        using var generator = Generator(server, new LoadSettings
        {
            Connections = 2,
            Method = "POST",
            Body = new string('b', 8_000_000),
            Requests = 4,
        });
        Assert.Equal(new { Requests = 4L, Failed = 0L }, Facts(generator.RunLoad(0, s_short)));
    }

    [Fact]
    public void Slices_of_one_target_leave_the_others_alone()
    {
        using var one = new ScriptedServer(_ => ScriptedServer.Ok("x"));
        using var two = new ScriptedServer(_ => ScriptedServer.Ok("x"));
        var load = new LoadSettings { Connections = 2 };
        using var generator = new LoadGenerator([new Target(one.Address, load), new Target(two.Address, load)], load, []);
        generator.RunSlice(0, s_short);
        Assert.Equal(0, two.Requests);
        generator.RunSlice(1, s_short);
        Assert.Equal(one.Requests, generator.TakeTally(0).Requests);
        Assert.Equal(two.Requests, generator.TakeTally(1).Requests);
    }

    [Fact]
    public async Task Whatever_thread_runs_a_slice_is_on_the_cpus_of_the_load()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "threads are pinned on Linux only");
        Assert.SkipUnless(MachineFacts.Read().Cpus.Count > 1, "where there is one CPU, every thread is on it");
        var cpu = MachineFacts.Read().Cpus[^1];
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("x"));
        var load = new LoadSettings { Connections = 1 };
        using var generator = await OnThreadOfItsOwnAsync(() => new LoadGenerator([new Target(server.Address, load)], load, [cpu]));
        Assert.Equal($"Cpus_allowed_list:\t{cpu}", await OnThreadOfItsOwnAsync(() =>
        {
            generator.RunSlice(0, s_short);
            return File.ReadLines("/proc/thread-self/status").Single(line => line.StartsWith("Cpus_allowed_list:", StringComparison.Ordinal));
        }));
    }

    [Fact]
    public void An_error_within_a_slice_is_thrown_and_leaves_no_thread_waiting()
    {
        using var server = new ScriptedServer(_ => ScriptedServer.Ok("x"));
        using var generator = Generator(server, new LoadSettings { Connections = 2, Threads = 2 });
        Assert.Throws<NullReferenceException>(() => generator.RunPaced(0, arrivals: null!, TimeSpan.Zero, TimeSpan.Zero));
    }

    [Fact]
    public void More_threads_than_connections_are_refused()
    {
        var error = Assert.Throws<FormatException>(() => new LoadGenerator([], new LoadSettings { Connections = 2, Threads = 3 }, []));
        Assert.Contains("2 connections and 3 threads", error.Message);
    }

    private static LoadGenerator Generator(ScriptedServer server, LoadSettings load) => new([new Target(server.Address, load)], load, []);

    // A thread stays where it was put.
    private static Task<T> OnThreadOfItsOwnAsync<T>(Func<T> work) =>
        Task.Factory.StartNew(work, TestContext.Current.CancellationToken, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private static object Facts(SliceResult result) => new { result.Requests, result.Failed };
}
