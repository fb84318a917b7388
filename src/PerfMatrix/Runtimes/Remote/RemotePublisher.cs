namespace PerfMatrix.Runtimes;

/// <summary>Publishes nothing here: hands every request on to the agents, which fetch the commit and publish it themselves.</summary>
/// <param name="source">The commit.</param>
/// <param name="root">Root that the projects of requests lie below.</param>
public sealed class RemotePublisher(RemoteCommit source, string root) : IPublisher
{
    /// <inheritdoc />
    public string Announce(string what) => $"Leaving {what} to the agents, which fetch {source.Sha[..8]} from {source.Repository} and build it ...";

    /// <inheritdoc />
    public Task<IReadOnlyList<PublishOutcome>> PublishAllAsync(IReadOnlyList<PublishRequest> requests, IProgress<PublishOutcome>? progress, CancellationToken cancellation)
    {
        IReadOnlyList<PublishOutcome> outcomes = [.. requests.Select(Handed)];
        return Task.FromResult(outcomes);
    }

    /// <inheritdoc />
    public void Dispose()
    {
        // Nothing is held.
    }

    private Publication Handed(PublishRequest request) => new("", "", "", request.Patch)
    {
        Remote = new RemoteBuild(source, request with { Project = Path.GetRelativePath(root, ProjectFile.Find(request.Project)).Replace('\\', '/') }),
    };
}
