using PerfMatrix.GitHub.Rest;

namespace PerfMatrix.GitHub.Comments;

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
        var branch = $"{RestProblem.OneLine(run.HeadRepository?.FullName ?? "a deleted repository")}:{RestProblem.OneLine(run.HeadBranch ?? "")}";
        var open = same.Where(candidate => candidate.State == "open").ToList();
        if (open.Count == 0)
            return new([], same.Count == 0 ? $"no pull request from {branch}" : $"#{same[0].Number} from {branch} has been closed since");
        var current = open.Where(candidate => string.Equals(candidate.Head?.Sha, run.HeadSha, StringComparison.OrdinalIgnoreCase)).ToList();
        return current.Count > 0 ? new(current, "")
            : new([], $"#{open[0].Number} from {branch} has moved on from {Short(run.HeadSha)} to {Short(open[0].Head?.Sha)} since");
    }

    private static bool IsSameBranch(PullRequest candidate, WorkflowRun run) =>
        candidate.Head?.Repo?.Id == run.HeadRepository?.Id && run.HeadRepository is not null && candidate.Head?.Ref == run.HeadBranch;

    private static string Short(string? sha) => sha is { Length: >= 8 } ? sha[..8] : "nothing";
}
