using System.Net.Http.Json;
using System.Text.Json.Serialization.Metadata;
using PerfMatrix.Contract;

namespace PerfMatrix.Load.Conductor;

/// <summary>Reads the probe of an application. A workload without the probe answers 404, and measures with fewer metrics.</summary>
internal sealed class ProbeClient(HttpClient http, Uri application, string token)
{
    /// <summary>What the process reports of its runtime and GC; null without a probe.</summary>
    public Task<ProbeProof?> ProofAsync(CancellationToken cancellation) => GetAsync(ProbeRoutes.Proof, ContractJson.Default.ProbeProof, cancellation);

    /// <summary>The process's counters; null without a probe.</summary>
    public Task<ProbeCounters?> CountersAsync(CancellationToken cancellation) => GetAsync(ProbeRoutes.Counters, ContractJson.Default.ProbeCounters, cancellation);

    /// <summary>A moment of the process and its collections since the last one; switches their recording on. Null without a probe.</summary>
    public Task<ProbeTimeline?> TimelineAsync(CancellationToken cancellation) => GetAsync(ProbeRoutes.Timeline, ContractJson.Default.ProbeTimeline, cancellation);

    /// <summary>Switches the recording off, and answers what it still held.</summary>
    public Task<ProbeTimeline?> EndTimelineAsync(CancellationToken cancellation) => GetAsync(ProbeRoutes.TimelineEnd, ContractJson.Default.ProbeTimeline, cancellation);

    private async Task<T?> GetAsync<T>(string path, JsonTypeInfo<T> type, CancellationToken cancellation)
        where T : class
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(application, path));
        request.Headers.Add(ProbeRoutes.TokenHeader, token);
        using var response = await http.SendAsync(request, cancellation);
        if (!response.IsSuccessStatusCode || response.Content.Headers.ContentType?.MediaType != "application/json")
            return null;
        return await response.Content.ReadFromJsonAsync(type, cancellation);
    }
}
