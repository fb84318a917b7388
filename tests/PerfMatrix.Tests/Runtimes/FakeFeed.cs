using PerfMatrix.Runtimes;

namespace PerfMatrix.Tests.Runtimes;

/// <summary>A feed in memory that can be switched off, and counts how often it is asked.</summary>
internal sealed class FakeFeed(string source, params string[] versions) : IPackageFeed
{
    public string Source => source;

    /// <summary>What it fails with; null while it answers.</summary>
    public string? Failure { get; set; }

    /// <summary>Packages it does not know.</summary>
    public string? Without { get; init; }

    public int Questions { get; private set; }

    public Task<PackageVersions> VersionsAsync(string package, CancellationToken cancellation)
    {
        Questions++;
        if (Failure is not null)
            throw new FeedException(Failure);
        return Task.FromResult(PackageVersions.Of(Without is not null && package.Contains(Without) ? [] : versions));
    }
}
