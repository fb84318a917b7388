using PerfMatrix.GitHub.Rest;
using PerfMatrix.GitHub.StandIn;
using PerfMatrix.Shared;

namespace PerfMatrix.Tests.GitHub.Rest;

public sealed class GitHubApiTests : IAsyncLifetime
{
    private GitHubWorld _world = null!;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() => _world = await GitHubWorld.StartAsync();

    public ValueTask DisposeAsync() => _world.DisposeAsync();

    [Fact]
    public async Task A_service_that_is_down_is_asked_six_times_and_then_named()
    {
        Fail("GET", "/comments", 503, times: 0);

        var problem = await Assert.ThrowsAsync<GitHubException>(() => _world.Api().CommentsAsync(7, Cancellation));

        Assert.Equal("GitHub: could not list the comments of #7: 503, \"fault\" (6 attempts). Look at https://www.githubstatus.com and run the job "
            + "again.", problem.Message);
        Assert.False(problem.IsRefused);
        Assert.Equal(5, _world.Pauses.Count);
    }

    [Fact]
    public async Task A_connection_that_breaks_is_tried_again()
    {
        Fail("GET", "/comments", 0);
        Assert.Empty(await _world.Api().CommentsAsync(7, Cancellation));
        Assert.Contains("no answer", _world.Error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Forbidden_names_the_permission_and_is_not_tried_again()
    {
        Fail("POST", "/comments", 403, body: """{"message":"Resource not accessible by integration"}""");

        var problem = await Assert.ThrowsAsync<GitHubException>(() => _world.Api().CreateCommentAsync(7, "text", Cancellation));

        Assert.Equal("GitHub: could not comment on #7: 403, \"Resource not accessible by integration\". The token lacks a permission; the job "
            + "needs `pull-requests: write`.", problem.Message);
        Assert.True(problem.IsRefused);
        Assert.Empty(_world.Pauses);
    }

    [Fact]
    public async Task Not_found_says_that_it_may_be_a_permission()
    {
        Fail("GET", "/artifacts", 404, body: """{"message":"Not Found"}""");
        var problem = await Assert.ThrowsAsync<GitHubException>(() => _world.Api().ArtifactsAsync(1, Cancellation));
        Assert.EndsWith("It is not there, or the token may not see it; the job needs `actions: read`.", problem.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_used_up_hour_is_waited_for()
    {
        var reset = new DateTimeOffset(2026, 11, 22, 9, 3, 0, TimeSpan.Zero).ToUnixTimeSeconds();
        Fail("GET", "/comments", 403, headers: new() { ["x-ratelimit-remaining"] = "0", ["x-ratelimit-reset"] = $"{reset}" });

        await _world.Api().CommentsAsync(7, Cancellation);

        Assert.Equal([TimeSpan.FromSeconds(181)], _world.Pauses);
    }

    /// <summary>perf-comment.yml ends after 15 minutes, set-up included: what was wrong has to be said before.</summary>
    [Fact]
    public async Task All_pauses_of_a_job_together_stay_below_its_time_limit()
    {
        var api = _world.Api();
        for (var asked = 0; asked < 5; asked++)
            Fail("GET", "/comments", 403, body: """{"message":"You have exceeded a secondary rate limit."}""",
                headers: new() { ["retry-after"] = "150" });

        var problem = await Assert.ThrowsAsync<GitHubException>(() => api.CommentsAsync(7, Cancellation));
        await Assert.ThrowsAsync<GitHubException>(() => api.CommentsAsync(7, Cancellation));

        Assert.Contains("too many requests in a short time (secondary rate limit) (4 attempts). Run the job again in a few minutes.", problem.Message,
            StringComparison.Ordinal);
        Assert.Equal(Enumerable.Repeat(TimeSpan.FromSeconds(150), 3), _world.Pauses);
    }

    [Fact]
    public async Task A_secondary_limit_is_waited_for_even_when_writing_as_nothing_was_written()
    {
        Fail("POST", "/comments", 403, body: """{"message":"You have exceeded a secondary rate limit."}""");
        Fail("POST", "/comments", 429, headers: new() { ["retry-after"] = "7" });

        await _world.Api().CreateCommentAsync(7, "text", Cancellation);

        Assert.Equal([TimeSpan.FromSeconds(7), TimeSpan.FromMinutes(1)], _world.Pauses.Order());
        Assert.Single(_world.State.Comments);
    }

    [Fact]
    public async Task A_comment_is_not_written_again_when_only_the_answer_failed()
    {
        _world.State.Faults.Add(new Fault("POST", "/comments", 502) { CarriedOut = true });
        Assert.True((await Assert.ThrowsAsync<GitHubException>(() => _world.Api().CreateCommentAsync(7, "text", Cancellation))).IsAmbiguous);
        Assert.Single(_world.State.Comments);
    }

    [Fact]
    public async Task All_pages_are_read()
    {
        for (var number = 0; number < 250; number++) _world.State.Comment(7, "somebody", $"{number}");
        Assert.Equal(Enumerable.Range(0, 250).Select(number => $"{number}"), (await _world.Api().CommentsAsync(7, Cancellation))
            .Select(comment => comment.Body));
    }

    [Fact]
    public async Task The_token_does_not_follow_to_the_host_of_the_archives()
    {
        _world.State.Upload(1, "verdict", GitHubWorld.Zip(("verdict.json", "{}")));

        var archive = await _world.Api().DownloadAsync(Assert.Single(await _world.Api().ArtifactsAsync(1, Cancellation)), 1 << 20, Cancellation);

        Assert.NotEmpty(archive);
        Assert.All(_world.State.Requests, request => Assert.Equal(
            !request.Contains("/archives/", StringComparison.Ordinal), request.EndsWith(" +token", StringComparison.Ordinal)));
        Assert.Contains(_world.State.Requests, request => request.Contains("/archives/", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("expired", "artifact 'verdict': expired, its content is gone; run the workflow again")]
    [InlineData("gone", "artifact 'verdict': expired, its content is gone; run the workflow again")]
    [InlineData("digest", "it was changed or cut off on the way")]
    [InlineData("claims", "artifact 'verdict': 3 MiB, the limit is 1 MiB")]
    [InlineData("large", "download the artifact 'verdict': more than 1 MiB came, which is the limit")]
    public async Task An_artifact_that_is_not_what_it_should_be_is_refused(string fault, string expected)
    {
        var stored = _world.State.Upload(1, "verdict", fault == "large" ? new byte[2 << 20] : GitHubWorld.Zip(("verdict.json", "{}")));
        if (fault == "expired") stored.Expired = true;
        if (fault == "digest") stored.Digest = "sha256:" + new string('0', 64);
        stored.ClaimedSize = fault switch { "claims" => 3 << 20, "large" => 1, _ => null };
        var artifact = Assert.Single(await _world.Api().ArtifactsAsync(1, Cancellation));
        if (fault == "gone") stored.Expired = true;

        var problem = await Assert.ThrowsAsync<ArtifactException>(() => _world.Api().DownloadAsync(artifact, 1 << 20, Cancellation));

        Assert.EndsWith(expected, problem.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_answer_that_is_no_JSON_is_an_error_and_no_crash()
    {
        Fail("GET", "/pulls", 200, body: "<html>");
        Assert.Contains("not the JSON that was expected", (await Assert.ThrowsAsync<GitHubException>(
            () => _world.Api().PullRequestsAsync("octo", "x", Cancellation))).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_token_is_not_sent_in_the_clear()
    {
        _world.Environment["GITHUB_API_URL"] = "http://api.example.test";
        Assert.StartsWith("GITHUB_API_URL: found http://api.example.test/, expected an https address",
            Assert.Throws<UsageException>(() => _world.Connection.Settings()).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("https://github.com/octo/perf.git", "octo/perf")]
    [InlineData("git@github.com:octo/perf.git", "octo/perf")]
    [InlineData("https://github.com/octo/perf", "octo/perf")]
    [InlineData("/srv/perf.git", null)]
    [InlineData("https://github.com/octo/..", null)]
    [InlineData(null, null)]
    public void The_remote_names_the_repository(string? remote, string? expected) =>
    Assert.Equal(expected, RepositoryName.OfRemote(remote)?.ToString());

    private void Fail(string method, string path, int status, int times = 1, string? body = null, Dictionary<string, string>? headers = null) =>
        _world.State.Faults.Add(new Fault(method, path, status, times) { Body = body ?? """{"message":"fault"}""", Headers = headers ?? [] });
}
