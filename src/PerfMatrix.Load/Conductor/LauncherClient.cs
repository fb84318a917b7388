using System.Collections.Concurrent;
using System.Net;
using System.Net.Http.Json;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json.Serialization.Metadata;

namespace PerfMatrix.Load.Conductor;

/// <summary>A launcher refused, or does not answer.</summary>
internal sealed class LauncherException(RoundFailure failure) : Exception(failure.Reason)
{
    public RoundFailure Failure { get; } = failure;
}

/// <summary>Speaks <see cref="LauncherApi"/> to the launcher of one variant.</summary>
internal sealed class LauncherClient(HttpClient http, Uri launcher, string token)
{
    /// <exception cref="LauncherException">It could not be started.</exception>
    public async Task<StartAnswer> StartAsync(CancellationToken cancellation)
    {
        var answer = await SendAsync(HttpMethod.Post, LauncherApi.Start, ContractJson.Default.StartAnswer, cancellation);
        return answer with { Application = FromHere(answer.Application) };
    }

    /// <summary>Reads the operating system's counters of the application.</summary>
    /// <exception cref="LauncherException">It has died.</exception>
    public Task<ProcessReading> ReadAsync(CancellationToken cancellation) =>
        SendAsync(HttpMethod.Get, LauncherApi.Reading, ContractJson.Default.ProcessReading, cancellation);

    /// <exception cref="LauncherException">It had died before.</exception>
    public Task<StopAnswer> StopAsync(CancellationToken cancellation) =>
        SendAsync(HttpMethod.Post, LauncherApi.Stop, ContractJson.Default.StopAnswer, cancellation);

    // An application that listens on every address of its machine is reached where its launcher is.
    private Uri FromHere(Uri application) =>
        IPAddress.TryParse(application.Host.Trim('[', ']'), out var host) && (host.Equals(IPAddress.Any) || host.Equals(IPAddress.IPv6Any))
            ? new UriBuilder(application) { Host = launcher.Host }.Uri
            : application;

    private async Task<T> SendAsync<T>(HttpMethod method, string path, JsonTypeInfo<T> type, CancellationToken cancellation)
    {
        try
        {
            using var request = new HttpRequestMessage(method, new Uri(launcher, path));
            request.Headers.Add(ProbeRoutes.TokenHeader, token);
            using var response = await http.SendAsync(request, cancellation);
            if (response.StatusCode == HttpStatusCode.BadGateway) throw await RefusalAsync(response, cancellation);
            response.EnsureSuccessStatusCode();
            return (await response.Content.ReadFromJsonAsync(type, cancellation))!;
        }
        catch (Exception exception) when (exception is HttpRequestException or JsonException)
        {
            throw new LauncherException(new RoundFailure { Reason = $"The launcher at {launcher} does not answer {path}: {exception.Message}" });
        }
    }

    private static async Task<LauncherException> RefusalAsync(HttpResponseMessage response, CancellationToken cancellation)
    {
        var failure = (await response.Content.ReadFromJsonAsync(ContractJson.Default.LaunchFailure, cancellation))!;
        return new LauncherException(new RoundFailure { Reason = failure.Message, LastLines = failure.LastLines });
    }
}

/// <summary>Reads the probe of an application. A workload without the probe answers 404, and measures with fewer metrics.</summary>
internal sealed class ProbeClient(HttpClient http, Uri application, string token)
{
    /// <summary>What the process reports of its runtime and GC; null without a probe.</summary>
    public Task<ProbeProof?> ProofAsync(CancellationToken cancellation) => GetAsync(ProbeRoutes.Proof, ContractJson.Default.ProbeProof, cancellation);

    /// <summary>The process's counters; null without a probe.</summary>
    public Task<ProbeCounters?> CountersAsync(CancellationToken cancellation) =>
        GetAsync(ProbeRoutes.Counters, ContractJson.Default.ProbeCounters, cancellation);

    /// <summary>A moment of the process and its collections since the last one; switches their recording on. Null without a probe.</summary>
    public Task<ProbeTimeline?> TimelineAsync(CancellationToken cancellation) =>
        GetAsync(ProbeRoutes.Timeline, ContractJson.Default.ProbeTimeline, cancellation);

    /// <summary>Switches the recording off, and answers what it still held.</summary>
    public Task<ProbeTimeline?> EndTimelineAsync(CancellationToken cancellation) =>
        GetAsync(ProbeRoutes.TimelineEnd, ContractJson.Default.ProbeTimeline, cancellation);

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

/// <summary>The certificates of the applications of a block, as their launchers told; no other is trusted, whoever signed it.</summary>
internal sealed class AcceptedCertificates
{
    private readonly ConcurrentDictionary<string, bool> _hashes = new();

    /// <param name="hash">Its <see cref="CertificateHash"/>; null for an application without TLS.</param>
    public void Accept(string? hash)
    {
        if (hash is not null) _hashes[hash] = true;
    }

    /// <summary>Whether a server that presents it is one of the applications.</summary>
    public bool Has(X509Certificate? certificate) => certificate is not null && _hashes.ContainsKey(CertificateHash.Of(certificate));
}
