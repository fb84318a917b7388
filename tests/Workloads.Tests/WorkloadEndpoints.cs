using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Runtimes;

namespace Workloads.Tests;

/// <summary>Every workload answers its endpoints to the letter, as a published application on each runtime.</summary>
public sealed class WorkloadEndpoints
{
    private static readonly Dictionary<string, string> s_hello = new() { ["MinimalApi"] = "/hello", ["ControllersApi"] = "/classic/hello" };

    public static TheoryData<string, string> Workloads =>
        [.. from workload in s_hello.Keys from framework in PublishedWorkloads.Frameworks select (workload, framework)];

    [Theory, MemberData(nameof(Workloads))]
    public async Task Every_endpoint_answers_exactly(string workload, string framework)
    {
        await using var running = await RunningWorkload.StartAsync(await PublishedWorkloads.PublishAsync(workload, framework));

        Assert.Equal("Application started", running.FirstLine);
        Assert.Equal("""{"name":"Rick","message":"Hello World"}""", await GetAsync(running, s_hello[workload]));
        Assert.Equal("""{"name":"Ada","message":"Hello, Grace"}""",
            await PostAsync(running, s_hello[workload], """{"name":"Ada","message":"Hello, Grace"}"""));
        Assert.Matches("""^\["\d\d:\d\d:\d\d","value2"\]$""", await GetAsync(running, "/api/values"));
        Assert.Equal("""{"numberOfCalls":1}""", await GetAsync(running, "/api/call"));
        Assert.Equal("""{"numberOfCalls":2}""", await GetAsync(running, "/api/call"));
    }

    [Theory, MemberData(nameof(Workloads))]
    public async Task Every_thousandth_call_allocates_a_large_array(string workload, string framework)
    {
        const long largeArray = 30_000 * sizeof(int);
        await using var running = await RunningWorkload.StartAsync(
            await PublishedWorkloads.PublishAsync(workload, framework), (ProbeRoutes.TokenVariable, "token"));
        for (var call = 1; call < 999; call++)
            await GetAsync(running, "/api/call");

        Assert.InRange(await AllocatedByOneCallAsync(running), 1, largeArray - 1);
        Assert.InRange(await AllocatedByOneCallAsync(running), largeArray, 2 * largeArray - 1);
        Assert.InRange(await AllocatedByOneCallAsync(running), 1, largeArray - 1);
    }

    [Theory, MemberData(nameof(Workloads))]
    public async Task What_is_not_asked_right_is_refused(string workload, string framework)
    {
        await using var running = await RunningWorkload.StartAsync(await PublishedWorkloads.PublishAsync(workload, framework));

        Assert.Equal(HttpStatusCode.NotFound, (await running.Client.GetAsync("/nothing", TestContext.Current.CancellationToken)).StatusCode);
        Assert.Equal(HttpStatusCode.BadRequest,
            (await running.Client.PostAsync(s_hello[workload], Json("{ half"), TestContext.Current.CancellationToken)).StatusCode);
    }

    [Theory, MemberData(nameof(Workloads))]
    public async Task Without_a_token_there_is_no_probe(string workload, string framework)
    {
        await using var running = await RunningWorkload.StartAsync(await PublishedWorkloads.PublishAsync(workload, framework));
        using var request = new HttpRequestMessage(HttpMethod.Get, ProbeRoutes.Proof);
        request.Headers.Add(ProbeRoutes.TokenHeader, "guess");

        Assert.Equal(HttpStatusCode.NotFound, (await running.Client.SendAsync(request, TestContext.Current.CancellationToken)).StatusCode);
    }

    private static async Task<long> AllocatedByOneCallAsync(RunningWorkload running)
    {
        var before = await AllocatedAsync(running);
        await GetAsync(running, "/api/call");
        return await AllocatedAsync(running) - before;
    }

    private static async Task<long> AllocatedAsync(RunningWorkload running)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, ProbeRoutes.Counters);
        request.Headers.Add(ProbeRoutes.TokenHeader, "token");
        using var response = await running.Client.SendAsync(request, TestContext.Current.CancellationToken);
        return (await response.Content.ReadFromJsonAsync(ContractJson.Default.ProbeCounters, TestContext.Current.CancellationToken))!.AllocatedBytes;
    }

    private static async Task<string> GetAsync(RunningWorkload running, string path) =>
        await TextAsync(await running.Client.GetAsync(path, TestContext.Current.CancellationToken));

    private static async Task<string> PostAsync(RunningWorkload running, string path, string body) =>
        await TextAsync(await running.Client.PostAsync(path, Json(body), TestContext.Current.CancellationToken));

    private static async Task<string> TextAsync(HttpResponseMessage response)
    {
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(new MediaTypeHeaderValue("application/json", "utf-8"), response.Content.Headers.ContentType);
        return await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
    }

    private static StringContent Json(string body) => new(body, Encoding.UTF8, "application/json");
}
