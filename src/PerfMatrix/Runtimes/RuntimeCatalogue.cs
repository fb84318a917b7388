using NuGet.Configuration;
using NuGet.Versioning;

namespace PerfMatrix.Runtimes;

/// <summary>Resolves values of the runtime axis to exact versions that can be published on this machine.</summary>
/// <param name="freshFeeds">The same feeds, asked whatever the cache has: a patch may have come out since.</param>
internal sealed class RuntimeCatalogue(
    IReadOnlyList<IPackageFeed> feeds, IReadOnlyList<IPackageFeed> freshFeeds, IPackageFeed installed, string rid, string sdkVersion)
{
    private RuntimeOffer? _offer;
    private RuntimeOffer? _freshOffer;

    /// <summary>The feeds of daily builds, whose releases are of no interest; null for all.</summary>
    public IReadOnlyList<IPackageFeed>? Daily { get; init; }

    /// <summary>Opens the catalogue of the NuGet sources that are configured for a repository.</summary>
    public static async Task<RuntimeCatalogue> OpenAsync(Dotnet dotnet, CancellationToken cancellation) => new(
        NuGetFeed.Of(dotnet.Folder, isFresh: false),
        NuGetFeed.Of(dotnet.Folder, isFresh: true),
        NuGetFeed.Of(new PackageSource(NuGetFeed.Configured(dotnet.Folder, SettingsUtility.GetGlobalPackagesFolder))),
        RuntimeIdentifiers.OfThisMachine(),
        await dotnet.SdkVersionAsync(cancellation))
    {
        Daily = DailyFeed.Given is { } daily ? [NuGetFeed.Of(new PackageSource(daily))] : null,
    };

    /// <summary>Resolves <c>net10.0</c> to the newest patch of the feeds, <c>net11.0@main</c> to the newest daily build; checks patches.</summary>
    public async Task<RuntimeResolution> ResolveAsync(RuntimeSelector runtime, CancellationToken cancellation)
    {
        var framework = TargetFramework.Parse(runtime.Framework);
        var exact = runtime.Patch == RuntimeSelector.Main ? null : ExactPatch(runtime, framework);
        if (!SdkBuilds(framework)) return RuntimeResolution.Unavailable(NeedsSdk(framework));
        if (runtime.Patch == RuntimeSelector.Main) return await ResolveMainAsync(framework, cancellation);

        var offer = _offer ??= await RuntimeOffer.ReadAsync(feeds, rid, cancellation);
        if (offer.Pick(framework, exact) is null)
            offer = _freshOffer ??= await RuntimeOffer.ReadAsync(freshFeeds, rid, cancellation);
        if (Daily is not null && exact?.IsPrerelease == true && offer.Pick(framework, exact) is null)
            offer = await RuntimeOffer.ReadAsync(Daily, rid, cancellation);
        return offer.Pick(framework, exact) is { } patch ? RuntimeResolution.Found(patch, offer.Warnings)
            : await ResolveInstalledAsync(offer, framework, exact, cancellation);
    }

    /// <summary>The released patches of a framework that can be published here, oldest first.</summary>
    public async Task<IReadOnlyList<SemanticVersion>> PatchesAsync(string framework, CancellationToken cancellation) =>
        (_offer ??= await RuntimeOffer.ReadAsync(feeds, rid, cancellation)).Releases(TargetFramework.Parse(framework));

    /// <summary>The daily builds that applications of a framework can be published with, oldest first.</summary>
    public async Task<IReadOnlyList<SemanticVersion>> DailyAsync(string framework, CancellationToken cancellation) =>
        (await RuntimeOffer.ReadAsync(Daily ?? freshFeeds, rid, cancellation)).Previews(TargetFramework.Parse(framework));

    private async Task<RuntimeResolution> ResolveMainAsync(TargetFramework framework, CancellationToken cancellation)
    {
        var asked = Daily ?? freshFeeds;
        var offer = await RuntimeOffer.ReadAsync(asked, rid, cancellation);
        var build = offer.Previews(framework) is [.., var newest] ? newest : null;
        return build is not null ? RuntimeResolution.Found(build, offer.Warnings) : RuntimeResolution.Unavailable(string.Join(". ", [
            $"no preview of .NET {framework.Major} or later in {string.Join(", ", asked.Select(feed => feed.Source))}; name a feed of daily builds: "
                + $"{DailyFeed.Variable}=https://.../index.json, or a folder",
            .. offer.Warnings,
        ]));
    }

    /// <summary>The last resort when feeds could not be read: a pack that is already unpacked can be published without a feed.</summary>
    private async Task<RuntimeResolution> ResolveInstalledAsync(
        RuntimeOffer offer, TargetFramework framework, SemanticVersion? exact, CancellationToken cancellation)
    {
        var reason = offer.Explain(framework, exact);
        if (!offer.HasFailures) return RuntimeResolution.Unavailable(reason);

        var local = await RuntimeOffer.ReadAsync([installed], rid, cancellation);
        return local.Pick(framework, exact) is { } patch
            ? RuntimeResolution.Found(patch, offer.Warnings.Append($"runtime packs of {patch} in {installed.Source} are used"))
            : RuntimeResolution.Unavailable($"{reason}; {local.Explain(framework, exact)}");
    }

    private static SemanticVersion? ExactPatch(RuntimeSelector runtime, TargetFramework framework)
    {
        if (runtime.Patch is null) return null;
        if (SemanticVersion.TryParse(runtime.Patch, out var patch) && framework.RunsOn(patch)) return patch;

        throw new UsageException(
            $"runtime: '{runtime}' is not a version of {framework}; expected three numbers after the @, "
                + $"like {framework}@{framework.Major}.{framework.Minor}.1.");
    }

    private bool SdkBuilds(TargetFramework framework) =>
        !SemanticVersion.TryParse(sdkVersion, out var sdk) || (framework.Major, framework.Minor).CompareTo((sdk.Major, sdk.Minor)) <= 0;

    private string NeedsSdk(TargetFramework framework) =>
        $"needs SDK {framework.Major}.{framework.Minor}; this machine has {sdkVersion}; install it from https://dot.net/download (in GitHub "
        + $"Actions: setup-dotnet)";
}

/// <summary>The runtimes that can be published for this machine: those with both packs, .NET's and ASP.NET Core's.</summary>
internal sealed record RuntimeOffer(IReadOnlyList<PackOffer> Packs)
{
    public bool HasFailures => Packs.Any(pack => pack.Failures.Count > 0);
    public IEnumerable<string> Warnings => Packs.SelectMany(pack => pack.Failures).Distinct();

    // The versions that every pack has.
    private IEnumerable<SemanticVersion> Common => Packs.Select(pack => pack.Versions).Aggregate(Enumerable.Intersect);

    public static async Task<RuntimeOffer> ReadAsync(IReadOnlyList<IPackageFeed> feeds, string rid, CancellationToken cancellation) =>
        new(await Task.WhenAll(
            PackOffer.ReadAsync(feeds, $"Microsoft.NETCore.App.Runtime.{rid}", cancellation),
            PackOffer.ReadAsync(feeds, $"Microsoft.AspNetCore.App.Runtime.{rid}", cancellation)));

    /// <summary>The releases of a framework that every pack has, oldest first.</summary>
    public IReadOnlyList<SemanticVersion> Releases(TargetFramework framework) =>
        [.. Common.Where(version => framework.Has(version) && !version.IsPrerelease).Order()];

    /// <summary>The previews that applications of a framework run on and that every pack has, oldest first.</summary>
    public IReadOnlyList<SemanticVersion> Previews(TargetFramework framework) =>
        [.. Common.Where(version => framework.RunsOn(version) && version.IsPrerelease).Order()];

    /// <summary>The version asked for, or the newest of the framework. Previews count only where there is no release.</summary>
    public SemanticVersion? Pick(TargetFramework framework, SemanticVersion? exact)
    {
        if (exact is not null) return Common.Contains(exact) ? exact : null;

        var common = Common.Where(framework.Has).ToList();
        var releases = common.Where(version => !version.IsPrerelease).ToList();
        return (releases.Count > 0 ? releases : common).Max();
    }

    public string Explain(TargetFramework framework, SemanticVersion? exact)
    {
        var lacking = Packs.Where(pack => !pack.Versions.Any(version => exact is null ? framework.Has(version) : version == exact)).ToList();
        var wanted = exact?.ToString() ?? $"{framework.Major}.{framework.Minor}";
        var explained = lacking.Count > 0 ? lacking : Packs;
        return $"no package source has {wanted} of {string.Join(" and ", explained.Select(pack => pack.Package))}: "
            + string.Join("; ", explained.Select(pack => pack.Describe(framework)).Distinct());
    }
}

/// <summary>What became of a value of the runtime axis: exactly one of <see cref="Patch"/> and <see cref="Reason"/> is there.</summary>
/// <param name="Patch">Exact version that can be published, e.g. <c>10.0.14</c>.</param>
/// <param name="Reason">Why there is none: the reason of an unavailable cell.</param>
/// <param name="Warnings">What a reader should know, e.g. that a feed was unreachable and packs of this machine are used.</param>
internal sealed record RuntimeResolution(string? Patch, string? Reason, IReadOnlyList<string> Warnings)
{
    internal static RuntimeResolution Found(SemanticVersion patch, IEnumerable<string> warnings) =>
        new(patch.ToString(), null, warnings.Distinct().ToList());

    internal static RuntimeResolution Unavailable(string reason) => new(null, reason, []);
}

/// <summary>What several feeds together say of one runtime pack.</summary>
/// <param name="Failures">The answers of the feeds that could not be read, a sentence each.</param>
internal sealed record PackOffer(string Package, IReadOnlyList<(string Source, PackageVersions Answer)> Answers, IReadOnlyList<string> Failures)
{
    public IEnumerable<SemanticVersion> Versions => Answers.SelectMany(feed => feed.Answer.Versions);

    public static async Task<PackOffer> ReadAsync(IReadOnlyList<IPackageFeed> feeds, string package, CancellationToken cancellation)
    {
        var read = await Task.WhenAll(feeds.Select(feed => AskAsync(feed, package, cancellation)));
        return new PackOffer(
            package,
            read.Where(feed => feed.Answer is not null).Select(feed => (feed.Source, feed.Answer!)).ToList(),
            read.Select(feed => feed.Failure).OfType<string>().ToList());
    }

    /// <summary>What the feeds have of a framework, as part of a sentence.</summary>
    public string Describe(TargetFramework framework) =>
        string.Join("; ", Answers.Select(feed => $"{feed.Source} has {Describe(feed.Answer, framework)}").Concat(Failures));

    private static string Describe(PackageVersions answer, TargetFramework framework)
    {
        var versions = answer.Versions.Where(framework.Has).Order().Select(version => version.ToString()).ToList();
        return versions.Count > 0 ? string.Join(", ", versions) : $"none of {framework.Major}.{framework.Minor}";
    }

    private static Task<(string Source, PackageVersions? Answer, string? Failure)> AskAsync(
        IPackageFeed feed, string package, CancellationToken cancellation) =>
        Errors.OrAsync<(string, PackageVersions?, string?), FeedException>(
            async () => (feed.Source, await feed.VersionsAsync(package, cancellation), null), e => (feed.Source, null, e.Message));
}

/// <summary>A target framework moniker of .NET 5 or newer, e.g. <c>net10.0</c>.</summary>
internal readonly record struct TargetFramework(int Major, int Minor)
{
    public static TargetFramework Parse(string moniker) => RuntimeAxisReader.VersionOf(moniker) is { Major: >= 5 } version
        ? new(version.Major, version.Minor)
        : throw new UsageException(
            $"runtime: '{moniker}' is not a target framework; expected one like net10.0, or an exact patch like net10.0@10.0.12.");

    /// <summary>Whether a runtime of this version runs applications of this framework.</summary>
    public bool Has(SemanticVersion version) => version.Major == Major && version.Minor == Minor;

    /// <summary>Whether an application of this framework can be published with a runtime: one of this version, or a preview of a later one.</summary>
    public bool RunsOn(SemanticVersion version) => Has(version) || (version.IsPrerelease && version.Major > Major);

    public override string ToString() => $"net{Major}.{Minor}";
}
