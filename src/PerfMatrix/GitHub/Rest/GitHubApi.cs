namespace PerfMatrix.GitHub.Rest;

/// <summary>What is asked of the REST API about one repository. All methods throw <see cref="GitHubException"/> without a good answer.</summary>
internal sealed class GitHubApi(RestSender sender, GitHubSettings settings)
{
    /// <summary>Files of a pull request that the service tells at most: https://docs.github.com/rest/pulls/pulls#list-pull-requests-files.</summary>
    public const int MostChangedFiles = 3000;

    private const int MostPages = 100;
    private const string ReadActions = "actions: read";
    private const string Write = "pull-requests: write";
    private const string WriteIssues = "issues: write";
    private const string WriteActions = "actions: write";

    private readonly string _root = $"repos/{settings.Repository}";

    /// <summary>The artifacts of all attempts of a workflow run, also expired ones.</summary>
    public Task<IReadOnlyList<Artifact>> ArtifactsAsync(long run, CancellationToken cancellation) => PagesAsync(
        Get($"{_root}/actions/runs/{run}/artifacts?per_page=100", $"list the artifacts of run {run}", ReadActions),
        (ArtifactPage page) => page.Artifacts,
        cancellation);

    /// <summary>The archive of an artifact, whose digest has been checked.</summary>
    /// <exception cref="ArtifactException">It is expired, larger, or not what was uploaded.</exception>
    public async Task<byte[]> DownloadAsync(Artifact artifact, long largest, CancellationToken cancellation)
    {
        ArtifactCheck.Before(artifact, largest);
        var request = Get(
            $"{_root}/actions/artifacts/{artifact.Id}/zip", $"download the artifact '{ForeignText.Clean(artifact.Name)}'", ReadActions) with
        {
            Largest = largest,
            Expected = [HttpStatusCode.Gone],
        };
        var answer = await sender.SendAsync(request, cancellation);
        if (answer.Status == HttpStatusCode.Gone) throw ArtifactCheck.Expired(artifact);
        var archive = answer.Location is null ? answer : await FollowAsync(request, answer.Location, cancellation);
        ArtifactCheck.Digest(artifact, archive.Content);
        return archive.Content;
    }

    /// <summary>Open and closed pull requests from branches of this name. The filter of the service is coarse: check repository and commit.</summary>
    public Task<IReadOnlyList<PullRequest>> PullRequestsAsync(string headOwner, string branch, CancellationToken cancellation) =>
        ListAsync<PullRequest>(
            Get($"{_root}/pulls?state=all&head={Uri.EscapeDataString($"{headOwner}:{branch}")}&sort=updated&direction=desc&per_page=100",
                "find the pull request", "pull-requests: read"), cancellation);

    /// <summary>The files that a pull request changes; of more than <see cref="MostChangedFiles"/> the service tells that many.</summary>
    public Task<IReadOnlyList<ChangedFile>> ChangedFilesAsync(int pullRequest, CancellationToken cancellation) => ListAsync<ChangedFile>(
        Get($"{_root}/pulls/{pullRequest}/files?per_page=100", $"list the files of #{pullRequest}", "pull-requests: read"), cancellation);

    /// <summary>All comments of a pull request, the oldest first.</summary>
    public Task<IReadOnlyList<IssueComment>> CommentsAsync(int pullRequest, CancellationToken cancellation) => ListAsync<IssueComment>(
        Get($"{_root}/issues/{pullRequest}/comments?per_page=100", $"list the comments of #{pullRequest}", Write), cancellation);

    public Task CreateCommentAsync(int pullRequest, string body, CancellationToken cancellation) => sender.SendAsync(
        new(HttpMethod.Post, $"{_root}/issues/{pullRequest}/comments", $"comment on #{pullRequest}", Write, Json(new CommentText(body))),
        cancellation);

    /// <summary>Replaces the text of a comment; false when it was deleted meanwhile.</summary>
    public Task<bool> UpdateCommentAsync(long comment, string body, CancellationToken cancellation) => IsThereAsync(
        new(HttpMethod.Patch, $"{_root}/issues/comments/{comment}", $"update the comment {comment}", Write, Json(new CommentText(body))),
        cancellation);

    /// <summary>Removes a comment; one that is gone already is no error.</summary>
    public Task DeleteCommentAsync(long comment, CancellationToken cancellation) =>
        IsThereAsync(new(HttpMethod.Delete, $"{_root}/issues/comments/{comment}", $"delete the second comment {comment}", Write), cancellation);

    /// <summary>Open and closed issues, and pull requests, of an account.</summary>
    public Task<IReadOnlyList<Issue>> IssuesAsync(string author, CancellationToken cancellation) => ListAsync<Issue>(
        Get($"{_root}/issues?state=all&creator={Uri.EscapeDataString(author)}&per_page=100", "list the issues", WriteIssues), cancellation);

    // A new issue is open, and the service refuses to be told so.
    public async Task<int> CreateIssueAsync(IssueText text, CancellationToken cancellation) => (await ReadAsync<Issue>(
        new(HttpMethod.Post, $"{_root}/issues", "open an issue", WriteIssues, Json(text with { State = null })), cancellation)).Number;

    public Task UpdateIssueAsync(int issue, IssueText text, CancellationToken cancellation) =>
        sender.SendAsync(new(HttpMethod.Patch, $"{_root}/issues/{issue}", $"update the issue #{issue}", WriteIssues, Json(text)), cancellation);

    /// <summary>What lies between two commits; null when the service does not know them.</summary>
    public Task<CommitComparison?> CompareAsync(string before, string after, CancellationToken cancellation) => FindAsync<CommitComparison>(
        Get($"{_root}/compare/{before}...{after}", $"compare {before} with {after}", "contents: read"), cancellation);

    /// <summary>The completed runs of a workflow on a branch, the newest first; the service tells at most 1,000.</summary>
    public Task<IReadOnlyList<WorkflowRun>> RunsAsync(string workflow, string branch, CancellationToken cancellation) => PagesAsync(
        Get($"{Workflow(workflow)}/runs?branch={Uri.EscapeDataString(branch)}&status=completed&per_page=100", $"list the runs of {workflow}",
            ReadActions),
        (WorkflowRunPage page) => page.WorkflowRuns,
        cancellation);

    /// <summary>How many runs of a workflow were created since a time, whoever started them.</summary>
    public async Task<int> CountRunsAsync(string workflow, DateTimeOffset since, CancellationToken cancellation) =>
        (await ReadAsync<WorkflowRunPage>(Get($"{Workflow(workflow)}/runs?created=%3E%3D{since.UtcDateTime:s}Z&per_page=1",
            $"count the runs of {workflow}", WriteActions), cancellation)).TotalCount;

    /// <summary>Starts a workflow, which the token of a job may do, too: https://docs.github.com/actions/concepts/security/github_token.</summary>
    /// <param name="branch">Branch whose file runs.</param>
    public Task StartAsync(string workflow, string branch, IReadOnlyDictionary<string, string> inputs, CancellationToken cancellation) =>
        sender.SendAsync(new(HttpMethod.Post, $"{Workflow(workflow)}/dispatches", $"start {workflow}", WriteActions,
            Json(new { Ref = branch, Inputs = inputs })), cancellation);

    public Task<Repository> RepositoryAsync(CancellationToken cancellation) =>
        ReadAsync<Repository>(Get(_root, $"read the repository {settings.Repository}", "contents: read"), cancellation);

    /// <summary>Whether a commit has a file; one that the service does not know has none.</summary>
    /// <param name="path">Path of the file, of letters, digits, dots, hyphens and slashes.</param>
    public Task<bool> HasFileAsync(string path, string commit, CancellationToken cancellation) =>
        IsThereAsync(Get($"{_root}/contents/{path}?ref={Uri.EscapeDataString(commit)}", $"look for {path} in {ForeignText.Clean(commit)}",
            "contents: read"), cancellation);

    public Task<PagesSite?> PagesAsync(CancellationToken cancellation) =>
        FindAsync<PagesSite>(Get($"{_root}/pages", "read the settings of Pages", "pages: read"), cancellation);

    public Task<RepositoryVariable?> VariableAsync(string name, CancellationToken cancellation) => FindAsync<RepositoryVariable>(
        Get($"{_root}/actions/variables/{Uri.EscapeDataString(name)}", $"read the variable {name}",
            "variables: read (a personal token; GITHUB_TOKEN cannot have it)"),
        cancellation);

    private string Workflow(string file) => $"{_root}/actions/workflows/{Uri.EscapeDataString(file)}";

    private static RestRequest Get(string path, string what, string permission) => new(HttpMethod.Get, path, what, permission);

    private static byte[] Json<T>(T body) => JsonSerializer.SerializeToUtf8Bytes(body, RestJson.Options);

    private async Task<RestAnswer> FollowAsync(RestRequest request, Uri location, CancellationToken cancellation)
    {
        var target = new Uri(settings.Api, location);
        if (!GitHubSettings.IsPrivate(target))
            throw new ArtifactException($"{request.What}: the API redirects to {target.Host} without https, which is not followed");
        var answer = await sender.SendAsync(request with { Path = target.AbsoluteUri, Expected = [] }, cancellation);
        return answer.Location is null ? answer
            : throw new ArtifactException($"{request.What}: {target.Host} redirects to another host, which is not followed");
    }

    private async Task<bool> IsThereAsync(RestRequest request, CancellationToken cancellation)
    {
        var answer = await sender.SendAsync(request with { Expected = [HttpStatusCode.NotFound, HttpStatusCode.Gone] }, cancellation);
        return answer.Status is not (HttpStatusCode.NotFound or HttpStatusCode.Gone);
    }

    private async Task<T?> FindAsync<T>(RestRequest request, CancellationToken cancellation)
        where T : class
    {
        var answer = await sender.SendAsync(request with { Expected = [HttpStatusCode.NotFound] }, cancellation);
        return answer.Status == HttpStatusCode.NotFound ? null : Read<T>(answer, request);
    }

    private Task<IReadOnlyList<TItem>> ListAsync<TItem>(RestRequest request, CancellationToken cancellation) =>
        PagesAsync(request, (IReadOnlyList<TItem> page) => page, cancellation);

    private async Task<IReadOnlyList<TItem>> PagesAsync<TPage, TItem>(
        RestRequest request, Func<TPage, IReadOnlyList<TItem>?> itemsOf, CancellationToken cancellation)
    {
        var items = new List<TItem>();
        var next = request.Path;
        for (var page = 0; page < MostPages && next is not null; page++)
        {
            var answer = await sender.SendAsync(request with { Path = next }, cancellation);
            items.AddRange(itemsOf(Read<TPage>(answer, request)) ?? []);
            next = answer.Next;
        }

        return items;
    }

    private async Task<T> ReadAsync<T>(RestRequest request, CancellationToken cancellation) =>
        Read<T>(await sender.SendAsync(request, cancellation), request);

    private static T Read<T>(RestAnswer answer, RestRequest request) => Errors.Or(
        () => JsonSerializer.Deserialize<T>(answer.Content, RestJson.Options) ?? throw new JsonException("found null"),
        (JsonException problem) => throw new GitHubException(
            $"GitHub: could not {request.What}: the answer is not the JSON that was expected ({ForeignText.Clean(problem.Message)}). Run the "
                + $"job again.", answer.Status, problem));
}
