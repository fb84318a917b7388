namespace PerfMatrix.GitHub.Rest;

/// <summary>An artifact of a workflow run: https://docs.github.com/rest/actions/artifacts.</summary>
/// <param name="Digest">Hash of the archive, <c>sha256:</c> and hexadecimal digits; null for artifacts of old uploads.</param>
internal sealed record Artifact(long Id, string Name, long SizeInBytes, bool Expired, DateTimeOffset? CreatedAt, string? Digest);

internal sealed record ArtifactPage(IReadOnlyList<Artifact>? Artifacts);

internal sealed record Account(string? Login);

/// <param name="Id">Id, which stays when the repository is renamed.</param>
internal sealed record Repository(long Id, string? FullName, Account? Owner, string? DefaultBranch);

/// <param name="Repo">Repository; null when a fork was deleted.</param>
internal sealed record PullRequestEnd(string? Ref, string? Sha, Repository? Repo);

/// <summary>A pull request: https://docs.github.com/rest/pulls/pulls.</summary>
internal sealed record PullRequest(int Number, string? State, PullRequestEnd? Head, PullRequestEnd? Base);

/// <param name="PreviousFilename">Path before a renaming; null without one.</param>
internal sealed record ChangedFile(string? Filename, string? PreviousFilename);

/// <summary>A comment of an issue or pull request: https://docs.github.com/rest/issues/comments.</summary>
/// <param name="User">Author; null when the account is gone.</param>
internal sealed record IssueComment(long Id, string? Body, Account? User);

internal sealed record CommentText(string Body);

/// <summary>An issue or pull request: https://docs.github.com/rest/issues/issues.</summary>
internal sealed record Issue(int Number, string? Title, string? Body, string? State, Account? User);

/// <summary>An issue to write; what is null stays as it is.</summary>
/// <param name="Title">At most 256 characters.</param>
/// <param name="StateReason">Why it is closed: <c>completed</c> or <c>not_planned</c>.</param>
internal sealed record IssueText(string Title, string Body, string? State = null, string? StateReason = null)
{
    public const string Open = "open";
    public const string Closed = "closed";
}

/// <summary>The commits from one to another, and the files that they change:
/// https://docs.github.com/rest/commits/commits#compare-two-commits.</summary>
/// <param name="Commits">At most 250, the oldest first.</param>
internal sealed record CommitComparison(int TotalCommits, IReadOnlyList<ComparedCommit>? Commits, IReadOnlyList<ChangedFile>? Files);

/// <param name="Author">Account; null when none has the address of the author.</param>
internal sealed record ComparedCommit(string? Sha, CommitMessage? Commit, Account? Author);

internal sealed record CommitMessage(string? Message);

/// <summary>A workflow run: https://docs.github.com/rest/actions/workflow-runs.</summary>
/// <param name="Id">Id; the same for every attempt.</param>
/// <param name="Status"><c>completed</c>, or how far it is.</param>
/// <param name="Conclusion"><c>success</c>, <c>failure</c>, <c>cancelled</c>, ...; null before its end.</param>
/// <param name="HeadRepository">Repository of the branch; null when a fork was deleted.</param>
internal sealed record WorkflowRun(
    long Id, int RunAttempt, string? Event, string? Status, string? Conclusion, string? HeadBranch, string? HeadSha, Repository? HeadRepository,
        DateTimeOffset? RunStartedAt);

/// <param name="WorkflowRuns">The runs, the newest first.</param>
internal sealed record WorkflowRunPage(int TotalCount, IReadOnlyList<WorkflowRun>? WorkflowRuns);

/// <summary>What a workflow started by <c>workflow_run</c> finds at <c>GITHUB_EVENT_PATH</c>.</summary>
internal sealed record WorkflowRunEvent(WorkflowRun? WorkflowRun, Repository? Repository);

/// <summary>The Pages site of a repository: https://docs.github.com/rest/pages/pages.</summary>
/// <param name="BuildType"><c>legacy</c> (from a branch) or <c>workflow</c>.</param>
internal sealed record PagesSite(string? HtmlUrl, string? BuildType, PagesSource? Source);

internal sealed record PagesSource(string? Branch, string? Path);

/// <summary>A variable of a repository: https://docs.github.com/rest/actions/variables.</summary>
internal sealed record RepositoryVariable(string? Name, string? Value);

/// <summary>JSON of the REST API: names with underscores. A field that is missing or null reads as null or 0, and what is null is not sent.</summary>
internal static class RestJson
{
    public static JsonSerializerOptions Options { get; } =
        new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };
}
