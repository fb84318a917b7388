using System.Reflection;

namespace PerfMatrix.Measurement;

/// <summary>The .NET SDK of this machine and the caches of a checkout: where runtimes are looked up and applications published.</summary>
/// <param name="root">Root of the files that are built: their <c>global.json</c> and NuGet configuration apply.</param>
/// <param name="cachesOf">Root of the checkout whose caches are used; null for the same.</param>
internal sealed class Sdk(string root, string? cachesOf = null)
{
    public Dotnet Dotnet { get; } = new(new SystemProcessRunner(), DotnetEnvironment.OfThisProcess(), SdkFolder.Of(root));

    public Task<RuntimeCatalogue> RuntimesAsync(CancellationToken cancellation) => RuntimeCatalogue.OpenAsync(Dotnet, cancellation);

    public Publisher Publisher() => new(Dotnet, Cache("publish"), TimeProvider.System);

    public GcPlacements GcPlacements() => new(
        root, new GcLibraryBuilder(new SystemProcessRunner(), DotnetEnvironment.OfThisProcess(), Cache("gc")), GcOverlay);

    public void Prune(Publisher publisher)
    {
        publisher.Prune(Runtimes.Publisher.DefaultCacheLimit);
        GcOverlay.Prune(Cache("publish"));
    }

    public FoundCases Cases => new(Cache("cases"));

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

/// <summary>The standalone GCs of a run: built for the modes that have one of ours, put beside the runtimes that load them, and checked.</summary>
internal sealed class GcPlacements(string root, GcLibraryBuilder builder, GcOverlay overlay)
{
    private readonly Dictionary<string, GcLibraryOutcome> _built = [];

    public async Task BuildAsync(IEnumerable<GcMode> modes, CancellationToken cancellation)
    {
        foreach (var sources in modes.Select(mode => mode.Library).OfType<string>().Distinct())
            _built[sources] = await builder.BuildAsync(Path.Combine(root, sources), cancellation);
    }

    /// <summary>The modes that this machine cannot measure, with the reason.</summary>
    public IReadOnlyDictionary<string, string> Unavailable(IEnumerable<GcMode> modes) => modes
        .Where(mode => mode.Library is not null && _built[mode.Library] is NoCompiler)
        .ToDictionary(mode => mode.Name, mode => ((NoCompiler)_built[mode.Library!]).Reason);

    /// <summary>The modes that agents cannot measure which build the applications themselves, with the reason.</summary>
    public static IReadOnlyDictionary<string, string> UnavailableElsewhere(IEnumerable<GcMode> modes) => modes
        .Where(mode => mode.Library is not null)
        .ToDictionary(mode => mode.Name,
            mode => $"its GC is built from {mode.Library} on this machine, and with {RemoteRepository.Option} the applications are built on others; "
                + $"measure it without");

    /// <summary>The publication as a mode runs it: in a folder with the mode's library, and with a hash that includes it; or why it cannot.</summary>
    public PublishOutcome Place(Publication publication, GcMode mode)
    {
        // Of what an agent publishes the process itself has to prove which GC it has loaded.
        if (mode.GcName is not { } name || publication.Remote is not null) return publication;
        if (mode.Library is not null && _built[mode.Library] is GcLibraryFailure failure)
            return new PublishFailure(failure.Reason, failure.Errors);

        var placed = mode.Library is null ? publication : With((GcLibrary)_built[mode.Library], publication, name);
        return GcLibraryCheck.Problem(placed.Folder, name) is { } problem ? new PublishFailure(problem, []) : placed;
    }

    private Publication With(GcLibrary library, Publication publication, string name)
    {
        using var hash = new ContentHash();
        hash.Add(publication.ContentHash);
        hash.Add(library.Key);
        return publication with { Folder = overlay.Place(publication.Folder, library, name), ContentHash = hash.ToHex() };
    }
}
