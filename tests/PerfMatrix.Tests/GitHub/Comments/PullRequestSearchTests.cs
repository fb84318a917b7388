using PerfMatrix.GitHub.Comments;
using PerfMatrix.GitHub.Rest;

namespace PerfMatrix.Tests.GitHub.Comments;

public sealed class PullRequestSearchTests
{
    private const string Sha = GateVerdicts.HeadSha;
    private static readonly RepositoryName s_repository = new("octo", "perf");
    private static readonly Repository s_base = new(1, "octo/perf", new("octo"), "main");
    private static readonly Repository s_fork = new(20, "alice/perf", new("alice"), null);
    private static readonly Repository s_otherFork = new(30, "bob/perf", new("bob"), null);

    [Fact]
    public void It_is_the_one_with_the_repository_branch_and_commit_of_the_run() =>
        Assert.Equal(
        [7], Numbers(PullRequestSearch.Of(Run(s_fork), s_repository, [Pull(6, s_otherFork), Pull(7, s_fork), Pull(8, s_base)])));

    [Fact]
    public void The_same_branch_name_of_another_fork_is_not_it() =>
        Assert.Equal("no pull request from alice/perf:patch-1", PullRequestSearch.Of(Run(s_fork), s_repository, [Pull(6, s_otherFork)]).Reason);

    [Fact]
    public void Two_forks_with_one_owner_are_told_apart() =>
        Assert.Empty(PullRequestSearch.Of(Run(s_fork), s_repository, [Pull(6, new(21, "alice/perf-2", new("alice"), null))]).PullRequests);

    [Fact]
    public void A_pull_request_that_moved_on_is_left_alone() => Assert.Equal(
        "#7 from alice/perf:patch-1 has moved on from 01234567 to ffffffff since",
        PullRequestSearch.Of(Run(s_fork), s_repository, [Pull(7, s_fork, sha: new string('f', 40))]).Reason);

    [Fact]
    public void A_closed_pull_request_is_left_alone() =>
        Assert.Equal("#7 from alice/perf:patch-1 has been closed since",
            PullRequestSearch.Of(Run(s_fork), s_repository, [Pull(7, s_fork, state: "closed")]).Reason);

    [Fact]
    public void A_pull_request_of_another_repository_is_not_it() =>
        Assert.Empty(PullRequestSearch.Of(Run(s_fork), s_repository, [Pull(7, s_fork) with { Base = new("main", "b", s_fork) }]).PullRequests);

    [Fact]
    public void Two_with_the_same_head_are_both_told_so_that_a_second_one_cannot_silence_the_first() => Assert.Equal(
        [7, 8], Numbers(PullRequestSearch.Of(Run(s_fork), s_repository, [Pull(7, s_fork), Pull(8, s_fork), Pull(9, s_fork, state: "closed")])));

    [Fact]
    public void A_deleted_fork_has_none() => Assert.Empty(PullRequestSearch.Of(Run(null), s_repository, [Pull(7, null)]).PullRequests);

    private static IEnumerable<int> Numbers(FoundPullRequests found) => found.PullRequests.Select(pull => pull.Number);

    private static WorkflowRun Run(Repository? repository) => new(1, 1, "pull_request", "completed", "success", "patch-1", Sha, repository, null);

    private static PullRequest Pull(int number, Repository? repository, string sha = Sha, string state = "open") =>
        new(number, state, new("patch-1", sha, repository), new("main", GateVerdicts.BaseSha, s_base));
}
