using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace PerfMatrix.Runtimes;

/// <summary>A NuGet v3 feed. Protocol: learn.microsoft.com/nuget/api, resource <c>PackageBaseAddress/3.0.0</c>.</summary>
/// <param name="serviceIndex">Address of the service index.</param>
/// <param name="http">Client; its timeout bounds how long an unreachable feed is waited for.</param>
public sealed class HttpFeed(Uri serviceIndex, HttpClient http) : IPackageFeed
{
    private const string FlatContainer = "PackageBaseAddress/3.0.0";

    /// <inheritdoc />
    public string Source => serviceIndex.OriginalString;

    /// <inheritdoc />
    public async Task<PackageVersions> VersionsAsync(string package, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(package);
        var container = await FlatContainerAsync(cancellation);
#pragma warning disable CA1308 // The protocol asks for the lower-case id.
        var index = new Uri($"{container.TrimEnd('/')}/{package.ToLowerInvariant()}/index.json");
#pragma warning restore CA1308
        var versions = await GetAsync(index, missing: [], cancellation);
        return new PackageVersions(PatchVersion.ParseAll((versions["versions"] as JsonArray ?? []).Select(version => version?.ToString())));
    }

    private async Task<string> FlatContainerAsync(CancellationToken cancellation)
    {
        var index = await GetAsync(serviceIndex, missing: null, cancellation);
        var resource = (index["resources"] as JsonArray)?.OfType<JsonObject>().FirstOrDefault(resource => $"{resource["@type"]}" == FlatContainer);
        return resource?["@id"]?.ToString() ?? throw new FeedException($"{serviceIndex} is not a NuGet v3 feed: its service index has no {FlatContainer}");
    }

    private async Task<JsonObject> GetAsync(Uri address, JsonObject? missing, CancellationToken cancellation)
    {
        try
        {
            using var response = await http.GetAsync(address, cancellation);
            if (response.StatusCode == HttpStatusCode.NotFound && missing is not null)
                return missing;
            if (!response.IsSuccessStatusCode)
                throw new FeedException($"{address} answered {(int)response.StatusCode} {response.ReasonPhrase}");
            return await JsonNode.ParseAsync(await response.Content.ReadAsStreamAsync(cancellation), cancellationToken: cancellation) as JsonObject ?? [];
        }
        catch (Exception e) when (e is HttpRequestException or JsonException or IOException or TaskCanceledException && !cancellation.IsCancellationRequested)
        {
            throw new FeedException($"{address} could not be read: {e.Message}", e);
        }
    }
}
