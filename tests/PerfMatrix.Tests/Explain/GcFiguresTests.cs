using System.Net.Http.Json;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Analysis;
using PerfMatrix.Explain.Traces;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Runtimes;

namespace PerfMatrix.Tests.Explain;

/// <summary>Figures of collections beside TraceEvent's own statistics, of the same trace of each runtime.</summary>
[Trait("kind", "processes")]
public sealed class GcFiguresTests : IDisposable
{
    private const double Tolerance = 0.02;
    private const int Collections = 40;
    private const string Token = "token";

    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string> Frameworks => new(PublishedWorkloads.Frameworks);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Theory, MemberData(nameof(Frameworks))]
    public async Task Collections_are_those_of_GCStats_and_DATAS_tells_what_it_decides(string framework) => Compare(await RecordedAsync(framework));

    /// <summary>Of a live set that is replaced bit by bit, among much that is dropped at once, and of some large arrays.</summary>
    private async Task<string> RecordedAsync(string framework)
    {
        await using var workload = await RunningWorkload.StartAsync(await PublishedWorkloads.PublishAsync("MinimalApi", framework),
            ("DOTNET_gcServer", "1"), ("DOTNET_gcConcurrent", "1"), ("DOTNET_GCDynamicAdaptationMode", "1"), (ProbeRoutes.TokenVariable, Token),
            ("LIVE_SET_MEGABYTES", "10"), ("LIVE_DROPPED_KILOBYTES", "200"));
        await CallAsync(workload, "/api/live", 20);
        var before = await CollectionsOfAsync(workload);
        var file = _folder["call.nettrace"];
        await using var recording = await EventPipeRecording.StartAsync(
            workload.ProcessId, Version.Parse(framework[3..]).Major, null, file, new TraceSpace(), Cancellation);
        while (await CollectionsOfAsync(workload) < before + Collections) await CallAsync(workload, "/api/live", 50);
        await CallAsync(workload, "/api/call", 2000);
        await recording.EndAsync(Cancellation);
        return file;
    }

    private static Task CallAsync(RunningWorkload workload, string path, int times) => Parallel.ForEachAsync(
        Enumerable.Range(0, times), new ParallelOptions { MaxDegreeOfParallelism = 4, CancellationToken = Cancellation },
        async (_, cancellation) => await workload.Client.GetByteArrayAsync(path, cancellation));

    private static async Task<long> CollectionsOfAsync(RunningWorkload workload)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, ProbeRoutes.Counters);
        request.Headers.Add(ProbeRoutes.TokenHeader, Token);
        using var response = await workload.Client.SendAsync(request, Cancellation);
        return (await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync(ContractJson.Default.ProbeCounters,
            Cancellation))!.Gen0Collections;
    }

    private static void Compare(string trace)
    {
        var collections = NettraceFile.ReadCollections(trace).Collections;
        using var source = new EventPipeEventSource(trace);
        source.NeedLoadedDotNetRuntimes();
        source.Process();
        var stats = source.Processes().Select(process => process.LoadedDotNetRuntime()).Single(runtime => runtime is not null).GC.Stats();

        Assert.True(collections.Count >= Collections, $"{trace}: {collections.Count}");
        Assert.Equal(stats.Count, collections.Count);
        Near(stats.TotalPauseTimeMSec, collections.Sum(one => one.Pause.TotalMilliseconds), "pauses");
        Near(stats.MaxPauseDurationMSec, collections.Max(one => one.Pause.TotalMilliseconds), "longest pause");
        Near(stats.MaxSuspendDurationMSec, collections.Max(one => one.Suspension.TotalMilliseconds), "suspension");
        Near(stats.TotalPromotedMB, collections.Sum(one => one.PromotedMegabytes), "promoted");
        Near(stats.TotalSizeAfterMB, collections.Sum(one => one.SizeAfterMegabytes), "size after");
        Assert.True(collections.Any(one => one.Datas is { Heaps: >= 1, ThroughputCostPercent: >= 0 }), $"{trace}: no decision of DATAS");
        // What is marked is counted by another part of the GC than what is promoted, with and without some large objects.
        var marked = collections.Sum(one => one.Roots is { } roots ? roots.Stacks + roots.Handles + roots.Older + roots.Finalization : 0);
        Assert.InRange(marked / stats.TotalPromotedMB, 0.2, 2);

        void Near(double expected, double found, string what) =>
            Assert.True(Math.Abs(found - expected) <= (Tolerance * expected) + 1e-6,
                $"{Path.GetFileName(trace)}, {what}: {found}, GCStats has {expected}");
    }
}
