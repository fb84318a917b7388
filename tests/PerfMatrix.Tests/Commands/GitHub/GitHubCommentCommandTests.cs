using PerfMatrix.Explain;
using PerfMatrix.Gate;
using PerfMatrix.GitHub.Comments;
using PerfMatrix.GitHub.StandIn;
using PerfMatrix.Tests.GitHub;

namespace PerfMatrix.Tests.Commands.GitHub;

public sealed class GitHubCommentCommandTests : IAsyncLifetime
{
    private static readonly StoredRun s_run = new(4711, "perf-pr.yml", "patch-1", GateVerdicts.HeadSha)
    {
        Event = "pull_request",
        Conclusion = "failure",
        HeadRepository = "alice/perf",
        HeadRepositoryId = 20,
    };

    private GitHubWorld _world = null!;

    public async ValueTask InitializeAsync()
    {
        _world = await GitHubWorld.StartAsync();
        _world.State.PullRequests.Add(new(6, "bob/perf", 30, "patch-1", GateVerdicts.HeadSha));
        _world.State.PullRequests.Add(new(7, "alice/perf", 20, "patch-1", GateVerdicts.HeadSha) { BaseSha = GateVerdicts.BaseSha });
    }

    public ValueTask DisposeAsync() => _world.DisposeAsync();

    [Fact]
    public async Task The_pull_request_of_a_fork_gets_a_comment()
    {
        Upload();

        await Good("commented on #7");

        Assert.Equal(7, Assert.Single(_world.State.Comments).PullRequest);
        Assert.StartsWith(
            "<!-- perfmatrix verdict run=4711 attempt=1 -->\n### perfmatrix: regressed\n\n**Regressed: ", _world.Comment, StringComparison.Ordinal);
        Assert.Contains("| **worse** | `hello-minimal/net10.0/server/2c` | Throughput |", _world.Comment, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_traced_rounds_showed_is_folded_into_the_comment()
    {
        var verdict = GateVerdicts.Regressed();
        _world.State.Upload(4711, "verdict", GateVerdicts.Archive(verdict, WhyDocument.File.Format(GateVerdicts.Why(verdict))));

        await Good("commented on #7");

        Assert.Contains("  - CPU/req +0.66 us [+0.55 +0.77], base 12.30 us: `Orders.Total` +0.61 us [+0.50 +0.70] (`src/Orders.cs`:42)\n",
            _world.Comment, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_comment_is_updated_in_place()
    {
        Upload();
        await Good("commented on #7");
        await Good("the comment on #7 says so already");
        var newer = s_run with { Id = 4712, Conclusion = "success" };
        _world.State.Upload(4712, "verdict", GateVerdicts.Archive(GateVerdicts.Pass()));
        await Good("updated the comment on #7", newer);
        Assert.Contains("perfmatrix: pass", _world.Comment, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_comment_of_the_author_named_is_updated_and_links_to_the_site()
    {
        _world.State.Comment(7, "perf-app[bot]", new CommentMarker(4710, 1).Line + "\nolder");
        Upload();

        var code = await _world.RunAsync(
            "github", "comment", "--event", _world.Event(s_run), "--author", "perf-app[bot]", "--site", "https://octo.github.io/perf");

        Assert.True(code == 0, _world.Error.ToString());
        Assert.EndsWith("perfmatrix: updated the comment on #7\n", _world.Output.ToString(), StringComparison.Ordinal);
        Assert.Contains("https://octo.github.io/perf/", _world.Comment, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_newer_comment_stays()
    {
        _world.State.Comment(7, "github-actions[bot]", new CommentMarker(4711, 2).Line + "\nnewer");
        Upload();
        await Good("#7 already shows a newer run");
        Assert.EndsWith("newer", _world.Comment, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Another_attempt_replaces_the_first_and_takes_its_own_verdict()
    {
        Upload();
        await Good("commented on #7");
        var second = s_run with { Attempt = 2, Conclusion = "success", StartedAt = new(2026, 11, 22, 8, 30, 0, TimeSpan.Zero) };
        _world.State.Upload(4711, "verdict", GateVerdicts.Archive(GateVerdicts.Pass()), new DateTimeOffset(2026, 11, 22, 8, 45, 0, TimeSpan.Zero));
        // No workflow uploads a verdict of this name, but any job can.
        _world.State.Upload(
            4711, "verdict-attempt2", GateVerdicts.Archive(GateVerdicts.Regressed()), new DateTimeOffset(2026, 11, 22, 8, 50, 0, TimeSpan.Zero));
        await Good("updated the comment on #7", second);
        Assert.StartsWith("<!-- perfmatrix verdict run=4711 attempt=2 -->\n### perfmatrix: pass", _world.Comment, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_verdict_of_the_attempt_before_is_not_taken_for_this_one()
    {
        Upload();
        await Good("commented on #7", s_run with { Attempt = 2, StartedAt = new(2026, 11, 22, 8, 30, 0, TimeSpan.Zero) });
        Assert.Contains("without a verdict", _world.Comment, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_comment_that_is_deleted_meanwhile_is_written_anew()
    {
        _world.State.Comment(7, "github-actions[bot]", new CommentMarker(4000, 1).Line);
        _world.State.Faults.Add(new Fault("PATCH", "/comments/", 404));
        Upload();
        await Good("commented on #7");
        Assert.Contains(_world.State.Comments, comment => comment.Body.Contains("run=4711", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_marker_in_the_comment_of_somebody_else_is_only_text()
    {
        _world.State.Comment(7, "mallory", new CommentMarker(9999, 9).Line);
        Upload();
        await Good("commented on #7");
        Assert.Equal(2, _world.State.Comments.Count);
    }

    [Fact]
    public async Task A_second_comment_of_ours_goes_away()
    {
        _world.State.Comment(7, "github-actions[bot]", new CommentMarker(4000, 1).Line);
        _world.State.Comment(7, "github-actions[bot]", new CommentMarker(4001, 1).Line);
        Upload();
        await Good("updated the comment on #7");
        Assert.Contains("run=4711", _world.Comment, StringComparison.Ordinal);
    }

    [Fact]
    public async Task When_only_the_answer_is_lost_there_is_still_one_comment()
    {
        _world.State.Faults.Add(new Fault("POST", "/comments", 502) { CarriedOut = true });
        Upload();
        await Good("the comment on #7 says so already");
        Assert.Contains("run=4711", _world.Comment, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("closed", "nothing to comment on: #7 from alice/perf:patch-1 has been closed since")]
    [InlineData("moved", "nothing to comment on: #7 from alice/perf:patch-1 has moved on from 01234567 to ffffffff since")]
    [InlineData("none", "nothing to comment on: no pull request from alice/perf:patch-1")]
    public async Task What_changed_meanwhile_is_said_and_nothing_posted(string change, string expected)
    {
        var pull = _world.State.PullRequests[1];
        if (change == "closed") pull.State = "closed";
        if (change == "moved") _world.State.PullRequests[1] = pull with { HeadSha = new('f', 40) };
        if (change == "none") _world.State.PullRequests.Remove(pull);
        Upload();
        await Good(expected);
        Assert.Empty(_world.State.Comments);
    }

    [Theory]
    [InlineData("skipped", "pull_request", "nothing to comment on: the run was skipped")]
    [InlineData("success", "push", "nothing to comment on: the run was started by push, not by a pull request")]
    public async Task A_run_that_says_nothing_of_a_pull_request_asks_nothing(string conclusion, string started, string expected)
    {
        await Good(expected, s_run with { Conclusion = conclusion, Event = started });
        Assert.Empty(_world.State.Requests);
    }

    /// <summary>A run whose job reached its time limit is called cancelled, as one that somebody stopped.</summary>
    [Fact]
    public async Task A_cancelled_run_is_commented_on_when_it_has_a_verdict_all_the_same()
    {
        await Good("nothing to comment on: the run was cancelled", s_run with { Conclusion = "cancelled" });
        Assert.Empty(_world.State.Comments);
        Upload();
        await Good("commented on #7", s_run with { Conclusion = "cancelled" });
        Assert.Single(_world.State.Comments);
    }

    [Theory]
    [InlineData("missing", "The run ended (failure) without a verdict")]
    [InlineData("attempted", "The run ended without a verdict. [Look at the run]")]
    [InlineData("expired", "expired, its content is gone")]
    [InlineData("digest", "it was changed or cut off on the way")]
    [InlineData("traversal", "leads out of its folder")]
    [InlineData("huge", "the limit is 16 MiB")]
    [InlineData("html", "have not the form of names")]
    [InlineData("link", "have not the form of names")]
    [InlineData("other", "is about commit ffffffff")]
    public async Task A_verdict_that_cannot_be_had_is_incomplete_and_loud(string fault, string expected)
    {
        var verdict = GateVerdicts.Regressed();
        var archive = fault switch
        {
            "attempted" => GitHubWorld.Zip(("attempted", "")),
            "traversal" => GitHubWorld.Zip(("../../.github/workflows/evil.yml", "x")),
            "link" => GateVerdicts.Archive(verdict with { Cells = [verdict.Cells[0] with { Cell = "x` https://evil.test `" }] }),
            "html" => GateVerdicts.Archive(verdict with { Cells = [verdict.Cells[0] with { Cell = "<script>alert(1)</script> @octocat" }] }),
            "other" => GateVerdicts.Archive(verdict with { Head = new("head", new string('f', 40)) }),
            _ => GateVerdicts.Archive(verdict),
        };
        if (fault != "missing")
        {
            var artifact = _world.State.Upload(4711, "verdict", archive);
            artifact.Expired = fault == "expired";
            if (fault == "digest") artifact.Digest = "sha256:" + new string('1', 64);
            if (fault == "huge") artifact.ClaimedSize = 17 << 20;
        }

        await Good("commented on #7");

        Assert.Contains("### perfmatrix: no verdict\n\n**Incomplete, this is not a pass.** ", _world.Comment, StringComparison.Ordinal);
        Assert.Contains(expected, _world.Comment, StringComparison.Ordinal);
        Assert.DoesNotContain("<script", _world.Comment, StringComparison.Ordinal);
        Assert.DoesNotContain("@octocat", _world.Comment, StringComparison.Ordinal);
        Assert.DoesNotContain("evil", string.Concat(_world.Comment.Split('`').Where((_, index) => index % 2 == 0)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_pull_request_that_brings_perfmatrix_is_told_that_there_is_nothing_to_compare_with()
    {
        await Good("commented on #7", s_run with { Conclusion = "success" });
        Assert.Contains("### perfmatrix: nothing to compare with\n\nThis pull request adds perfmatrix: its base, 89abcdef, has none yet",
            _world.Comment, StringComparison.Ordinal);
        Assert.Contains($"GET /repos/octo/perf/contents/crank/matrix.yml?ref={GateVerdicts.BaseSha} +token", _world.State.Requests);
    }

    [Theory]
    [InlineData("success", "crank/matrix.yml")]
    [InlineData("success", "crank/perfmatrix.yml")]
    [InlineData("failure", null)]
    public async Task Nothing_but_a_base_without_perfmatrix_explains_a_missing_verdict(string conclusion, string? file)
    {
        if (file is not null) _world.State.Files.Add((GateVerdicts.BaseSha, file));
        await Good("commented on #7", s_run with { Conclusion = conclusion });
        Assert.Contains("**Incomplete, this is not a pass.**", _world.Comment, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_number_of_a_pull_request_in_the_artifact_is_not_believed()
    {
        _world.State.Upload(4711, "verdict", GateVerdicts.Archive(GateVerdicts.Regressed() with
        {
            PullRequest = new(6, GateVerdicts.HeadSha, GateVerdicts.BaseSha),
        }));
        await Good("commented on #7");
        Assert.Equal(7, Assert.Single(_world.State.Comments).PullRequest);
        Assert.DoesNotContain("pull/6", _world.Comment, StringComparison.Ordinal);
    }

    /// <summary>Without a number it would count as a verdict of the branch, of which the badge speaks.</summary>
    [Theory]
    [InlineData(null)]
    [InlineData(6)]
    public async Task What_was_measured_is_left_for_the_history_with_the_number_that_the_service_tells(int? number)
    {
        var verdict = GateVerdicts.Regressed() with { PullRequest = new(number, GateVerdicts.HeadSha, GateVerdicts.BaseSha) };
        _world.State.Upload(4711, "verdict", GateVerdicts.Archive(verdict, WhyDocument.File.Format(GateVerdicts.Why(verdict))));

        await Good("commented on #7", options: ["--out", _world.Folder["left"]]);

        var left = VerdictDocument.File.Read(_world.Folder["left/verdict.json"]);
        Assert.Equal(new PullRequestRecord(7, GateVerdicts.HeadSha, GateVerdicts.BaseSha), left.PullRequest);
        Assert.Equal((verdict.Outcome, verdict.Cells.Count), (left.Outcome, left.Cells.Count));
        Assert.Single(WhyDocument.File.Read(_world.Folder["left/why.json"]).Cells);
    }

    [Fact]
    public async Task Of_two_pull_requests_with_one_head_the_verdict_is_left_for_the_one_that_it_is_of()
    {
        _world.State.PullRequests.Add(new(8, "alice/perf", 20, "patch-1", GateVerdicts.HeadSha) { BaseSha = GateVerdicts.BaseSha });
        var verdict = GateVerdicts.Regressed() with { PullRequest = new(7, GateVerdicts.HeadSha, GateVerdicts.BaseSha) };
        _world.State.Upload(4711, "verdict", GateVerdicts.Archive(verdict));

        await Good("commented on #7, commented on #8", options: ["--out", _world.Folder["left"]]);

        Assert.Equal(7, VerdictDocument.File.Read(_world.Folder["left/verdict.json"]).PullRequest?.Number);
    }

    [Theory]
    [InlineData("nothing measured")]
    [InlineData("no verdict")]
    public async Task Where_nothing_was_measured_nothing_is_left_for_the_history(string what)
    {
        var verdict = GateVerdicts.Pass();
        verdict = verdict with { Cells = [.. verdict.Cells.Select(cell => cell with { Rounds = 0, Identical = true })] };
        if (what == "nothing measured") _world.State.Upload(4711, "verdict", GateVerdicts.Archive(verdict));

        await Good("commented on #7", options: ["--out", _world.Folder["left"]]);

        Assert.Empty(Directory.GetFiles(_world.Folder["left"]));
    }

    [Fact]
    public async Task A_workflow_that_the_pull_request_brings_itself_is_called_out()
    {
        _world.State.ChangedFiles[7] = ["src/A.cs", ".github/workflows/_compare.yml", ".github/x`](https://evil.test)@octocat", "scripts/perfmatrix"];
        Upload();
        await Good("commented on #7");
        Assert.Contains("**Check this before you trust the verdict:** this pull request changes `.github/workflows/_compare.yml` and "
            + "`.github/x?](https?//evil.test)?octocat` and `scripts/perfmatrix`", _world.Comment, StringComparison.Ordinal);
        Assert.DoesNotContain("**Policy:**", _world.Comment, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_second_pull_request_from_the_same_branch_silences_nothing()
    {
        _world.State.PullRequests.Add(new(8, "alice/perf", 20, "patch-1", GateVerdicts.HeadSha) { BaseSha = GateVerdicts.BaseSha });
        Upload();
        await Good("commented on #7, commented on #8");
        Assert.Equal([7, 8], _world.State.Comments.Select(comment => comment.PullRequest).Order());
        Assert.Contains("**Shared head:** #8 and this pull request have the same commit",
            _world.State.Comments.Single(comment => comment.PullRequest == 7).Body, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(2999, false)]
    [InlineData(3000, true)]
    public async Task More_files_than_the_service_tells_may_hide_anything(int count, bool isTold)
    {
        _world.State.ChangedFiles[7] = [.. Enumerable.Range(0, count).Select(number => $"src/F{number}.cs")];
        Upload();
        await Good("commented on #7");
        Assert.Equal(isTold, _world.Comment.Contains("changes 3,000 files or more", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("src/PerfMatrix.Probe/ProbeEndpoints.cs", true)]
    [InlineData("Directory.Build.props", true)]
    [InlineData("build/Common.targets", true)]
    [InlineData("workloads/MinimalApi/MinimalApi.csproj", true)]
    [InlineData("src/x/nuget.config", true)]
    [InlineData("src/Properties.cs", false)]
    public async Task What_decides_how_it_is_built_and_what_it_says_of_itself_is_called_out(string file, bool isTold)
    {
        _world.State.ChangedFiles[7] = ["src/A.cs", file];
        Upload();
        await Good("commented on #7");
        Assert.Equal(
            isTold, _world.Comment.Contains($"**Look at the build:** this pull request changes `{file}`.", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_changed_policy_is_called_out()
    {
        _world.State.ChangedFiles[7] = ["src/A.cs", "crank/gate.yml", "crank/acknowledged.yml"];
        Upload();
        await Good("commented on #7");
        Assert.Contains("this pull request changes `crank/acknowledged.yml` and `crank/gate.yml`", _world.Comment, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(503, 3, "Look at https://www.githubstatus.com")]
    [InlineData(403, 2, "the job needs `pull-requests: read`")]
    public async Task A_service_that_refuses_decides_the_exit_code(int status, int exitCode, string expected)
    {
        _world.State.Faults.Add(new Fault("GET", "/pulls", status, Times: 0));
        Assert.Equal(exitCode, await _world.RunAsync("github", "comment", "--event", _world.Event(s_run)));
        Assert.Contains(expected, _world.Error.ToString(), StringComparison.Ordinal);
        Assert.Empty(_world.State.Comments);
    }

    [Fact]
    public async Task Without_a_token_it_says_where_to_give_one()
    {
        _world.Environment["GITHUB_TOKEN"] = null;
        Assert.Equal(2, await _world.RunAsync("github", "comment", "--event", _world.Event(s_run)));
        Assert.Contains("GITHUB_TOKEN: not set.", _world.Error.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{", "not the payload of an event")]
    [InlineData("{}", "found no workflow_run")]
    public async Task A_file_that_is_no_event_is_wrong_usage(string content, string expected)
    {
        await File.WriteAllTextAsync(_world.Folder["e.json"], content, TestContext.Current.CancellationToken);
        Assert.Equal(2, await _world.RunAsync("github", "comment", "--event", _world.Folder["e.json"]));
        Assert.Contains(expected, _world.Error.ToString(), StringComparison.Ordinal);
    }

    private void Upload() => _world.State.Upload(4711, "verdict", GateVerdicts.Archive(GateVerdicts.Regressed()));

    private async Task Good(string expected, StoredRun? run = null, params string[] options)
    {
        var code = await _world.RunAsync(["github", "comment", "--event", _world.Event(run ?? s_run), .. options]);
        Assert.True(code == 0, _world.Error.ToString());
        Assert.Equal($"perfmatrix: {expected}", _world.Output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries)[^1]);
    }
}
