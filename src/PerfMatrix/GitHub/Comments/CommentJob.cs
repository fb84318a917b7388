using PerfMatrix.Gate;

namespace PerfMatrix.GitHub;

/// <summary>From the end of a run to the comment on its pull request.</summary>
/// <param name="api">The service.</param>
/// <param name="settings">Repository and addresses.</param>
/// <param name="today">Today.</param>
public sealed class CommentJob(GitHubApi api, GitHubSettings settings, DateOnly today)
{
    /// <summary>Account that writes with the token of a workflow.</summary>
    public const string DefaultAuthor = "github-actions[bot]";

    /// <summary>Address of the trend site, ending in a slash; that of GitHub Pages unless given.</summary>
    public string Site { get; init; } = PagesAddress.Of(settings.Repository);

    /// <summary>Account whose comments are ours.</summary>
    public string Author { get; init; } = DefaultAuthor;

    /// <summary>Comments, or finds that there is nothing to comment on.</summary>
    /// <returns>What was done or why nothing was, for people.</returns>
    /// <exception cref="GitHubException">The service refused.</exception>
    public async Task<string> RunAsync(WorkflowRun run, CancellationToken cancellation)
    {
        if (NotWorthIt(run) is { } reason) return $"nothing to comment on: {reason}";
        var candidates = await api.PullRequestsAsync(run.HeadRepository!.Owner!.Login!, run.HeadBranch!, cancellation);
        var found = PullRequestSearch.Of(run, settings.Repository, candidates);
        if (found.PullRequest is not { } pullRequest) return $"nothing to comment on: {found.Reason}";
        var context = Context(run, pullRequest, CommentPolicy.Among(await api.ChangedFilesAsync(pullRequest.Number, cancellation)));
        var body = await BodyAsync(run, context, cancellation);
        return await new StickyComment(api, Author).PutAsync(pullRequest.Number, context.Marker, body, cancellation);
    }

    private static string? NotWorthIt(WorkflowRun run) => run switch
    {
        { Event: not "pull_request" } => $"the run was started by {RestProblem.OneLine(run.Event ?? "nothing")}, not by a pull request",
        { Conclusion: "cancelled" or "skipped" } => $"the run was {run.Conclusion}",
        { HeadRepository.Owner.Login: null } or { HeadRepository: null } => "the repository of the branch was deleted",
        { HeadBranch: null } or { HeadSha: null } => "the run names no branch or commit",
        _ => null,
    };

    private async Task<string> BodyAsync(WorkflowRun run, CommentContext context, CancellationToken cancellation)
    {
        try
        {
            return CommentBody.Of(await VerdictAsync(run, cancellation), context);
        }
        catch (ArtifactException problem)
        {
            return await BaseWithoutToolAsync(run, context, cancellation) is { } commit ? CommentBody.OfIntroduction(commit, context) : CommentBody.WithoutVerdict(problem.Message, context);
        }
    }

    // A run ends well without a verdict only where there was nothing to compare with; whether that is so the service is asked, and not the run.
    private async Task<string?> BaseWithoutToolAsync(WorkflowRun run, CommentContext context, CancellationToken cancellation) =>
        run.Conclusion == "success" && context.BaseSha is { } commit && !await api.HasFileAsync(SetupFiles.Script, commit, cancellation) ? commit : null;

    private async Task<VerdictDocument> VerdictAsync(WorkflowRun run, CancellationToken cancellation)
    {
        var artifacts = await api.ArtifactsAsync(run.Id, cancellation);
        var artifact = AttemptName.Newest(artifacts, VerdictArtifact.Name, run)
            ?? throw new ArtifactException($"the run ended ({RestProblem.OneLine(run.Conclusion ?? "without a conclusion")}) without a verdict");
        return VerdictArtifact.Read(await api.DownloadAsync(artifact, VerdictArtifact.LargestArchive, cancellation), run.HeadSha!);
    }

    private CommentContext Context(WorkflowRun run, PullRequest pullRequest, IReadOnlyList<string> policyChanges) => new()
    {
        Run = run,
        PullRequest = pullRequest.Number,
        BaseSha = pullRequest.Base?.Sha,
        RepositoryPage = $"{settings.Server}{settings.Repository}",
        Site = Site,
        PolicyChanges = policyChanges,
        Today = today,
    };
}
