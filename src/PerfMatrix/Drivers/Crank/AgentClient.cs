using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace PerfMatrix.Drivers.Crank;

/// <summary>What an agent says of itself.</summary>
/// <param name="Os">Operating system.</param>
/// <param name="Arch">Architecture of the agent's process.</param>
/// <param name="Proc">Processors it sees.</param>
/// <param name="Version">Version with commit, e.g. <c>0.2.0-alpha.26316.1+e5f71f4…</c>.</param>
public sealed record AgentInfo(string Os, string Arch, int Proc, string Version)
{
    /// <summary>How far its clock is ahead of ours, to about a second; null when it does not tell.</summary>
    [JsonIgnore]
    public TimeSpan? ClockAhead { get; init; }
}

/// <summary>Speaks the few parts of an agent's HTTP interface that the controller leaves to us: is it there, and end what was left behind.</summary>
/// <param name="agent">Its endpoint.</param>
public sealed class AgentClient(Uri agent)
{
    private static readonly HttpClient s_http = new(new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false, ConnectTimeout = TimeSpan.FromSeconds(5) }) { Timeout = TimeSpan.FromSeconds(10) };

    /// <summary>Asks the agent who it is; null when nothing answers there.</summary>
    /// <exception cref="DriverException">Something answers, but it is no agent.</exception>
    public async Task<AgentInfo?> TryInfoAsync(CancellationToken cancellation)
    {
        try
        {
            using var response = await s_http.GetAsync(new Uri(agent, "/info"), cancellation);
            var info = response.IsSuccessStatusCode ? await response.Content.ReadFromJsonAsync<AgentInfo>(cancellation) : null;
            return info is { Os: not null, Arch: not null, Proc: > 0 } ? info with { Version = info.Version ?? "unknown", ClockAhead = response.Headers.Date - DateTimeOffset.UtcNow } : throw NotAnAgent($"status {(int)response.StatusCode}");
        }
        catch (Exception exception) when (exception is JsonException or NotSupportedException or InvalidOperationException)
        {
            throw NotAnAgent("something that is not an agent's JSON", exception);
        }
        catch (HttpRequestException exception) when (exception.HttpRequestError is HttpRequestError.InvalidResponse or HttpRequestError.HttpProtocolError)
        {
            throw NotAnAgent("something that is not HTTP", exception);
        }
        catch (Exception exception) when (exception is HttpRequestException || (exception is TaskCanceledException && !cancellation.IsCancellationRequested))
        {
            return null;
        }
    }

    /// <summary>Stops and deletes a job; one that is gone already is fine, and so is an agent that is.</summary>
    /// <param name="job">Address of the job, as the controller prints it.</param>
    public static async Task EndAsync(Uri job)
    {
        try
        {
            using var stop = await s_http.PostAsync(new Uri(job + "/stop"), content: null, CancellationToken.None);
            using var delete = await s_http.DeleteAsync(job, CancellationToken.None);
        }
        catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException)
        {
            // Whoever needs the agent next finds out.
        }
    }

    /// <summary>Whether the agent has finished with a job.</summary>
    public static async Task<bool> HasEndedAsync(Uri job)
    {
        try
        {
            var state = await s_http.GetStringAsync(new Uri(job + "/state"), CancellationToken.None);
            return state is "Deleted" or "Failed" or "Stopped";
        }
        catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException)
        {
            return true;
        }
    }

    private DriverException NotAnAgent(string found, Exception? inner = null) =>
        new($"{agent} is not a crank agent: {new Uri(agent, "/info")} answered with {found}. Check the endpoint in crank/profiles.yml, and that nothing else holds the port.", inner);
}
