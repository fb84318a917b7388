using PerfMatrix.Tests.Runtimes;

namespace PerfMatrix.Probe.Tests;

public sealed class CountersTests
{
    public static TheoryData<string> Frameworks => new(PublishedWorkloads.Frameworks);

    /// <summary>A small first generation, so that some thousand calls collect.</summary>
    private static readonly (string Name, string Value) s_smallGen0 = ("DOTNET_GCgen0size", "100000");

    [Theory, MemberData(nameof(Frameworks))]
    public async Task Counters_grow_with_the_work(string framework)
    {
        await using var workload = await ProbedWorkload.StartAsync(framework, ("DOTNET_gcServer", "0"), s_smallGen0);
        var before = await workload.CountersAsync();

        // How much is allocated before the first collection is the runtime's business; the test run's own limit ends a wait in vain.
        var after = before;
        for (var calls = 0; calls < 3000 || after.Gen0Collections == before.Gen0Collections; calls += 1000)
        {
            await workload.CallAsync("/api/call", 1000);
            after = await workload.CountersAsync();
        }

        Assert.True(after.CpuMilliseconds > before.CpuMilliseconds);
        Assert.True(after.AllocatedBytes - before.AllocatedBytes > 3 * 30_000 * sizeof(int), "The three large arrays alone are more.");
        Assert.True(after.Gen0Collections >= after.Gen1Collections && after.Gen1Collections >= after.Gen2Collections);
        Assert.True(after.GcPauseMilliseconds > before.GcPauseMilliseconds);
        Assert.True(after.GcCommittedBytes > 0);
        Assert.True(after.GcHeapBytes > 0);
        Assert.True(after.RssBytes > 10_000_000);
        Assert.True(after.CompletedWorkItems > before.CompletedWorkItems);
        Assert.Null(after.HeapCountMaximum);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public async Task Cpu_time_is_that_of_the_process_and_finer_than_a_clock_tick(string framework)
    {
        await using var workload = await ProbedWorkload.StartAsync(framework);
        var readings = new List<double>();
        for (var reading = 0; reading < 5; reading++)
            readings.Add((await workload.CountersAsync()).CpuMilliseconds);

        var outside = await CpuFromOutsideAsync(workload.ProcessId);
        Assert.Equal(readings.Order(), readings);
        Assert.Contains(readings, milliseconds => milliseconds % 10 > 0.0001);
        // Both count from the start of the process; the outside reading is later, and rounded down to 10 ms for user and kernel time each.
        Assert.InRange(outside, readings[^1] - 20, double.MaxValue);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public async Task Heaps_are_counted_when_asked_for(string framework)
    {
        await using var workload = await ProbedWorkload.StartAsync(
            framework, ("PERFMATRIX_HEAPS", "1"), ("DOTNET_gcServer", "1"), ("DOTNET_GCDynamicAdaptationMode", "0"), ("DOTNET_PROCESSOR_COUNT", "2"),
            ("DOTNET_GCHeapCount", "2"), s_smallGen0);

        // Events are dispatched a little after the collection, so the count is waited for; the test run's own limit ends a wait in vain.
        while ((await workload.CountersAsync()).HeapCountMaximum is null)
            await workload.CallAsync("/api/call", 500);

        Assert.Equal(2, (await workload.CountersAsync()).HeapCountMaximum);
    }

    /// <summary>User and kernel time in <c>/proc/PID/stat</c>, fields 14 and 15 (man 5 proc), in ticks of 10 ms.</summary>
    private static async Task<double> CpuFromOutsideAsync(int processId)
    {
        var stat = await File.ReadAllTextAsync($"/proc/{processId}/stat", TestContext.Current.CancellationToken);
        var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
        return 10 * (double.Parse(fields[11]) + double.Parse(fields[12]));
    }
}
