namespace PerfMatrix.GitHub;

/// <summary>What is asked of the REST API about one repository. Every method throws <see cref="GitHubException"/> when no good answer comes.</summary>
public interface IGitHubApi
{
    /// <summary>The artifacts of all attempts of a workflow run, also expired ones.</summary>
    Task<IReadOnlyList<Artifact>> ArtifactsAsync(long run, CancellationToken cancellation);

    /// <summary>The archive of an artifact, whose digest has been checked.</summary>
    /// <param name="artifact">The artifact.</param>
    /// <param name="largest">Most bytes taken.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="ArtifactException">It is expired, larger, or not what was uploaded.</exception>
    Task<byte[]> DownloadAsync(Artifact artifact, long largest, CancellationToken cancellation);

    /// <summary>Open and closed pull requests from branches of this name. The filter of the service is coarse: check repository and commit.</summary>
    Task<IReadOnlyList<PullRequest>> PullRequestsAsync(string headOwner, string branch, CancellationToken cancellation);

    /// <summary>The files that a pull request changes; the service tells at most 3,000.</summary>
    Task<IReadOnlyList<ChangedFile>> ChangedFilesAsync(int pullRequest, CancellationToken cancellation);

    /// <summary>All comments of a pull request, the oldest first.</summary>
    Task<IReadOnlyList<IssueComment>> CommentsAsync(int pullRequest, CancellationToken cancellation);

    /// <summary>Writes a comment.</summary>
    Task CreateCommentAsync(int pullRequest, string body, CancellationToken cancellation);

    /// <summary>Replaces the text of a comment; false when it was deleted meanwhile.</summary>
    Task<bool> UpdateCommentAsync(long comment, string body, CancellationToken cancellation);

    /// <summary>Removes a comment; one that is gone already is no error.</summary>
    Task DeleteCommentAsync(long comment, CancellationToken cancellation);

    /// <summary>The newest completed runs of a workflow on a branch, at most 100.</summary>
    /// <param name="workflow">File name, e.g. <c>perf-main.yml</c>.</param>
    /// <param name="branch">Branch.</param>
    /// <param name="cancellation">Ends it.</param>
    Task<IReadOnlyList<WorkflowRun>> RunsAsync(string workflow, string branch, CancellationToken cancellation);

    /// <summary>The repository.</summary>
    Task<Repository> RepositoryAsync(CancellationToken cancellation);

    /// <summary>Whether a commit has a file; one that the service does not know has none.</summary>
    /// <param name="path">Path of the file, of letters, digits, dots, hyphens and slashes.</param>
    /// <param name="commit">The commit.</param>
    /// <param name="cancellation">Ends it.</param>
    Task<bool> HasFileAsync(string path, string commit, CancellationToken cancellation);

    /// <summary>The Pages site; null when there is none.</summary>
    Task<PagesSite?> PagesAsync(CancellationToken cancellation);

    /// <summary>A variable; null when it is not set.</summary>
    Task<RepositoryVariable?> VariableAsync(string name, CancellationToken cancellation);
}
