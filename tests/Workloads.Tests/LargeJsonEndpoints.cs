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
    public async Task A_serialized_answer_allocates_large_objects(string framework)
    {
        await using var running = await StartWithCountersAsync(framework);

        // Less than the value: the serializer's buffers come from a pool, which keeps some of them.
        Assert.InRange((await AllocatedACallAsync(running, "/escaped-string", atOnce: 1)).Large, 200_000, 30e6);
    }

    /// <summary>As many as the experiment has connections: one after the other, each would find in the shared pool what the one before had
    /// rented.</summary>
    [Theory, MemberData(nameof(Frameworks))]
    public async Task Fifty_streamed_answers_at_once_need_neither_large_objects_nor_rented_arrays(string framework)
    {
        await using var running = await StartWithCountersAsync(framework);
        foreach (var path in new[] { "/string-streamed", "/escaped-string-streamed", "/binary-streamed" })
        {
            var (large, all) = await AllocatedACallAsync(running, path, atOnce: 50);

            Assert.InRange(large, 0, 50_000);
            // Arrays of 8 KiB for parts that do not fit into a block are no large objects. With them it was 350 kB to 4 MB; flushes that wait
            // allocate as well.
            Assert.True(all < 250_000, $"{path} allocates {all} bytes a call");
        }
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

    private static async Task<RunningWorkload> StartWithCountersAsync(string framework) => await RunningWorkload.StartAsync(
        await PublishedWorkloads.PublishAsync("LargeJson", framework), (ProbeRoutes.TokenVariable, "token"),
            (ProbeRoutes.LargeObjectsVariable, "1"));

    /// <summary>Bytes for each call, behind as many calls as are sent at once: they open the connections.</summary>
    private static async Task<(double Large, double All)> AllocatedACallAsync(RunningWorkload running, string path, int atOnce)
    {
        var waves = Math.Max(4, Calls / atOnce);
        await CallAsync();
        var before = await CountersAsync(running);
        for (var wave = 0; wave < waves; wave++) await CallAsync();
        var after = await CountersAsync(running);
        double calls = waves * atOnce;
        return ((after.LargeObjectBytes!.Value - before.LargeObjectBytes!.Value) / calls, (after.AllocatedBytes - before.AllocatedBytes) / calls);

        Task CallAsync() => Task.WhenAll(Enumerable.Range(0, atOnce).Select(_ => ReadAsync(running, path)));
    }

    private static async Task ReadAsync(RunningWorkload running, string path)
    {
        using var response = await running.Client.GetAsync(path, HttpCompletionOption.ResponseHeadersRead, TestContext.Current.CancellationToken);
        response.EnsureSuccessStatusCode();
        await response.Content.CopyToAsync(Stream.Null, TestContext.Current.CancellationToken);
    }

    private static async Task<ProbeCounters> CountersAsync(RunningWorkload running)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, ProbeRoutes.Counters);
        request.Headers.Add(ProbeRoutes.TokenHeader, "token");
        using var response = await running.Client.SendAsync(request, TestContext.Current.CancellationToken);
        return (await response.Content.ReadFromJsonAsync(ContractJson.Default.ProbeCounters, TestContext.Current.CancellationToken))!;
    }
}
