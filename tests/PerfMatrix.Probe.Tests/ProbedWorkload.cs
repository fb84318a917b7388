using System.Net;
using System.Net.Http.Json;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Runtimes;

namespace PerfMatrix.Probe.Tests;

/// <summary>The minimal API, running with a token, and its probe as the launcher and the load job see it: through the documents of the
/// protocol.</summary>
internal sealed class ProbedWorkload : IAsyncDisposable
{
    private const string Token = "token of the block";
    private readonly RunningWorkload _running;

    private ProbedWorkload(RunningWorkload running) => _running = running;

    public HttpClient Client => _running.Client;

    public int ProcessId => _running.ProcessId;

    public static async Task<ProbedWorkload> StartAsync(string framework, params (string Name, string Value)[] environment) =>
        new(await RunningWorkload.StartAsync(
            await PublishedWorkloads.PublishAsync("MinimalApi", framework), [(ProbeRoutes.TokenVariable, Token), .. environment]));

    public async Task<ProbeProof> ProofAsync()
    {
        using var response = await AskAsync(ProbeRoutes.Proof, Token);
        return (await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync(
            ContractJson.Default.ProbeProof, TestContext.Current.CancellationToken))!;
    }

    public async Task<ProbeCounters> CountersAsync()
    {
        using var response = await AskAsync(ProbeRoutes.Counters, Token);
        return (await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync(
            ContractJson.Default.ProbeCounters, TestContext.Current.CancellationToken))!;
    }

    public async Task<ProbeTimeline> TimelineAsync()
    {
        using var response = await AskAsync(ProbeRoutes.Timeline, Token);
        return (await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync(
            ContractJson.Default.ProbeTimeline, TestContext.Current.CancellationToken))!;
    }

    public async Task<HttpStatusCode> StatusAsync(string path, string? token)
    {
        using var response = await AskAsync(path, token);
        return response.StatusCode;
    }

    /// <summary>Calls an endpoint a number of times, so that counters have something to count.</summary>
    public async Task CallAsync(string path, int times)
    {
        for (var call = 0; call < times; call++)
            await Client.GetByteArrayAsync(path, TestContext.Current.CancellationToken);
    }

    public ValueTask DisposeAsync() => _running.DisposeAsync();

    private async Task<HttpResponseMessage> AskAsync(string path, string? token)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        if (token is not null)
            request.Headers.Add(ProbeRoutes.TokenHeader, token);
        return await Client.SendAsync(request, TestContext.Current.CancellationToken);
    }
}
