using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using PerfMatrix.Results;

namespace PerfMatrix.Runtimes;

/// <summary>Keeps a feed's answers in files: a second run needs no network, and an unreachable feed is answered from what it said last.</summary>
/// <param name="feed">The feed.</param>
/// <param name="folder">Folder of the cache.</param>
/// <param name="freshness">How long an answer is taken without asking again; zero always asks.</param>
/// <param name="time">Clock.</param>
public sealed class CachedFeed(IPackageFeed feed, string folder, TimeSpan freshness, TimeProvider time) : IPackageFeed
{
    /// <inheritdoc />
    public string Source => feed.Source;

    /// <inheritdoc />
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
        public PackageVersions ToAnswer() => new(PatchVersion.ParseAll(Versions));
    }
}
