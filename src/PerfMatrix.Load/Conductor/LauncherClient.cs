using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using PerfMatrix.Contract;

namespace PerfMatrix.Load.Conductor;

/// <summary>A launcher refused, or does not answer.</summary>
internal sealed class LauncherException(RoundFailure failure) : Exception(failure.Reason)
{
    /// <summary>What to write down.</summary>
    public RoundFailure Failure { get; } = failure;
}

/// <summary>Speaks <see cref="LauncherApi"/> to the launcher of one variant.</summary>
internal sealed class LauncherClient(HttpClient http, Uri launcher, string token)
{
    /// <summary>Starts the application fresh.</summary>
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

    /// <summary>Stops the application.</summary>
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
            if (response.StatusCode == HttpStatusCode.BadGateway)
                throw await RefusalAsync(response, cancellation);
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
