using PerfMatrix.Builds;
using PerfMatrix.Processes;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>The .NET SDK of this machine and the caches of a checkout: where runtimes are looked up and applications published.</summary>
/// <param name="root">Root of the files that are built: their <c>global.json</c> (that of <c>workloads</c> before that of the root) and NuGet configuration apply.</param>
/// <param name="cachesOf">Root of the checkout whose caches are used; null for the same.</param>
public sealed class Sdk(string root, string? cachesOf = null)
{
    private static readonly HttpClient s_http = new() { Timeout = TimeSpan.FromSeconds(30) };

    /// <summary>The command itself.</summary>
    public Dotnet Dotnet { get; } = new(new SystemProcessRunner(), DotnetEnvironment.OfThisProcess(), SdkFolder.Of(root));

    /// <summary>The runtimes that the configured NuGet sources have.</summary>
    /// <exception cref="UsageException">There is no SDK, or the NuGet configuration cannot be read.</exception>
    public Task<RuntimeCatalogue> RuntimesAsync(CancellationToken cancellation) =>
        RuntimeCatalogue.OpenAsync(Dotnet, Cache("feeds"), s_http, TimeProvider.System, cancellation);

    /// <summary>Publishes into the checkout's cache.</summary>
    public Publisher Publisher() => new(Dotnet, Cache("publish"), TimeProvider.System);

    /// <summary>Builds the standalone GCs of the checkout and puts them beside publications.</summary>
    public GcPlacements GcPlacements() => new(
        root, new GcLibraryBuilder(new SystemProcessRunner(), DotnetEnvironment.OfThisProcess(), Cache("gc")), GcOverlay);

    /// <summary>Removes publications that nobody has used for long.</summary>
    public void Prune(Publisher publisher)
    {
        publisher.Prune(Runtimes.Publisher.DefaultCacheLimit);
        GcOverlay.Prune(Cache("publish"));
    }

    private GcOverlay GcOverlay => new(Cache("publish-gc"));

    private string Cache(string name) => Path.Combine(cachesOf ?? root, "artifacts", "cache", name);
}
