using System.Text.Json;

namespace PerfMatrix.GitHub;

/// <summary>An artifact of a workflow run: https://docs.github.com/rest/actions/artifacts.</summary>
/// <param name="Id">Id.</param>
/// <param name="Name">Name.</param>
/// <param name="SizeInBytes">Size of the archive.</param>
/// <param name="Expired">Whether its content is gone.</param>
/// <param name="CreatedAt">When it was uploaded.</param>
/// <param name="Digest">Hash of the archive, <c>sha256:</c> and hexadecimal digits; null for artifacts of old uploads.</param>
public sealed record Artifact(long Id, string Name, long SizeInBytes, bool Expired, DateTimeOffset? CreatedAt, string? Digest);

/// <summary>A page of artifacts.</summary>
/// <param name="Artifacts">The artifacts.</param>
public sealed record ArtifactPage(IReadOnlyList<Artifact>? Artifacts);

/// <summary>A user, organization or bot.</summary>
/// <param name="Login">Name.</param>
public sealed record Account(string? Login);

/// <summary>A repository in a payload.</summary>
/// <param name="Id">Id, which stays when the repository is renamed.</param>
/// <param name="FullName"><c>owner/name</c>.</param>
/// <param name="Owner">Owner.</param>
/// <param name="DefaultBranch">Default branch, where the payload has it.</param>
public sealed record Repository(long Id, string? FullName, Account? Owner, string? DefaultBranch);

/// <summary>One end of a pull request.</summary>
/// <param name="Ref">Branch.</param>
/// <param name="Sha">Its newest commit.</param>
/// <param name="Repo">Repository; null when a fork was deleted.</param>
public sealed record PullRequestEnd(string? Ref, string? Sha, Repository? Repo);

/// <summary>A pull request: https://docs.github.com/rest/pulls/pulls.</summary>
/// <param name="Number">Number.</param>
/// <param name="State"><c>open</c> or <c>closed</c>.</param>
/// <param name="Head">What is to be merged.</param>
/// <param name="Base">What it is to be merged into.</param>
public sealed record PullRequest(int Number, string? State, PullRequestEnd? Head, PullRequestEnd? Base);

/// <summary>A file of a pull request.</summary>
/// <param name="Filename">Path.</param>
/// <param name="PreviousFilename">Path before a renaming; null without one.</param>
public sealed record ChangedFile(string? Filename, string? PreviousFilename);

/// <summary>A comment of an issue or pull request: https://docs.github.com/rest/issues/comments.</summary>
/// <param name="Id">Id.</param>
/// <param name="Body">Markdown.</param>
/// <param name="User">Author; null when the account is gone.</param>
public sealed record IssueComment(long Id, string? Body, Account? User);

/// <summary>A comment to write.</summary>
/// <param name="Body">Markdown.</param>
public sealed record CommentText(string Body);

/// <summary>A workflow run: https://docs.github.com/rest/actions/workflow-runs.</summary>
/// <param name="Id">Id; the same for every attempt.</param>
/// <param name="RunAttempt">Attempt, from 1.</param>
/// <param name="Event">What started it, e.g. <c>pull_request</c>.</param>
/// <param name="Status"><c>completed</c>, or how far it is.</param>
/// <param name="Conclusion"><c>success</c>, <c>failure</c>, <c>cancelled</c>, ...; null before its end.</param>
/// <param name="HeadBranch">Branch.</param>
/// <param name="HeadSha">Commit.</param>
/// <param name="HeadRepository">Repository of the branch; null when a fork was deleted.</param>
/// <param name="RunStartedAt">When this attempt began.</param>
public sealed record WorkflowRun(
    long Id, int RunAttempt, string? Event, string? Status, string? Conclusion, string? HeadBranch, string? HeadSha, Repository? HeadRepository, DateTimeOffset? RunStartedAt);

/// <summary>A page of workflow runs.</summary>
/// <param name="WorkflowRuns">The runs, the newest first.</param>
public sealed record WorkflowRunPage(IReadOnlyList<WorkflowRun>? WorkflowRuns);

/// <summary>What a workflow started by <c>workflow_run</c> finds at <c>GITHUB_EVENT_PATH</c>.</summary>
/// <param name="WorkflowRun">The run that ended.</param>
/// <param name="Repository">The repository.</param>
public sealed record WorkflowRunEvent(WorkflowRun? WorkflowRun, Repository? Repository);

/// <summary>The Pages site of a repository: https://docs.github.com/rest/pages/pages.</summary>
/// <param name="HtmlUrl">Address.</param>
/// <param name="BuildType"><c>legacy</c> (from a branch) or <c>workflow</c>.</param>
/// <param name="Source">Branch it is served from.</param>
public sealed record PagesSite(string? HtmlUrl, string? BuildType, PagesSource? Source);

/// <summary>Branch that a Pages site is served from.</summary>
/// <param name="Branch">Branch.</param>
/// <param name="Path">Folder.</param>
public sealed record PagesSource(string? Branch, string? Path);

/// <summary>A variable of a repository: https://docs.github.com/rest/actions/variables.</summary>
/// <param name="Name">Name.</param>
/// <param name="Value">Value.</param>
public sealed record RepositoryVariable(string? Name, string? Value);

/// <summary>JSON of the REST API: names with underscores. A field that is missing or null reads as null or 0.</summary>
internal static class RestJson
{
    public static JsonSerializerOptions Options { get; } = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };
}
