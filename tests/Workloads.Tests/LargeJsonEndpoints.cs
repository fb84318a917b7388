using System.Net.Http.Json;
using System.Text.Json;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Runtimes;

namespace Workloads.Tests;

/// <summary>The large values, as published applications on each runtime: what is answered, and what it costs on the large object heap.</summary>
public sealed class LargeJsonEndpoints
{
    private const int Length = 1_000_000;
    private const int Calls = 20;

    public static TheoryData<string> Frameworks => new(PublishedWorkloads.Frameworks);

    [Theory, MemberData(nameof(Frameworks))]
    public async Task Serialized_and_streamed_answers_are_the_same_bytes(string framework)
    {
        await using var running = await RunningWorkload.StartAsync(await PublishedWorkloads.PublishAsync("LargeJson", framework));
        foreach (var (path, jsonLength) in new[] { ("/string", Length), ("/escaped-string", Length / 3 * 13 + 1), ("/binary", (Length + 2) / 3 * 4) })
        {
            var serialized = await running.Client.GetByteArrayAsync(path, TestContext.Current.CancellationToken);
            var streamed = await running.Client.GetByteArrayAsync(path + "-streamed", TestContext.Current.CancellationToken);

            Assert.Equal("{\"data\":\"\"}".Length + jsonLength, serialized.Length);
            Assert.True(serialized.AsSpan().SequenceEqual(streamed), $"{path} differs when it is streamed");
            using var document = JsonDocument.Parse(serialized);
            var data = document.RootElement.GetProperty("data");
            Assert.Equal(Length, path == "/binary" ? data.GetBytesFromBase64().Length : data.GetString()!.Length);
        }
    }

    [Theory, MemberData(nameof(Frameworks))]
    public async Task A_streamed_answer_leaves_the_large_object_heap_alone_and_rents_nothing(string framework)
    {
        await using var running = await RunningWorkload.StartAsync(
            await PublishedWorkloads.PublishAsync("LargeJson", framework), (ProbeRoutes.TokenVariable, "token"),
                (ProbeRoutes.LargeObjectsVariable, "1"));

        // Less than the value: the serializer's buffers come from a pool, which keeps some of them.
        Assert.InRange((await AllocatedACallAsync(running, "/escaped-string")).Large, 200_000, 30e6);
        // Parts that do not fit into a block are rented, and are too small to be large objects: all bytes tell of them.
        var (large, all) = await AllocatedACallAsync(running, "/escaped-string-streamed");
        Assert.InRange(large, 0, 50_000);
        Assert.InRange(all, 0, 100_000);
    }

    /// <summary>The experiment ran with the console logger of the template, whose settings keep requests out of it.</summary>
    [Theory, MemberData(nameof(Frameworks))]
    public async Task The_console_logger_is_there_and_says_nothing_of_requests(string framework)
    {
        await using var running = await RunningWorkload.StartAsync(await PublishedWorkloads.PublishAsync("LargeJson", framework));
        for (var call = 0; call < Calls; call++)
            await running.Client.GetByteArrayAsync("/string", TestContext.Current.CancellationToken);

        var output = running.FirstLine + await running.EndAsync();

        Assert.Contains("Microsoft.Hosting.Lifetime", output, StringComparison.Ordinal);
        Assert.DoesNotContain("Request starting", output, StringComparison.Ordinal);
    }

    private static async Task<(double Large, double All)> AllocatedACallAsync(RunningWorkload running, string path)
    {
        await running.Client.GetByteArrayAsync(path, TestContext.Current.CancellationToken);
        var before = await CountersAsync(running);
        for (var call = 0; call < Calls; call++)
            await running.Client.GetByteArrayAsync(path, TestContext.Current.CancellationToken);
        var after = await CountersAsync(running);
        return ((double)(after.LargeObjectBytes!.Value - before.LargeObjectBytes!.Value) / Calls,
            (double)(after.AllocatedBytes - before.AllocatedBytes) / Calls);
    }

    private static async Task<ProbeCounters> CountersAsync(RunningWorkload running)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, ProbeRoutes.Counters);
        request.Headers.Add(ProbeRoutes.TokenHeader, "token");
        using var response = await running.Client.SendAsync(request, TestContext.Current.CancellationToken);
        return (await response.Content.ReadFromJsonAsync(ContractJson.Default.ProbeCounters, TestContext.Current.CancellationToken))!;
    }
}
