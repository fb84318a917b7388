namespace PerfMatrix.GitHub.Comments;

/// <summary>From the end of a run to the comment on its pull request.</summary>
/// <param name="site">Address of the trend site, ending in a slash; null where there is none, so that nothing links to it.</param>
/// <param name="folder">Where the verdict is left for the history; null for nowhere.</param>
internal sealed class CommentJob(GitHubApi api, GitHubSettings settings, DateOnly today, string author, string? site, string? folder)
{
    /// <summary>Account that writes with the token of a workflow.</summary>
    public const string DefaultAuthor = "github-actions[bot]";

    // A job that reaches its time limit also ends its run so. If there is a verdict all the same, it counts.
    private const string Cancelled = "cancelled";

    /// <returns>What was done or why nothing was, for people.</returns>
    public async Task<string> RunAsync(WorkflowRun run, CancellationToken cancellation)
    {
        if (NotWorthIt(run) is { } reason) return $"nothing to comment on: {reason}";
        var candidates = await api.PullRequestsAsync(run.HeadRepository!.Owner!.Login!, run.HeadBranch!, cancellation);
        var found = PullRequestSearch.Of(run, settings.Repository, candidates);
        if (found.PullRequests.Count == 0) return $"nothing to comment on: {found.Reason}";
        var done = new List<string>();
        foreach (var pullRequest in found.PullRequests) done.Add(await CommentAsync(run, pullRequest, found, cancellation));
        return string.Join(", ", done);
    }

    private async Task<string> CommentAsync(WorkflowRun run, PullRequest pullRequest, FoundPullRequests found, CancellationToken cancellation)
    {
        var files = await api.ChangedFilesAsync(pullRequest.Number, cancellation);
        var context = new CommentContext(
            run, pullRequest.Number, pullRequest.Base?.Sha, $"{settings.Server}{settings.Repository}", site, today, CommentPolicy.Among(files),
            HasMoreFiles: files.Count >= GitHubApi.MostChangedFiles,
            Siblings: [.. found.PullRequests.Select(other => other.Number).Where(number => number != pullRequest.Number)]);
        if (await BodyAsync(run, context, cancellation) is not { } body) return $"nothing to comment on: the run was {Cancelled}";
        return await new StickyComment(api, author).PutAsync(pullRequest.Number, context.Marker, body, cancellation);
    }

    private static string? NotWorthIt(WorkflowRun run) => run switch
    {
        { Event: not "pull_request" } => $"the run was started by {ForeignText.Clean(run.Event ?? "nothing")}, not by a pull request",
        // Nobody has allowed the run of a stranger yet.
        { Conclusion: "skipped" or "action_required" } => $"the run was {run.Conclusion}",
        { HeadRepository.Owner.Login: null } or { HeadRepository: null } => "the repository of the branch was deleted",
        { HeadBranch: null } or { HeadSha: null } => "the run names no branch or commit",
        _ => null,
    };

    private async Task<string?> BodyAsync(WorkflowRun run, CommentContext context, CancellationToken cancellation)
    {
        try
        {
            var archive = await ArchiveAsync(run, cancellation);
            var verdict = VerdictArtifact.Read(archive, run.HeadSha!);
            var why = VerdictArtifact.Explanation(archive, verdict);
            if (folder is not null && verdict.Cells.Any(cell => cell.Rounds > 0)) Leave(folder, verdict, why, context);
            return CommentBody.Of(verdict, context, why);
        }
        catch (ArtifactException) when (run.Conclusion == Cancelled)
        {
            return null;
        }
        catch (ArtifactException problem)
        {
            return await BaseWithoutToolAsync(run, context, cancellation) is { } commit ? CommentBody.OfIntroduction(commit, context)
                : CommentBody.WithoutVerdict(problem.Message, context);
        }
    }

    // The number is the service's: without one it would count as a verdict of the branch, of which the badge speaks.
    private static void Leave(string folder, VerdictDocument verdict, WhyDocument? why, CommentContext context)
    {
        // Several may have this head, and the verdict is of one of them.
        var number = verdict.PullRequest?.Number is { } own && context.Siblings.Contains(own) ? own : context.PullRequest;
        VerdictDocument.File.Write(VerdictDocument.File.In(folder), verdict with
        {
            PullRequest = (verdict.PullRequest ?? new(null, context.Run.HeadSha, context.BaseSha)) with { Number = number },
        });
        if (why is not null) WhyDocument.File.Write(WhyDocument.File.In(folder), why);
    }

    // A run ends well without a verdict only where there was nothing to compare with; whether that is so the service is asked, and not the run.
    private async Task<string?> BaseWithoutToolAsync(WorkflowRun run, CommentContext context, CancellationToken cancellation)
    {
        if (run.Conclusion != "success" || context.BaseSha is not { } commit) return null;
        foreach (var file in RepositoryRoot.Files)
        {
            if (await api.HasFileAsync(file, commit, cancellation)) return null;
        }

        return commit;
    }

    private async Task<byte[]> ArchiveAsync(WorkflowRun run, CancellationToken cancellation)
    {
        var artifacts = await api.ArtifactsAsync(run.Id, cancellation);
        // What was uploaded before the attempt began is another's.
        var artifact = artifacts.Where(one => one.Name == VerdictArtifact.Name && !(one.CreatedAt < run.RunStartedAt)).MaxBy(one => one.CreatedAt)
            ?? throw new ArtifactException($"the run ended ({run.Conclusion ?? "without a conclusion"}) without a verdict");
        return await api.DownloadAsync(artifact, VerdictArtifact.LargestArchive, cancellation);
    }
}

/// <summary>What a comment is made of besides the verdict: all of it from the service or this checkout, nothing from the artifact.</summary>
/// <param name="BaseSha">Commit it is to be merged into; null when the service did not say.</param>
/// <param name="RepositoryPage">Address of the repository's page, without a slash at its end.</param>
/// <param name="Site">Address of the trend site, ending in a slash; null where there is none.</param>
/// <param name="PolicyChanges">Files that it changes and that decide, or carry out, what judges it. Their names are the pull request's.</param>
/// <param name="HasMoreFiles">Whether the service told only some of the files, so that any may be among the others.</param>
/// <param name="Siblings">Numbers of other pull requests with the same head, which the run may have been about as well.</param>
internal sealed record CommentContext(
    WorkflowRun Run, int PullRequest, string? BaseSha, string RepositoryPage, string? Site, DateOnly Today, IReadOnlyList<string> PolicyChanges,
    bool HasMoreFiles, IReadOnlyList<int> Siblings)
{
    /// <summary>Whether the branch is in the repository itself and not in a fork, so that a workflow of it finds the commit.</summary>
    public bool IsOwnBranch => Run.HeadRepository?.FullName is { } name && RepositoryPage.EndsWith($"/{name}", StringComparison.OrdinalIgnoreCase);

    public string? BaseOf(VerdictDocument verdict) => verdict.Base?.Sha ?? BaseSha;

    public (string Base, string Head)? Sides(VerdictDocument verdict) => BaseOf(verdict) is { } old && Run.HeadSha is { } head ? (old, head) : null;

    /// <summary>Address of the full report: the page of the run, with its summaries.</summary>
    public string Report => $"{RepositoryPage}/actions/runs/{Run.Id}/attempts/{Marker.Attempt}";
    public CommentMarker Marker => new(Run.Id, Math.Max(1, Run.RunAttempt));
}

/// <param name="Reason">Why there is none; empty when there is one.</param>
internal sealed record FoundPullRequests(IReadOnlyList<PullRequest> PullRequests, string Reason);

/// <summary>Which pull requests a run was about. A run's own list of pull requests is empty for forks, and a number in an artifact could be
/// anybody's: so it is those whose head is the repository, the branch and the commit of the run, as the service itself tells them. Nothing says which
/// of several it was; a second one from the same branch must not silence the comment on the first, so it is all of them.</summary>
internal static class PullRequestSearch
{
    public static FoundPullRequests Of(WorkflowRun run, RepositoryName repository, IReadOnlyList<PullRequest> candidates)
    {
        var same = candidates.Where(candidate => IsSameBranch(candidate, run) && repository.Is(candidate.Base?.Repo?.FullName)).ToList();
        var branch = $"{ForeignText.Clean(run.HeadRepository?.FullName ?? "a deleted repository")}:{ForeignText.Clean(run.HeadBranch ?? "")}";
        var open = same.Where(candidate => candidate.State == "open").ToList();
        if (open.Count == 0)
            return new([], same.Count == 0 ? $"no pull request from {branch}" : $"#{same[0].Number} from {branch} has been closed since");
        var current = open.Where(candidate => string.Equals(candidate.Head?.Sha, run.HeadSha, StringComparison.OrdinalIgnoreCase)).ToList();
        return current.Count > 0 ? new(current, "")
            : new([], $"#{open[0].Number} from {branch} has moved on from {Wording.ShortCommit(run.HeadSha)} to "
                + $"{Wording.ShortCommit(open[0].Head?.Sha)} since");
    }

    private static bool IsSameBranch(PullRequest candidate, WorkflowRun run) =>
        candidate.Head?.Repo?.Id == run.HeadRepository?.Id && run.HeadRepository is not null && candidate.Head?.Ref == run.HeadBranch;
}
