using NuGet.Common;
using NuGet.Configuration;
using NuGet.Protocol;
using NuGet.Protocol.Core.Types;
using NuGet.Versioning;
using Repository = NuGet.Protocol.Core.Types.Repository;

namespace PerfMatrix.Runtimes;

internal interface IPackageFeed
{
    string Source { get; }

    /// <summary>The versions of a package it has; none when it does not know the package.</summary>
    /// <exception cref="FeedException">The feed cannot be read.</exception>
    Task<PackageVersions> VersionsAsync(string package, CancellationToken cancellation);
}

/// <param name="Warning">Why the answer may be out of date; null when it is not.</param>
internal sealed record PackageVersions(IReadOnlyList<SemanticVersion> Versions, string? Warning = null)
{
    /// <summary>Reads what can be read and leaves out the rest, e.g. versions of four numbers, which no runtime has.</summary>
    public static PackageVersions Of(IEnumerable<string?> texts) =>
        new([.. texts.OfType<string>().Select(text => SemanticVersion.TryParse(text, out var version) ? version : null).OfType<SemanticVersion>()]);
}

/// <summary>A feed could not be read. The message is the feed's own answer: a status, or what the network said.</summary>
internal sealed class FeedException(string message, Exception? inner = null) : Exception(message, inner);

/// <summary>A source of NuGet, whatever its kind, asked with the credentials that the user's configuration has for it.</summary>
internal sealed class NuGetFeed(SourceRepository repository) : IPackageFeed
{
    public string Source => repository.PackageSource.Source;

    /// <summary>The enabled sources of the configuration that applies in a folder.</summary>
    public static IReadOnlyList<NuGetFeed> Of(string folder) => Configured(folder, IReadOnlyList<NuGetFeed> (settings) =>
        [.. PackageSourceProvider.LoadPackageSources(settings).Where(source => source.IsEnabled).Select(Of)]);

    /// <summary>What the configuration says that applies in a folder.</summary>
    public static T Configured<T>(string folder, Func<ISettings, T> read) => Errors.Or(
        () => read(Settings.LoadDefaultSettings(folder)),
        (NuGetConfigurationException problem) => throw new UsageException(problem.Message, problem));

    public static NuGetFeed Of(PackageSource source) => new(Repository.Factory.GetCoreV3(source));

    public Task<PackageVersions> VersionsAsync(string package, CancellationToken cancellation) => Errors.OrAsync(async () =>
    {
        using var cache = new SourceCacheContext { NoCache = true };
        var packages = await repository.GetResourceAsync<FindPackageByIdResource>(cancellation)
            ?? throw new FatalProtocolException($"{Source} is no feed of packages");
        var versions = await packages.GetAllVersionsAsync(package, cache, NullLogger.Instance, cancellation);
        return PackageVersions.Of(versions.Select(version => version.ToString()));
    }, problem => FileErrors.Is(problem) || problem is FatalProtocolException or InvalidDataException,
        problem => throw new FeedException($"{Source} could not be read: {Innermost(problem)}", problem));

    // NuGet wraps what the network said in sentences of its own.
    private static string Innermost(Exception problem) => problem.InnerException is { } inner ? Innermost(inner) : problem.Message;
}

/// <summary>The feed of daily builds that the user names: an address, or a folder.</summary>
internal static class DailyFeed
{
    public const string Variable = "PERFMATRIX_RUNTIME_FEED";

    public static string? Given => Environment.GetEnvironmentVariable(Variable) is not { Length: > 0 } given ? null
        : given.Contains("://", StringComparison.Ordinal) ? given : Path.GetFullPath(given);

    /// <summary>Arguments of a publish that take a preview from there.</summary>
    public static IReadOnlyList<string> Arguments(string patch) =>
        Given is { } feed && patch.Contains('-', StringComparison.Ordinal) ? [$"-p:RestoreAdditionalProjectSources={feed}"] : [];
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

    private Entry? Read(string package) => FileErrors.JsonOrNull(FileOf(package), file => JsonSerializer.Deserialize<Entry>(file));

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
