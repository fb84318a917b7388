using PerfMatrix.Tests.Runtimes;

namespace PerfMatrix.Probe.Tests;

public sealed class TimelineTests
{
    public static TheoryData<string> Frameworks => new(PublishedWorkloads.Frameworks);

    /// <summary>A small first generation, so that some thousand calls collect.</summary>
    private static readonly (string Name, string Value) s_smallGen0 = ("DOTNET_GCgen0size", "100000");

    [Theory, MemberData(nameof(Frameworks))]
    public async Task Every_collection_is_told_once_with_its_heaps_budget_and_pause(string framework)
    {
        await using var workload = await ProbedWorkload.StartAsync(
            framework, ("DOTNET_gcServer", "1"), ("DOTNET_GCDynamicAdaptationMode", "0"), ("DOTNET_PROCESSOR_COUNT", "2"),
                ("DOTNET_GCHeapCount", "2"), s_smallGen0);
        var first = await workload.TimelineAsync();
        var collections = first.Collections.ToList();
        var last = first;
        while (collections.Count < 5)
        {
            await workload.CallAsync("/api/call", 1000);
            last = await workload.TimelineAsync();
            collections.AddRange(last.Collections);
        }

        Assert.Equal(collections.Select(gc => gc.Number).Distinct(), collections.Select(gc => gc.Number));
        Assert.All(collections, gc =>
        {
            Assert.Equal(2, gc.Heaps);
            Assert.InRange(gc.Generation, 0, 2);
            Assert.True(gc.IsBackground || gc.BudgetBytes > 0, "the budget of generation 0 is never nothing");
            Assert.True(gc.PauseMilliseconds > 0 && gc.DurationMilliseconds > 0);
            Assert.True(gc.IsBackground || gc.PauseMilliseconds >= gc.DurationMilliseconds * 0.9, "a blocking collection happens inside its pause");
        });
        Assert.True(last.Now.CommittedBytes > 0);
        Assert.True(last.Now.Gen0Collections >= collections.Count);
        Assert.Equal(0, last.Dropped);
        // The sum of pauses that the runtime itself counts holds those seen here; it began earlier.
        Assert.InRange(collections.Sum(gc => gc.PauseMilliseconds), 0, last.Now.GcPauseMilliseconds * 1.2 + 1);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public async Task Nothing_is_recorded_before_it_is_asked_for_nor_after_the_end(string framework)
    {
        await using var workload = await ProbedWorkload.StartAsync(framework, ("DOTNET_gcServer", "0"), s_smallGen0);
        await CollectAsync(workload);
        Assert.Empty((await workload.TimelineAsync()).Collections);
        await CollectAsync(workload);
        await workload.EndTimelineAsync();
        await CollectAsync(workload);

        Assert.Empty((await workload.EndTimelineAsync()).Collections);
    }

    private static async Task CollectAsync(ProbedWorkload workload)
    {
        var before = await workload.CountersAsync();
        while ((await workload.CountersAsync()).Gen0Collections < before.Gen0Collections + 2)
            await workload.CallAsync("/api/call", 1000);
    }
}
