namespace PerfMatrix.Runtimes;

/// <summary>A NuGet source.</summary>
public interface IPackageFeed
{
    /// <summary>Its address or folder, as configured.</summary>
    string Source { get; }

    /// <summary>The versions of a package it has; none when it does not know the package.</summary>
    /// <exception cref="FeedException">The feed cannot be read.</exception>
    Task<PackageVersions> VersionsAsync(string package, CancellationToken cancellation);
}

/// <summary>What a feed says of a package.</summary>
/// <param name="Versions">The versions it has.</param>
/// <param name="Warning">Why the answer may be out of date; null when it is not.</param>
public sealed record PackageVersions(IReadOnlyList<PatchVersion> Versions, string? Warning = null);

/// <summary>A feed could not be read. The message is the feed's own answer: a status, or what the network said.</summary>
public sealed class FeedException(string message, Exception? inner = null) : Exception(message, inner);
