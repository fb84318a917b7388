namespace PerfMatrix.GitHub;

/// <summary>Where GitHub Pages serves a repository.</summary>
internal static class PagesAddress
{
    private const string Domain = "github.io";

    /// <summary>The address, ending in a slash.</summary>
    public static string Of(RepositoryName repository)
    {
        var host = $"{repository.Owner.ToLowerInvariant()}.{Domain}";
        return repository.Name.Equals(host, StringComparison.OrdinalIgnoreCase) ? $"https://{host}/" : $"https://{host}/{repository.Name}/";
    }
}
