using System.Collections.Concurrent;
using System.Net.Http.Json;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json.Serialization.Metadata;

namespace PerfMatrix.Load.Conductor;

/// <summary>A launcher refused, or does not answer.</summary>
internal sealed class LauncherException(RoundFailure failure) : Exception(failure.Reason)
{
    public RoundFailure Failure { get; } = failure;
}

/// <summary>How long an answer may take: a program that hangs costs one variant its round, not the block its rounds.</summary>
internal static class Patience
{
    /// <summary>For answers that are a reading of what is there.</summary>
    public static readonly TimeSpan Usual = TimeSpan.FromMinutes(2);

    /// <exception cref="TimeoutException">It took longer.</exception>
    public static async Task<T> WithinAsync<T>(TimeSpan limit, Func<CancellationToken, Task<T>> step, CancellationToken cancellation)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        patience.CancelAfter(limit);
        try
        {
            return await step(patience.Token);
        }
        catch (OperationCanceledException exception) when (!cancellation.IsCancellationRequested)
        {
            throw new TimeoutException($"there was no answer within {limit.TotalSeconds:0.###} s", exception);
        }
    }

    /// <summary>Whether it is what an answer can be wrong in: none, none in time, cut, or not the JSON that was asked for.</summary>
    public static bool IsOfAnswer(Exception exception) =>
        exception is HttpRequestException or TimeoutException or JsonException or IOException or InvalidOperationException or NotSupportedException;
}

/// <summary>Speaks <see cref="LauncherApi"/> to the launcher of one variant.</summary>
/// <param name="startTimeout">How long the launcher waits for its application.</param>
internal sealed class LauncherClient(HttpClient http, Uri launcher, string token, TimeSpan startTimeout)
{
    public async Task<StartAnswer> StartAsync(CancellationToken cancellation)
    {
        // Behind a port that was taken the launcher starts again, and before it stops what still ran.
        var answer = await SendAsync(
            HttpMethod.Post, LauncherApi.Start, ContractJson.Default.StartAnswer, cancellation, startTimeout + Patience.Usual);
        return answer with { Application = FromHere(answer.Application) };
    }

    /// <exception cref="LauncherException">It has died.</exception>
    public Task<ProcessReading> ReadAsync(CancellationToken cancellation) =>
        SendAsync(HttpMethod.Get, LauncherApi.Reading, ContractJson.Default.ProcessReading, cancellation);

    public Task<StopAnswer> StopAsync(CancellationToken cancellation) =>
        SendAsync(HttpMethod.Post, LauncherApi.Stop, ContractJson.Default.StopAnswer, cancellation);

    // An application that listens on every address of its machine is reached where its launcher is.
    private Uri FromHere(Uri application) =>
        IPAddress.TryParse(application.Host.Trim('[', ']'), out var host) && (host.Equals(IPAddress.Any) || host.Equals(IPAddress.IPv6Any))
            ? new UriBuilder(application) { Host = launcher.Host }.Uri
            : application;

    private Task<T> SendAsync<T>(HttpMethod method, string path, JsonTypeInfo<T> type, CancellationToken cancellation, TimeSpan? limit = null)
    {
        return Errors.OrAsync(() => Patience.WithinAsync(limit ?? Patience.Usual, AskAsync, cancellation), Patience.IsOfAnswer, exception =>
            throw new LauncherException(new RoundFailure { Reason = $"The launcher at {launcher} does not answer {path}: {exception.Message}" }));

        async Task<T> AskAsync(CancellationToken within)
        {
            using var request = new HttpRequestMessage(method, new Uri(launcher, path));
            request.Headers.Add(ProbeRoutes.TokenHeader, token);
            using var response = await http.SendAsync(request, within);
            if (response.StatusCode == HttpStatusCode.BadGateway) throw await RefusalAsync(response, within);
            response.EnsureSuccessStatusCode();
            return await response.Content.ReadFromJsonAsync(type, within) ?? throw new JsonException("it holds null");
        }
    }

    private static async Task<LauncherException> RefusalAsync(HttpResponseMessage response, CancellationToken cancellation)
    {
        var failure = (await response.Content.ReadFromJsonAsync(ContractJson.Default.LaunchFailure, cancellation))!;
        return new LauncherException(new RoundFailure
        {
            Reason = failure.Message,
            LastLines = failure.LastLines,
            EndsBlock = failure.Kind == LaunchFailureKind.Refused,
        });
    }
}

/// <summary>Reads the probe of an application. A workload without the probe answers 404, and measures with fewer metrics. All that can be wrong with
/// an answer is an <see cref="HttpRequestException"/>: the application is foreign, and its answers are what it likes.</summary>
internal sealed class ProbeClient(HttpClient http, Uri application, string token)
{
    /// <summary>What the process reports of its runtime and GC; null without a probe.</summary>
    public Task<ProbeProof?> ProofAsync(CancellationToken cancellation) => GetAsync(ProbeRoutes.Proof, ContractJson.Default.ProbeProof, cancellation);

    public Task<ProbeCounters?> CountersAsync(CancellationToken cancellation) =>
        GetAsync(ProbeRoutes.Counters, ContractJson.Default.ProbeCounters, cancellation);

    /// <summary>A moment of the process and its collections since the last one; switches their recording on. Null without a probe.</summary>
    public Task<ProbeTimeline?> TimelineAsync(CancellationToken cancellation) =>
        GetAsync(ProbeRoutes.Timeline, ContractJson.Default.ProbeTimeline, cancellation);

    private Task<T?> GetAsync<T>(string path, JsonTypeInfo<T> type, CancellationToken cancellation)
        where T : class
    {
        return Errors.OrAsync(() => Patience.WithinAsync(Patience.Usual, AskAsync, cancellation),
            exception => exception is not HttpRequestException && Patience.IsOfAnswer(exception),
            exception => throw new HttpRequestException($"the answer to {path} cannot be read: {exception.Message}", exception));

        async Task<T?> AskAsync(CancellationToken within)
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(application, path));
            request.Headers.Add(ProbeRoutes.TokenHeader, token);
            using var response = await http.SendAsync(request, within);
            return response.IsSuccessStatusCode && response.Content.Headers.ContentType?.MediaType == "application/json"
                ? await response.Content.ReadFromJsonAsync(type, within) : null;
        }
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
