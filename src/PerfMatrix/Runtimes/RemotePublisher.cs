namespace PerfMatrix.Runtimes;

/// <summary>Publishes nothing here: hands every request on to the agents, which fetch the commit and publish it themselves.</summary>
/// <param name="root">Root that the projects of requests lie below.</param>
internal sealed class RemotePublisher(RemoteCommit source, string root) : IPublisher
{
    public string Announce(string what) => $"Leaving {what} to the agents, which fetch {source.Sha[..8]} from {source.Repository} and build it ...";

    public Task<IReadOnlyList<PublishOutcome>> PublishAllAsync(IReadOnlyList<PublishRequest> requests, CancellationToken cancellation) =>
        Task.FromResult<IReadOnlyList<PublishOutcome>>([.. requests.Select(Handed)]);

    public void Dispose()
    {
        // Nothing is held.
    }

    private Publication Handed(PublishRequest request) => new("", "", "", request.Patch)
    {
        Remote = new RemoteBuild(source, request with { Project = Path.GetRelativePath(root, ProjectFile.Find(request.Project)).Replace('\\', '/') }),
    };
}

/// <summary>A workload that an agent fetches from a repository and publishes itself.</summary>
/// <param name="Request">What to publish: the project relative to the root of the source, with forward slashes. The runtime identifier is the
/// agent's.</param>
internal sealed record RemoteBuild(RemoteCommit Source, PublishRequest Request);

/// <summary>A commit of a repository that agents can fetch.</summary>
/// <param name="Sha">The commit, 40 hexadecimal digits.</param>
/// <param name="Root">Folder of the project in the repository, with forward slashes; empty where it is the root.</param>
internal sealed record RemoteCommit(RemoteRepository Repository, string Sha, string Root);

/// <summary>The address of a git repository that agents fetch from. It stands in configurations, logs and documents, so it holds no secret; and an
/// agent puts it into a command line without quotes, so it holds no character that could be taken for something else.</summary>
internal sealed partial record RemoteRepository
{
    public const string Option = "--remote-source";

    private RemoteRepository(string url) => Url = url;

    public string Url { get; }

    public static RemoteRepository Parse(string text)
    {
        if (HasSecret(text))
            throw new UsageException(
                $"{Option}: found an address with user name or password, which would appear in logs and documents; leave them out, and give git on "
                    + $"the agents a credential helper or an SSH key");
        return Address().IsMatch(text)
            ? new RemoteRepository(text)
            : throw new UsageException(
            $"{Option}: found '{text.Split('?')[0]}', expected the address of a git repository without spaces, quotes and query, e.g. "
                + $"https://github.com/OWNER/NAME.git, git@HOST:PATH or file:///PATH");
    }

    public override string ToString() => Url;

    // The name alone is no secret with SSH (git@host); over HTTP it may be a token.
    private static bool HasSecret(string text)
    {
        var (scheme, rest) = text.Split("://", 2) is [var before, var after] ? (before, after) : ("ssh", text);
        var authority = rest.Split('/')[0];
        return authority.LastIndexOf('@') is >= 0 and var end && (scheme != "ssh" || authority[..end].Contains(':', StringComparison.Ordinal));
    }

    [GeneratedRegex(
        @"\A((https?|ssh|git)://(?!-)|file:///|/|\w[\w.-]*@\w[\w.-]*:(?!-))(?!.*@-)[\w./~:@%+,=-]+\z",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Address();
}
