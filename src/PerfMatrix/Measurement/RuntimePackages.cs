using NuGet.Common;
using NuGet.Configuration;
using NuGet.Packaging;
using NuGet.Packaging.Core;
using NuGet.Packaging.Signing;
using NuGet.Protocol;
using NuGet.Protocol.Core.Types;
using NuGet.Versioning;
using Repository = NuGet.Protocol.Core.Types.Repository;

namespace PerfMatrix.Measurement;

/// <summary>Files of a program that a package of a runtime has.</summary>
/// <param name="Id">Package, in lower case.</param>
/// <param name="Folder">Folder in the package, with forward slashes.</param>
/// <param name="Files">Names of files of that folder, which lie in the folder of the program itself.</param>
internal sealed record PackageFiles(string Id, string Version, string Folder, IReadOnlyList<string> Files);

/// <param name="Repository">Address of its repository, e.g. <c>https://github.com/dotnet/dotnet</c>.</param>
internal sealed record RuntimeCommit(string Repository, string Sha)
{
    public string Address => $"{Repository}/commit/{Sha}";

    /// <summary>Address of what lies between two; null when they are not of one repository, or not both known.</summary>
    public static string? Between(RuntimeCommit? older, RuntimeCommit? newer) =>
        older is not null && older.Repository == newer?.Repository ? $"{older.Repository}/compare/{older.Sha}...{newer.Sha}" : null;
}

/// <summary>The packages that a program's own .NET comes from. A published program is 110 MB, of which all but 1 MB is in them, so artifacts leave
/// those files out, and who measures takes them from the same public packages. The program's content hash proves that they are the same.</summary>
/// <param name="folder">Where NuGet keeps packages.</param>
/// <param name="source">The feed that everybody can read; files of packages from elsewhere are not left out.</param>
internal sealed class RuntimePackages(string folder, string source)
{
    private static readonly string[] s_ids = ["microsoft.netcore.app.runtime.", "microsoft.aspnetcore.app.runtime."];

    private static string Rid => RuntimeIdentifiers.OfThisMachine();

    /// <summary>The configuration whose feeds are asked where the public one does not answer, and whose rules for signatures hold.</summary>
    public ISettings Configuration { get; init; } = NullSettings.Instance;

    // Whose feed it is does not matter: the content hash of the program proves the files.
    private IEnumerable<PackageSource> Feeds => PackageSourceProvider.LoadPackageSources(Configuration)
        .Where(feed => feed.IsEnabled && feed.Source != source).Prepend(new PackageSource(source));

    /// <summary>Those that a build in a folder fills.</summary>
    public static RuntimePackages Of(string root) => NuGetFeed.Configured(root, settings =>
        new RuntimePackages(SettingsUtility.GetGlobalPackagesFolder(settings), NuGetConstants.V3FeedUrl) { Configuration = settings });

    /// <summary>The files of a program that are, byte for byte, those of packages of its runtime.</summary>
    public IReadOnlyList<PackageFiles> FilesOf(Publication program) =>
        [.. s_ids.Select(id => id + Rid).Where(id => IsPublic(id, program.RuntimeVersion)).SelectMany(id => FilesOf(program, id))];

    /// <summary>Puts the files that were left out of a program's folder into it, from packages that are fetched where they are missing.</summary>
    /// <exception cref="UsageException">A package cannot be had.</exception>
    public async Task CompleteAsync(string program, IReadOnlyList<PackageFiles> packages, CancellationToken cancellation)
    {
        foreach (var package in packages)
        {
            var from = Path.Combine(FolderOf(package.Id, package.Version), package.Folder);
            if (!File.Exists(Metadata(package.Id, package.Version))) await FetchAsync(package.Id, package.Version, cancellation);
            foreach (var file in package.Files.Where(file => !File.Exists(Path.Combine(program, file))))
                File.Copy(Path.Combine(from, file), Path.Combine(program, file));
        }
    }

    /// <summary>The commit of a version of .NET, as its package here says it; null where there is none.</summary>
    public RuntimeCommit? CommitOf(string version)
    {
        var id = s_ids[0] + Rid;
        var file = Path.Combine(FolderOf(id, version.ToLowerInvariant()), $"{id}.nuspec");
        return File.Exists(file) && new NuspecReader(file).GetRepositoryMetadata() is { Url.Length: > 0, Commit.Length: > 0 } repository
            ? new(repository.Url.TrimEnd('/'), repository.Commit) : null;
    }

    /// <summary>Whether an entry names nothing but files of a package of a runtime: the list may come from somebody who is not trusted.</summary>
    public static bool IsTrusted(PackageFiles package) =>
        s_ids.Any(id => id + Rid == package.Id) && NuGetVersion.TryParseStrict(package.Version, out var version)
        && version.ToNormalizedString() == package.Version
        && package.Folder.Split('/') is ["runtimes", var rid, .. var rest] && rid == Rid && rest is ["native"] or ["lib", _]
        && rest.Concat(package.Files).All(ProgramFolder.IsName);

    private IEnumerable<PackageFiles> FilesOf(Publication program, string id)
    {
        var package = FolderOf(id, program.RuntimeVersion);
        string[] parts = [$"runtimes/{Rid}/native", .. Folders(package, $"runtimes/{Rid}/lib")];
        foreach (var part in parts.Where(part => Directory.Exists(Path.Combine(package, part))))
        {
            var same = Directory.EnumerateFiles(Path.Combine(package, part))
                .Where(file => AreSame(file, Path.Combine(program.Folder, Path.GetFileName(file))))
                .Select(file => Path.GetFileName(file)).Order(StringComparer.Ordinal).ToList();
            if (same.Count > 0) yield return new PackageFiles(id, program.RuntimeVersion, part, same);
        }
    }

    private static IEnumerable<string> Folders(string package, string below) => Directory.Exists(Path.Combine(package, below))
        ? Directory.EnumerateDirectories(Path.Combine(package, below)).Select(folder => $"{below}/{Path.GetFileName(folder)}") : [];

    private static bool AreSame(string one, string other) =>
        File.Exists(other) && new FileInfo(one).Length == new FileInfo(other).Length
        && File.ReadAllBytes(one).AsSpan().SequenceEqual(File.ReadAllBytes(other));

    // NuGet writes beside a package where it had it from.
    private bool IsPublic(string id, string version)
    {
        var metadata = Metadata(id, version);
        return File.Exists(metadata) && JsonElement.Parse(File.ReadAllBytes(metadata)).TryGetProperty("source", out var from)
            && from.GetString() == source;
    }

    // It is the last file that NuGet writes of a package.
    private string Metadata(string id, string version) => Path.Combine(FolderOf(id, version), ".nupkg.metadata");

    private string FolderOf(string id, string version) => Path.Combine(folder, id, version);

    private async Task FetchAsync(string id, string version, CancellationToken cancellation)
    {
        var problems = new List<string>();
        foreach (var feed in Feeds)
        {
            if (await ProblemOfAsync(feed, id, version, cancellation) is not { } problem) return;
            problems.Add(problem);
        }

        throw new UsageException(
            $"{id} {version}: cannot be had, and the programs need files of it: {string.Join("; ", problems)}. Run the job again, or name a feed "
                + "that has it in nuget.config.");
    }

    /// <summary>Fetches a package; why that feed does not give it, or null when it did.</summary>
    private async Task<string?> ProblemOfAsync(PackageSource feed, string id, string version, CancellationToken cancellation)
    {
        try
        {
            using var cache = new SourceCacheContext();
            using var package = new MemoryStream();
            if (await Repository.Factory.GetCoreV3(feed).GetResourceAsync<FindPackageByIdResource>(cancellation) is not { } packages)
                return $"{feed.Source} is no feed of packages";
            if (!await packages.CopyNupkgToStreamAsync(id, NuGetVersion.Parse(version), package, cache, NullLogger.Instance, cancellation))
                return $"{feed.Source} does not have it";
            package.Position = 0;
            using var _ = await GlobalPackagesFolderUtility.AddPackageAsync(
                feed.Source, new PackageIdentity(id, NuGetVersion.Parse(version)), package, folder, Guid.Empty,
                ClientPolicyContext.GetClientPolicy(Configuration, NullLogger.Instance), NullLogger.Instance, cancellation);
            return null;
        }
        catch (Exception problem) when (FileErrors.Is(problem) || problem is FatalProtocolException or PackagingException or InvalidDataException)
        {
            return $"{feed.Source}: {problem.Message.TrimEnd('.')}";
        }
    }
}
