namespace PerfMatrix.Runtimes;

/// <summary>Reads the list of NuGet sources.</summary>
public static class PackageSources
{
    /// <summary>
    /// The enabled sources in the output of <c>dotnet nuget list source --format Short</c>. A line is a word of flags, where <c>E</c> is enabled and
    /// <c>D</c> disabled, a space, and the address or folder.
    /// </summary>
    public static IReadOnlyList<string> Parse(IEnumerable<string> lines) =>
        lines.Select(line => line.Trim().Split(' ', 2))
            .Where(parts => parts.Length == 2 && parts[0].StartsWith('E'))
            .Select(parts => parts[1].Trim())
            .ToList();

    /// <summary>The feed behind a source.</summary>
    /// <param name="source">Address or folder.</param>
    /// <param name="http">Client for addresses.</param>
    public static IPackageFeed Open(string source, HttpClient http) =>
        Uri.TryCreate(source, UriKind.Absolute, out var address) && !address.IsFile ? new HttpFeed(address, http) : new FolderFeed(address?.LocalPath ?? source);
}
