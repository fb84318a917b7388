using System.Reflection;
using PerfMatrix.Runtimes.GcLibraries;

namespace PerfMatrix.Measurement;

/// <summary>The .NET SDK of this machine and the caches of a checkout: where runtimes are looked up and applications published.</summary>
/// <param name="root">Root of the files that are built: their <c>global.json</c> (that of <c>workloads</c> before that of the root) and NuGet
/// configuration apply.</param>
/// <param name="cachesOf">Root of the checkout whose caches are used; null for the same.</param>
internal sealed class Sdk(string root, string? cachesOf = null)
{
    public Dotnet Dotnet { get; } = new(new SystemProcessRunner(), DotnetEnvironment.OfThisProcess(), SdkFolder.Of(root));

    public Task<RuntimeCatalogue> RuntimesAsync(CancellationToken cancellation) =>
        RuntimeCatalogue.OpenAsync(Dotnet, Cache("feeds"), TimeProvider.System, cancellation);

    public Publisher Publisher() => new(Dotnet, Cache("publish"), TimeProvider.System);

    /// <summary>Builds the standalone GCs of the checkout and puts them beside publications.</summary>
    public GcPlacements GcPlacements() => new(
        root, new GcLibraryBuilder(new SystemProcessRunner(), DotnetEnvironment.OfThisProcess(), Cache("gc")), GcOverlay);

    public void Prune(Publisher publisher)
    {
        publisher.Prune(Runtimes.Publisher.DefaultCacheLimit);
        GcOverlay.Prune(Cache("publish"));
    }

    private GcOverlay GcOverlay => new(Cache("publish-gc"));

    private string Cache(string name) => DataFolder.In(cachesOf ?? root, "cache", name);
}

internal static class ThisTool
{
    /// <summary>Version and, from a build inside a checkout, the commit; the SDK writes both into the assembly as <c>1.2.3+commit</c>.</summary>
    public static ToolInfo Info { get; } = Parse(
        typeof(ThisTool).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "0");

    /// <summary>The address of its repository, as the package says it: a fork that packs it says its own.</summary>
    public static string Repository { get; } = OfPackage("RepositoryUrl")?.TrimEnd('/') ?? "https://github.com/perfmatrix/perfmatrix";

    /// <summary>What the package says of itself under a key; null when it says nothing.</summary>
    public static string? OfPackage(string key) => typeof(ThisTool).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .FirstOrDefault(data => data.Key == key)?.Value;

    public static ToolInfo Parse(string informationalVersion)
    {
        var parts = informationalVersion.Split('+', 2);
        return new ToolInfo(parts[0], parts.Length > 1 ? parts[1] : null);
    }
}
