using PerfMatrix.Builds;
using PerfMatrix.Matrix;

namespace PerfMatrix.Runtimes;

/// <summary>Resolves values of the runtime axis to exact versions that can be published on this machine.</summary>
/// <param name="feeds">The feeds, usually cached.</param>
/// <param name="freshFeeds">The same feeds, asked whatever the cache has: a patch may have come out since.</param>
/// <param name="installed">The packs that are already on this machine.</param>
/// <param name="rid">Runtime identifier.</param>
/// <param name="sdkVersion">Version of the SDK that publishes.</param>
public sealed class RuntimeCatalogue(
    IReadOnlyList<IPackageFeed> feeds, IReadOnlyList<IPackageFeed> freshFeeds, IPackageFeed installed, string rid, string sdkVersion)
{
    /// <summary>How long an answer of a feed is taken without asking again. Patches come once a month.</summary>
    public static readonly TimeSpan Freshness = TimeSpan.FromHours(6);

    private RuntimeOffer? _offer;
    private RuntimeOffer? _freshOffer;

    /// <summary>Opens the catalogue of the NuGet sources that are configured for a repository.</summary>
    /// <param name="dotnet">The SDK, in the folder of the repository.</param>
    /// <param name="cacheFolder">Folder for the feeds' answers.</param>
    /// <param name="http">Client for the feeds.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellation">Cancels.</param>
    /// <exception cref="UsageException">There is no SDK, or the NuGet configuration cannot be read.</exception>
    public static async Task<RuntimeCatalogue> OpenAsync(Dotnet dotnet, string cacheFolder, HttpClient http, TimeProvider time, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(dotnet);
        var feeds = (await dotnet.PackageSourcesAsync(cancellation)).Select(source => PackageSources.Open(source, http)).ToList();
        return new RuntimeCatalogue(
            feeds.Select(feed => new CachedFeed(feed, cacheFolder, Freshness, time)).ToList(),
            feeds.Select(feed => new CachedFeed(feed, cacheFolder, TimeSpan.Zero, time)).ToList(),
            new FolderFeed(GlobalPackagesFolder()),
            RuntimeIdentifiers.OfThisMachine(),
            await dotnet.SdkVersionAsync(cancellation));
    }

    /// <summary>Resolves <c>net10.0</c> to the newest patch of the feeds, and checks that they have an exact patch.</summary>
    /// <exception cref="UsageException">The value is no runtime, e.g. <c>net10.0@9.0.1</c>.</exception>
    public async Task<RuntimeResolution> ResolveAsync(RuntimeSelector runtime, CancellationToken cancellation)
    {
        var framework = TargetFramework.Parse(runtime.Framework);
        var exact = ExactPatch(runtime, framework);
        if (!SdkBuilds(framework))
            return RuntimeResolution.Unavailable(NeedsSdk(framework));

        var offer = _offer ??= await RuntimeOffer.ReadAsync(feeds, rid, cancellation);
        if (offer.Pick(framework, exact) is null)
            offer = _freshOffer ??= await RuntimeOffer.ReadAsync(freshFeeds, rid, cancellation);
        return offer.Pick(framework, exact) is { } patch
            ? RuntimeResolution.Found(patch, offer.Warnings)
            : await ResolveInstalledAsync(offer, framework, exact, cancellation);
    }

    /// <summary>The released patches of a framework that can be published here, oldest first.</summary>
    /// <param name="framework">Target framework moniker, e.g. <c>net10.0</c>.</param>
    /// <param name="cancellation">Cancels.</param>
    public async Task<IReadOnlyList<PatchVersion>> PatchesAsync(string framework, CancellationToken cancellation) =>
        (_offer ??= await RuntimeOffer.ReadAsync(feeds, rid, cancellation)).Releases(TargetFramework.Parse(framework));

    /// <summary>The last resort when feeds could not be read: a pack that is already unpacked can be published without a feed.</summary>
    private async Task<RuntimeResolution> ResolveInstalledAsync(
        RuntimeOffer offer, TargetFramework framework, PatchVersion? exact, CancellationToken cancellation)
    {
        var reason = offer.Explain(framework, exact);
        if (!offer.HasFailures)
            return RuntimeResolution.Unavailable(reason);

        var local = await RuntimeOffer.ReadAsync([installed], rid, cancellation);
        return local.Pick(framework, exact) is { } patch
            ? RuntimeResolution.Found(patch, offer.Warnings.Append($"runtime packs of {patch} in {installed.Source} are used"))
            : RuntimeResolution.Unavailable($"{reason}; {local.Explain(framework, exact)}");
    }

    private static PatchVersion? ExactPatch(RuntimeSelector runtime, TargetFramework framework)
    {
        if (runtime.Patch is null)
            return null;
        if (PatchVersion.TryParse(runtime.Patch, out var patch) && framework.Has(patch))
            return patch;

        throw new UsageException(
            $"runtime: '{runtime}' is not a version of {framework}; expected three numbers after the @, like {framework}@{framework.Major}.{framework.Minor}.1.");
    }

    private bool SdkBuilds(TargetFramework framework) =>
        !PatchVersion.TryParse(sdkVersion, out var sdk) || (framework.Major, framework.Minor).CompareTo((sdk.Major, sdk.Minor)) <= 0;

    private string NeedsSdk(TargetFramework framework) =>
        $"needs SDK {framework.Major}.{framework.Minor}; this machine has {sdkVersion}; install it from https://dot.net/download (in GitHub Actions: setup-dotnet)";

    private static string GlobalPackagesFolder() =>
        Environment.GetEnvironmentVariable("NUGET_PACKAGES") is { Length: > 0 } configured
            ? configured
            : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
}
