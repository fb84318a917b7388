namespace PerfMatrix.GitHub.Rest;

/// <summary>Where the REST API is, which repository it is asked about, and who asks.</summary>
internal sealed class GitHubSettings(Uri api, Uri server, RepositoryName repository, string? token)
{
    /// <summary>Address of the REST API, ending in a slash.</summary>
    public Uri Api => api;

    /// <summary>Address of the pages for people, ending in a slash.</summary>
    public Uri Server => server;
    public RepositoryName Repository => repository;

    /// <summary>The token; null when there is none. It goes into one header and nowhere else.</summary>
    public string? Token => token;

    /// <summary>Reads what a runner sets: <c>GITHUB_API_URL</c>, <c>GITHUB_SERVER_URL</c>, <c>GITHUB_REPOSITORY</c>, and <c>GITHUB_TOKEN</c> or
    /// <c>GH_TOKEN</c>, which a step has to hand over.</summary>
    /// <param name="remote">Address of the remote <c>origin</c>, which names the repository outside a runner.</param>
    public static GitHubSettings Read(Func<string, string?> environment, Func<string?> remote)
    {
        var api = Address(environment, "GITHUB_API_URL", "https://api.github.com");
        var token = Given(environment("GITHUB_TOKEN")) ?? Given(environment("GH_TOKEN"));
        if (token is not null && !IsPrivate(api))
            throw new UsageException(
                $"GITHUB_API_URL: found {api}, expected an https address: a token is set, and http would expose it on the network");
        return new(
            api, Address(environment, "GITHUB_SERVER_URL", "https://github.com"), RepositoryOf(environment("GITHUB_REPOSITORY"), remote), token);
    }

    /// <summary>Whether nobody on the way can read what is sent there.</summary>
    internal static bool IsPrivate(Uri address) => address.Scheme == Uri.UriSchemeHttps || address.IsLoopback;

    private static RepositoryName RepositoryOf(string? named, Func<string?> remote) => Given(named) is { } text
        ? RepositoryName.Of(text) ?? throw new UsageException($"GITHUB_REPOSITORY: found '{text}', expected owner/name")
        : RepositoryName.OfRemote(remote()) ?? throw new UsageException(
            "GITHUB_REPOSITORY: not set, and the remote 'origin' of this checkout is not on GitHub. Set it to owner/name.");

    private static Uri Address(Func<string, string?> environment, string variable, string otherwise)
    {
        var text = Given(environment(variable)) ?? otherwise;
        return Uri.TryCreate(text.TrimEnd('/') + "/", UriKind.Absolute, out var address) && address.Scheme is "https" or "http"
            ? address
            : throw new UsageException($"{variable}: found '{text}', expected an address such as {otherwise}");
    }

    private static string? Given(string? text) => string.IsNullOrWhiteSpace(text) ? null : text.Trim();
}

/// <summary>A repository on GitHub, e.g. <c>octo/perf</c>. Upper and lower case are the same.</summary>
internal sealed record RepositoryName(string Owner, string Name)
{
    private const int Longest = 100;

    public string Pages => Name.Equals(PagesHost, StringComparison.OrdinalIgnoreCase) ? $"https://{PagesHost}/" : $"https://{PagesHost}/{Name}/";

    private string PagesHost => $"{Owner.ToLowerInvariant()}.github.io";

    /// <summary>The repository of a text; null for one that is no owner/name.</summary>
    public static RepositoryName? Of(string text) =>
        text.Split('/') is [var owner, var name] && IsPlain(owner) && IsPlain(name) ? new(owner, name) : null;

    /// <summary>The repository of a remote: <c>https://github.com/owner/name.git</c>, <c>git@github.com:owner/name.git</c>; else null.</summary>
    public static RepositoryName? OfRemote(string? address)
    {
        var parts = address?.Split('/', ':');
        if (parts is not { Length: >= 2 }) return null;
        var name = parts[^1].EndsWith(".git", StringComparison.Ordinal) ? parts[^1][..^4] : parts[^1];
        var isAddress = address!.Contains("://", StringComparison.Ordinal) || address.Contains('@', StringComparison.Ordinal);
        return isAddress ? Of($"{parts[^2]}/{name}") : null;
    }

    public bool Is(string? text) => string.Equals(text, ToString(), StringComparison.OrdinalIgnoreCase);

    public override string ToString() => $"{Owner}/{Name}";

    // Dots alone would climb a path of the API.
    private static bool IsPlain(string text) =>
        text.Length is > 0 and <= Longest && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.') && text.Any(c => c != '.');
}
