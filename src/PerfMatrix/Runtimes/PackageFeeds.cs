using System.Net;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using NuGet.Versioning;

namespace PerfMatrix.Runtimes;

internal interface IPackageFeed
{
    string Source { get; }

    /// <summary>The versions of a package it has; none when it does not know the package.</summary>
    /// <exception cref="FeedException">The feed cannot be read.</exception>
    Task<PackageVersions> VersionsAsync(string package, CancellationToken cancellation);
}

/// <summary>What a feed says of a package.</summary>
/// <param name="Warning">Why the answer may be out of date; null when it is not.</param>
internal sealed record PackageVersions(IReadOnlyList<SemanticVersion> Versions, string? Warning = null)
{
    /// <summary>Reads what can be read and leaves out the rest, e.g. versions of four numbers, which no runtime has.</summary>
    public static PackageVersions Of(IEnumerable<string?> texts) =>
        new([.. texts.OfType<string>().Select(text => SemanticVersion.TryParse(text, out var version) ? version : null).OfType<SemanticVersion>()]);
}

/// <summary>A feed could not be read. The message is the feed's own answer: a status, or what the network said.</summary>
internal sealed class FeedException(string message, Exception? inner = null) : Exception(message, inner);

/// <summary>A folder of packages: flat (<c>Id.Version.nupkg</c>) or one folder a version (<c>id/version</c>), as a local source or the global
/// packages folder is.</summary>
internal sealed class FolderFeed(string folder) : IPackageFeed
{
    public string Source => folder;

    public Task<PackageVersions> VersionsAsync(string package, CancellationToken cancellation)
    {
        if (!Directory.Exists(folder)) throw new FeedException($"the folder {folder} does not exist");
        try
        {
            return Task.FromResult(PackageVersions.Of(Flat(package).Concat(Hierarchical(package))));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new FeedException($"the folder {folder} could not be read: {e.Message}", e);
        }
    }

    private IEnumerable<string> Flat(string package) =>
        Directory.EnumerateFiles(folder, $"{package}.*.nupkg", new EnumerationOptions { MatchCasing = MatchCasing.CaseInsensitive })
            .Select(file => Path.GetFileNameWithoutExtension(file)[(package.Length + 1)..]);

    private IEnumerable<string> Hierarchical(string package) =>
        Directory.EnumerateDirectories(folder, package, new EnumerationOptions { MatchCasing = MatchCasing.CaseInsensitive })
            .SelectMany(Directory.EnumerateDirectories)
            .Where(IsComplete)
            .Select(version => Path.GetFileName(version));

    /// <summary>NuGet writes <c>.nupkg.metadata</c> last when it unpacks; a feed folder holds the package itself.</summary>
    private static bool IsComplete(string version) =>
        File.Exists(Path.Combine(version, ".nupkg.metadata")) || Directory.EnumerateFiles(version, "*.nupkg").Any();
}

/// <summary>A NuGet v3 feed. Protocol: learn.microsoft.com/nuget/api, resource <c>PackageBaseAddress/3.0.0</c>.</summary>
/// <param name="http">Client; its timeout bounds how long an unreachable feed is waited for.</param>
internal sealed class HttpFeed(Uri serviceIndex, HttpClient http) : IPackageFeed
{
    private const string FlatContainer = "PackageBaseAddress/3.0.0";

    public string Source => serviceIndex.OriginalString;

    public async Task<PackageVersions> VersionsAsync(string package, CancellationToken cancellation)
    {
        var container = await FlatContainerAsync(cancellation);
#pragma warning disable CA1308 // The protocol asks for the lower-case id.
        var index = new Uri($"{container.TrimEnd('/')}/{package.ToLowerInvariant()}/index.json");
#pragma warning restore CA1308
        var versions = await GetAsync(index, missing: [], cancellation);
        return PackageVersions.Of((versions["versions"] as JsonArray ?? []).Select(version => version?.ToString()));
    }

    private async Task<string> FlatContainerAsync(CancellationToken cancellation)
    {
        var index = await GetAsync(serviceIndex, missing: null, cancellation);
        var resource = (index["resources"] as JsonArray)?.OfType<JsonObject>().FirstOrDefault(resource => $"{resource["@type"]}" == FlatContainer);
        return resource?["@id"]?.ToString()
            ?? throw new FeedException($"{serviceIndex} is not a NuGet v3 feed: its service index has no {FlatContainer}");
    }

    private async Task<JsonObject> GetAsync(Uri address, JsonObject? missing, CancellationToken cancellation)
    {
        try
        {
            using var response = await http.GetAsync(address, cancellation);
            if (response.StatusCode == HttpStatusCode.NotFound && missing is not null) return missing;
            if (!response.IsSuccessStatusCode)
                throw new FeedException($"{address} answered {(int)response.StatusCode} {response.ReasonPhrase}");
            return await JsonNode.ParseAsync(await response.Content.ReadAsStreamAsync(cancellation), cancellationToken: cancellation) as JsonObject
                ?? [];
        }
        catch (Exception e) when (e is HttpRequestException or JsonException or IOException or TaskCanceledException
            && !cancellation.IsCancellationRequested)
        {
            throw new FeedException($"{address} could not be read: {e.Message}", e);
        }
    }
}

/// <summary>Keeps a feed's answers in files: a second run needs no network, and an unreachable feed is answered from what it said last.</summary>
/// <param name="freshness">How long an answer is taken without asking again; zero always asks.</param>
internal sealed class CachedFeed(IPackageFeed feed, string folder, TimeSpan freshness, TimeProvider time) : IPackageFeed
{
    public string Source => feed.Source;

    public async Task<PackageVersions> VersionsAsync(string package, CancellationToken cancellation)
    {
        var kept = Read(package);
        return kept is not null && IsFresh(kept) ? kept.ToAnswer() : await AskAsync(package, kept, cancellation);
    }

    private async Task<PackageVersions> AskAsync(string package, Entry? kept, CancellationToken cancellation)
    {
        try
        {
            var answer = await feed.VersionsAsync(package, cancellation);
            Write(package, answer);
            return answer;
        }
        catch (FeedException e) when (kept is not null)
        {
            return kept.ToAnswer() with { Warning = $"{e.Message}; what {Source} said at {kept.ReadAt:yyyy-MM-dd HH:mm} UTC is used" };
        }
    }

    private bool IsFresh(Entry entry) => time.GetUtcNow() - entry.ReadAt is var age && age >= TimeSpan.Zero && age < freshness;

    private Entry? Read(string package)
    {
        try
        {
            return JsonSerializer.Deserialize<Entry>(File.ReadAllBytes(FileOf(package)));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    private void Write(string package, PackageVersions answer)
    {
        Directory.CreateDirectory(folder);
        var entry = new Entry(Source, package, time.GetUtcNow(), answer.Versions.Select(version => version.ToString()).ToList());
        AtomicFile.Replace(FileOf(package), JsonSerializer.SerializeToUtf8Bytes(entry));
    }

    private string FileOf(string package) =>
        Path.Combine(folder, $"{package}-{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Source)))[..12]}.json");

    private sealed record Entry(string Source, string Package, DateTimeOffset ReadAt, IReadOnlyList<string> Versions)
    {
        public PackageVersions ToAnswer() => PackageVersions.Of(Versions);
    }
}

/// <summary>Reads the list of NuGet sources.</summary>
internal static class PackageSources
{
    /// <summary>The enabled sources in the output of <c>dotnet nuget list source --format Short</c>. A line is a word of flags, where <c>E</c> is
    /// enabled and <c>D</c> disabled, a space, and the address or folder.</summary>
    public static IReadOnlyList<string> Parse(IEnumerable<string> lines) =>
        lines.Select(line => line.Trim().Split(' ', 2))
            .Where(parts => parts.Length == 2 && parts[0].StartsWith('E'))
            .Select(parts => parts[1].Trim())
            .ToList();

    /// <summary>The feed behind a source.</summary>
    public static IPackageFeed Open(string source, HttpClient http) =>
        Uri.TryCreate(source, UriKind.Absolute, out var address) && !address.IsFile ? new HttpFeed(address, http)
        : new FolderFeed(address?.LocalPath ?? source);
}
