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

internal sealed record PackageVersions(IReadOnlyList<SemanticVersion> Versions)
{
    /// <summary>Reads what can be read and leaves out the rest, e.g. versions of four numbers, which no runtime has.</summary>
    public static PackageVersions Of(IEnumerable<string?> texts) =>
        new([.. texts.OfType<string>().Select(text => SemanticVersion.TryParse(text, out var version) ? version : null).OfType<SemanticVersion>()]);
}

/// <summary>A feed could not be read. The message is the feed's own answer: a status, or what the network said.</summary>
internal sealed class FeedException(string message, Exception? inner = null) : Exception(message, inner);

/// <summary>A source of NuGet, whatever its kind, asked with the credentials that the user's configuration has for it.</summary>
/// <param name="isFresh">Whether it is asked every time; else NuGet's own cache answers for half an hour, as it does for a restore.</param>
internal sealed class NuGetFeed(SourceRepository repository, bool isFresh) : IPackageFeed
{
    public string Source => repository.PackageSource.Source;

    /// <summary>The enabled sources of the configuration that applies in a folder.</summary>
    public static IReadOnlyList<NuGetFeed> Of(string folder, bool isFresh) => Configured(folder, IReadOnlyList<NuGetFeed> (settings) =>
        [.. PackageSourceProvider.LoadPackageSources(settings).Where(source => source.IsEnabled).Select(source => Of(source, isFresh))]);

    /// <summary>What the configuration says that applies in a folder.</summary>
    public static T Configured<T>(string folder, Func<ISettings, T> read) => Errors.Or(
        () => read(Settings.LoadDefaultSettings(folder)),
        (NuGetConfigurationException problem) => throw new UsageException(problem.Message, problem));

    public static NuGetFeed Of(PackageSource source, bool isFresh = true) => new(Repository.Factory.GetCoreV3(source), isFresh);

    public Task<PackageVersions> VersionsAsync(string package, CancellationToken cancellation) => Errors.OrAsync(async () =>
    {
        using var cache = new SourceCacheContext { NoCache = isFresh };
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
