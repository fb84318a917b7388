using System.Diagnostics;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Runtimes;

namespace PerfMatrix.Probe.Tests.Injection;

/// <summary>Stalls, tails, memory and late starts in a real application, which counts them itself.</summary>
public sealed class InjectedTimeTests
{
    private const long Mebibyte = 1 << 20;

    public static TheoryData<string> Frameworks => new(PublishedWorkloads.Frameworks);

    [Theory, MemberData(nameof(Frameworks))]
    public async Task A_stall_holds_up_every_request_that_is_under_way(string framework)
    {
        const int clients = 8;
        await using var workload = await ProbedWorkload.StartAsync(framework, (InjectionVariables.Stall, "200"));
        await workload.CallAsync("/hello", 1);
        var before = (await workload.CountersAsync()).Injected?.Stalls ?? 0;

        var times = await Task.WhenAll(Enumerable.Range(0, clients).Select(_ => TimesAsync(workload.Client, 500)));

        var after = (await workload.CountersAsync()).Injected!;
        Assert.InRange(after.Stalls - before, 20, 21);
        Assert.InRange(after.StallMilliseconds / after.Stalls, InjectionVariables.StallMilliseconds, double.MaxValue);
        // Were only the request held up that begins a stall, there would be one slow call a stall; a call may come too late to be held up for long.
        var slow = times.SelectMany(client => client).Count(time => time.TotalMilliseconds > InjectionVariables.StallMilliseconds / 2.0);
        Assert.True(slow > 2 * (after.Stalls - before), $"{slow} slow calls for {after.Stalls - before} stalls, {clients} clients");
    }

    [Theory, MemberData(nameof(Frameworks))]
    public async Task One_request_in_so_many_waits_and_the_others_do_not(string framework)
    {
        const int calls = 1000, every = 50;
        await using var workload = await ProbedWorkload.StartAsync(framework, (InjectionVariables.Tail, $"{every}"));
        var before = (await workload.CountersAsync()).Injected;
        var times = await TimesAsync(workload.Client, calls);

        var after = (await workload.CountersAsync()).Injected!;
        Assert.Null(before);
        Assert.InRange(after.Waits, calls / every, (calls / every) + 1);
        // A timer may end a moment early by the clock of requests.
        const double shortest = InjectionVariables.TailMilliseconds - 0.5;
        Assert.InRange(after.WaitMilliseconds / after.Waits, shortest, double.MaxValue);
        Assert.InRange(times.Count(time => time.TotalMilliseconds >= shortest), after.Waits - 1, calls / 2);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public async Task Memory_is_taken_for_good(string framework)
    {
        var plain = await CountersAsync(framework);
        var more = await CountersAsync(framework, (InjectionVariables.Memory, "100"));

        Assert.Equal(100 * Mebibyte, more.Injected!.HeldBytes);
        Assert.InRange(more.RssBytes - plain.RssBytes, 80 * Mebibyte, 120 * Mebibyte);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public async Task Memory_that_is_only_committed_is_not_taken(string framework)
    {
        var plain = await CountersAsync(framework, (InjectionVariables.Collect, "100"));
        var more = await CountersAsync(framework, (InjectionVariables.Collect, "100"), (InjectionVariables.Committed, "100"));

        Assert.Equal(100 * Mebibyte, more.Injected!.HeldBytes);
        Assert.InRange(more.GcCommittedBytes - plain.GcCommittedBytes, 90 * Mebibyte, 140 * Mebibyte);
        Assert.InRange(more.RssBytes - plain.RssBytes, -20 * Mebibyte, 20 * Mebibyte);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public async Task A_late_start_comes_before_the_first_answer(string framework)
    {
        await PublishedWorkloads.PublishAsync("MinimalApi", framework);
        var start = Stopwatch.GetTimestamp();
        await using var workload = await ProbedWorkload.StartAsync(framework, (InjectionVariables.Startup, "3000"));
        await workload.CallAsync("/hello", 1);
        var elapsed = Stopwatch.GetElapsedTime(start);

        Assert.InRange((await workload.CountersAsync()).Injected!.StartupMilliseconds, 2999, elapsed.TotalMilliseconds);
    }

    private static async Task<ProbeCounters> CountersAsync(string framework, params (string, string)[] environment)
    {
        await using var workload = await ProbedWorkload.StartAsync(framework, environment);
        await workload.CallAsync("/hello", 100);
        return await workload.CountersAsync();
    }

    private static async Task<List<TimeSpan>> TimesAsync(HttpClient client, int calls)
    {
        var times = new List<TimeSpan>();
        for (var call = 0; call < calls; call++)
        {
            var start = Stopwatch.GetTimestamp();
            await client.GetByteArrayAsync("/hello", TestContext.Current.CancellationToken);
            times.Add(Stopwatch.GetElapsedTime(start));
        }

        return times;
    }
}
