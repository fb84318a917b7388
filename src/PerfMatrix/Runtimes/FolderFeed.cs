namespace PerfMatrix.Runtimes;

/// <summary>A folder of packages: flat (<c>Id.Version.nupkg</c>) or one folder a version (<c>id/version</c>), as a local source or the global packages folder is.</summary>
/// <param name="folder">The folder.</param>
public sealed class FolderFeed(string folder) : IPackageFeed
{
    /// <inheritdoc />
    public string Source => folder;

    /// <inheritdoc />
    public Task<PackageVersions> VersionsAsync(string package, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(package);
        if (!Directory.Exists(folder))
            throw new FeedException($"the folder {folder} does not exist");
        try
        {
            return Task.FromResult(new PackageVersions(PatchVersion.ParseAll(Flat(package).Concat(Hierarchical(package)))));
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
