namespace Workflows.Tests.Policy;

public sealed class PermissionTests
{
    public static TheoryData<string> Files => [.. Workflow.All.Keys];

    public static TheoryData<string> Written => [.. Workflow.Written.Keys];

    [Theory]
    [MemberData(nameof(Files))]
    public void A_workflow_has_no_permission_but_those_of_its_jobs(string file) =>
        Assert.Empty(Assert.IsType<YamlDotNet.RepresentationModel.YamlMappingNode>(Workflow.All[file].File.Root.At("permissions")).Children);

    [Theory]
    [MemberData(nameof(Files))]
    public void Every_job_lists_its_permissions(string file) =>
    Assert.All(Workflow.All[file].Jobs, job => Assert.True(job.Node.Has("permissions"), job.Name));

    [Fact]
    public void Only_jobs_that_publish_may_push()
    {
        var writers = Writers("contents");

        Assert.NotEmpty(writers);
        Assert.All(writers, job => Assert.True(job.Name is "publish" or "release" or "major", job.Name));
    }

    [Fact]
    public void Only_the_comment_may_write_to_pull_requests() =>
        Assert.Equal(["comment", "comment"], Writers("pull-requests").Select(job => job.Name)); // and what calls it

    /// <summary>They take the trend from the branch that only publishing may write, and run no code of a commit that was measured.</summary>
    [Fact]
    public void Only_alerts_and_what_a_search_tells_may_write_issues()
    {
        var writers = Writers("issues");

        Assert.Equal(["alert", "alert", "failed", "search", "tell"],
            writers.Select(job => job.Name).Order(StringComparer.Ordinal)); // and what calls them
        Assert.All(writers.SelectMany(job => job.Steps),
            step => Assert.DoesNotContain("bisect --cell", step.Text("run") ?? "", StringComparison.Ordinal));
        Assert.Equal(["search", "alert"], Workflow.Written.Values.SelectMany(workflow => workflow.Jobs)
            .Where(job => job.Node.Text("permissions", "issues") == "write").Select(job => job.Name));
    }

    [Fact]
    public void Alerts_are_off_until_they_are_asked_for_and_follow_what_was_published()
    {
        Job[] jobs = [.. new[] { Workflow.All, Workflow.Written }.Select(all => all["perf-main.yml"].Jobs.Single(job => job.Name == "alert"))];

        Assert.All(jobs, job =>
        {
            Assert.Equal("alert.yml", job.Called);
            Assert.Equal(("publish", "pages"), (job.Node.Text("needs"), job.Node.Text("with", "site")));
            Assert.Equal("${{ vars.PERF_SEARCHES }}", job.Node.Text("with", "searches"));
            Assert.Equal("${{ secrets.PERF_WEBHOOK }}", job.Node.Text("secrets", "webhook"));
            Assert.StartsWith("${{ !cancelled() && needs.publish.result != 'skipped' && ", job.Node.Text("if"), StringComparison.Ordinal);
            Assert.EndsWith("&& vars.PERF_ALERT == 'true' }}", job.Node.Text("if"), StringComparison.Ordinal);
        });
    }

    /// <summary>Relative links of a feed lead nowhere in many readers.</summary>
    [Fact]
    public void The_feed_is_told_the_site_that_is_deployed_beside_it()
    {
        Assert.Equal("pages", Workflow.Written["perf-main.yml"].Jobs.Single(job => job.Name == "publish").Node.Text("with", "site"));
        Assert.Equal("${{ !(vars.PERF_HISTORY_REPOSITORY || vars.PERF_HISTORY_BRANCH) && 'pages' || '' }}",
            Workflow.All["perf-main.yml"].Jobs.Single(job => job.Name == "publish").Node.Text("with", "site"));
        Assert.Equal("${{ inputs.site }}", Workflow.All["publish.yml"].Jobs.Single(job => job.Name == "publish").Node.Text("with", "site"));
    }

    /// <summary>With that permission any workflow can be started, so no other job has it.</summary>
    [Fact]
    public void Only_alerts_may_start_a_workflow_and_do_so_where_they_are_told_how_many()
    {
        Assert.Equal(["alert", "alert"], Writers("actions").Select(job => job.Name)); // and what calls it
        Assert.Equal(["alert"], Workflow.Written.Values.SelectMany(workflow => workflow.Jobs)
            .Where(job => job.Node.Text("permissions", "actions") == "write").Select(job => job.Name));
        Assert.Equal("", Workflow.All["alert.yml"].Triggers.Text("workflow_call", "inputs", "searches", "default"));
    }

    [Fact]
    public void A_search_is_limited_and_none_takes_the_place_of_another_that_waits()
    {
        var job = Workflow.All["bisect.yml"].Jobs.Single(one => one.Name == "bisect");
        var step = job.Steps.Single(one => one.Text("name") == "Bisect");

        Assert.Contains("--steps \"$STEPS\"", step.Text("run"), StringComparison.Ordinal);
        Assert.Equal(("180", "200"), (step.Text("timeout-minutes"), job.Node.Text("timeout-minutes")));
        Assert.All(new[] { Workflow.All, Workflow.Written }.Select(all => all["perf-bisect.yml"]), form =>
        {
            var search = form.Jobs.First();
            Assert.Equal(("search", "bisect.yml"), (search.Name, search.Called));
            Assert.Equal(["workflow_dispatch"], form.Triggers.Entries().Select(trigger => trigger.Key));
            Assert.EndsWith("-${{ inputs.issue }}", form.File.Root.Text("concurrency", "group"), StringComparison.Ordinal);
            Assert.Equal("false", form.File.Root.Text("concurrency", "cancel-in-progress"));
            Assert.Equal("8", form.Triggers.Text("workflow_dispatch", "inputs", "steps", "default"));
            // What an issue says (AlertBody), and how many commits.
            Assert.Equal(["cell", "metric", "good", "bad", "steps", "issue"],
                form.Triggers.At("workflow_dispatch", "inputs").Entries().Select(input => input.Key));
            Assert.All(form.Triggers.At("workflow_dispatch", "inputs").Entries(), input =>
                Assert.Equal($"${{{{ inputs.{input.Key} }}}}", search.Node.Text("with", input.Key)));
        });
    }

    [Fact]
    public void Only_the_site_is_deployed()
    {
        Assert.Equal(["deploy", "pages"], Writers("pages").Select(job => job.Name).Distinct().Order(StringComparer.Ordinal)); // and what calls it
        Assert.Equal(["deploy", "pages"], Writers("id-token").Select(job => job.Name).Distinct().Order(StringComparer.Ordinal));
    }

    /// <summary>A job that asks for more than its caller has ends the whole run before it starts.</summary>
    [Theory]
    [MemberData(nameof(Files))]
    public void A_caller_grants_what_the_jobs_that_it_calls_ask_for(string file) =>
        Assert.All(Workflow.All[file].Jobs.Where(job => job.Uses is not null), job =>
            Assert.All(Workflow.Reached(job.Called!).SelectMany(called => Workflow.All[called].Jobs)
                    .SelectMany(called => called.Node.At("permissions").Entries()), asked =>
                Assert.True(job.Node.Text("permissions", asked.Key) is { } granted && (granted == "write" || asked.Value.ToString() == "read"),
                    $"{job.Name}: {asked.Key}")));

    /// <summary>In somebody else's repository, to the letter: no less, so that the run starts, and no more.</summary>
    [Theory]
    [MemberData(nameof(Written))]
    public void What_init_writes_grants_what_the_jobs_that_it_calls_ask_for(string file)
    {
        Assert.Empty(Assert.IsType<YamlDotNet.RepresentationModel.YamlMappingNode>(Workflow.Written[file].File.Root.At("permissions")).Children);
        Assert.All(Workflow.Written[file].Jobs, job => Assert.Equal(
            Workflow.Reached(job.Called!).SelectMany(called => Workflow.All[called].Jobs).SelectMany(called => Permissions(called))
                .GroupBy(asked => asked.Key).Select(asked => (asked.Key, Level: asked.Any(one => one.Level == "write") ? "write" : "read"))
                .Order(),
            Permissions(job).Order()));
    }

    [Fact]
    public void Every_write_permission_is_one_of_these() =>
        Assert.All(
            Workflow.All.Values.SelectMany(workflow => workflow.Jobs).SelectMany(job => job.Node.At("permissions").Entries()),
            entry => Assert.True(entry.Key is "contents" or "pull-requests" or "issues" or "actions" or "pages" or "id-token"
                || entry.Value.ToString() == "read", entry.Key));

    [Theory]
    [MemberData(nameof(Files))]
    public void No_workflow_runs_code_of_a_pull_request_with_a_token_that_can_write(string file)
    {
        var workflow = Workflow.All[file];

        Assert.False(workflow.Triggers.Has("pull_request_target"));
        if (workflow.Triggers.Has("pull_request"))
            Assert.All(workflow.Jobs,
                job => Assert.All(job.Node.At("permissions").Entries(), permission => Assert.Equal("read", permission.Value.ToString())));
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void No_job_hands_all_secrets_on(string file) =>
    Assert.All(Workflow.All[file].Jobs, job => Assert.NotEqual("inherit", job.Node.Text("secrets")));

    [Fact]
    public void What_runs_for_a_pull_request_is_handed_no_token()
    {
        var reached = Workflow.All.Where(workflow => workflow.Value.Triggers.Has("pull_request"))
            .SelectMany(workflow => Workflow.Reached(workflow.Key))
            .ToHashSet();

        Assert.Superset(new HashSet<string> { "ci.yml", "perf-pr.yml", "pull-request.yml", "_side.yml", "_measure.yml" }, reached);
        // But one that reads packages and what the application itself needs, where the caller gives them; forks get none.
        Assert.All(reached.Select(file => Workflow.All[file].File).Append(Workflow.Action),
            file => Assert.DoesNotMatch(@"secrets\.(?!feed-token |variables )|github\.token|GITHUB_TOKEN|GH_TOKEN", file.Text));
    }

    [Fact]
    public void What_anybody_sends_runs_on_no_machine_of_a_lab()
    {
        const string OfPullRequests = "contains(fromJSON('[\"pull_request\", \"merge_group\"]'), github.event_name)";
        var compare = Assert.Single(Workflow.All["perf-pr.yml"].Jobs).Node.At("with");
        var side = Assert.Single(Workflow.All["_side.yml"].Jobs);
        var others = Workflow.All["pull-request.yml"].Jobs.Concat(Workflow.All["_measure.yml"].Jobs);

        Assert.NotNull(compare);
        Assert.False(compare.Has("profile"));
        Assert.Equal("${{ vars.PERF_PR_RUNNER || '\"ubuntu-24.04\"' }}", compare.Text("runner"));
        AssertRefuses(side.Steps.ElementAt(1), $"{OfPullRequests} && !startsWith(inputs.runner, '\"ubuntu-')");
        // Not even to hear that.
        Assert.Equal($"${{{{ fromJSON({OfPullRequests} && !startsWith(inputs.runner, '\"ubuntu-') && '\"ubuntu-24.04\"' || inputs.runner) }}}}",
            side.Node.Text("runs-on"));
        Assert.All(others.Append(side).Where(job => job.Node.Text("runs-on") is { } label && label != "ubuntu-24.04"),
            job => AssertRefuses(job.Steps.First(), $"runner.environment == 'self-hosted' && {OfPullRequests}"));

        // Before anything of the pull request is there.
        static void AssertRefuses(YamlDotNet.RepresentationModel.YamlNode step, string when)
        {
            Assert.Equal(when, step.Text("if"));
            Assert.Matches("^echo \"::error::[^\n]*GitHub's[^\n]*\"\nexit 1\n?$", step.Text("run"));
        }
    }

    [Fact]
    public void The_commenting_workflow_checks_out_the_default_branch_and_nothing_else()
    {
        Assert.Equal(["comment.yml", "_history.yml", "pages.yml"], // what publishes takes the verdict, and branches of the history
            Assert.Single(Workflow.All.Values, workflow => workflow.Triggers.Has("workflow_run")).Jobs.Select(job => job.Called));
        var workflow = Workflow.All["comment.yml"];
        var checkouts = workflow.Jobs.SelectMany(job => job.Steps).Where(step => new Step("", step).Is("actions/checkout")).ToList();

        Assert.NotEmpty(checkouts);
        Assert.All(checkouts, checkout => Assert.False(checkout.Has("with", "ref") || checkout.Has("with", "repository")));
        Assert.DoesNotContain("git switch", workflow.File.Text, StringComparison.Ordinal);
    }

    /// <summary>Callers that earlier releases wrote grant no more, and a job that asks for more ends the whole run before it starts, even if it would
    /// be skipped (https://github.com/orgs/community/discussions/155062): the comment would be lost, and nobody would see why.</summary>
    [Fact]
    public void The_comment_asks_for_no_more_than_callers_of_any_release_grant() =>
        Assert.Equal([("actions", "read"), ("contents", "read"), ("pull-requests", "write")],
            Workflow.All["comment.yml"].Jobs.SelectMany(Permissions).Order());

    /// <summary>Who may push a branch may push to the history, too, so publishing its verdict gives nobody a right that he lacks.</summary>
    [Fact]
    public void A_verdict_is_published_if_its_branch_is_in_this_repository_something_was_measured_and_a_site_is_wanted()
    {
        var comment = Assert.Single(Workflow.All["comment.yml"].Jobs);
        var uploads = comment.Steps.Where(step => new Step("", step).Is("actions/upload-artifact")).ToList();

        Assert.Equal(["verdict", "tool"], uploads.Select(upload => upload.Text("with", "name")));
        Assert.Equal("inputs.site != '' && github.event.workflow_run.head_repository.full_name == github.repository "
            + "&& hashFiles('artifacts/verdict/verdict.json') != ''", uploads[0].Text("if"));
        Assert.Equal("steps.verdict.outcome == 'success'", uploads[1].Text("if"));
        Assert.Equal("${{ steps.verdict.outcome == 'success' && steps.tool.outputs.sha256 || '' }}", comment.Node.Text("outputs", "tool"));
        Assert.All(new[] { Workflow.All, Workflow.Written }.Select(all => all["perf-comment.yml"].Jobs.ToDictionary(job => job.Name)), jobs =>
        {
            Assert.Equal("${{ vars.PERF_PUBLISH == 'true' && 'pages' || '' }}", jobs["comment"].Node.Text("with", "site"));
            var publish = jobs["publish"].Node;
            Assert.Equal(("comment", "${{ needs.comment.outputs.tool != '' }}"), (publish.Text("needs"), publish.Text("if")));
            Assert.Equal(("${{ needs.comment.outputs.tool }}", "verdict", "verdict.json"),
                (publish.Text("with", "tool"), publish.Text("with", "artifact"), publish.Text("with", "document")));
        });
    }

    [Fact]
    public void Every_checkout_says_whether_it_keeps_its_credentials_and_only_the_one_that_pushes_does()
    {
        var checkouts = Workflow.AllSteps.Where(step => step.Is("actions/checkout")).ToList();

        Assert.NotEmpty(checkouts);
        Assert.All(checkouts, checkout =>
            Assert.Equal(checkout.Place == "_history.yml, publish" ? "true" : "false", checkout.Node.Text("with", "persist-credentials")));
    }

    private static IEnumerable<(string Key, string Level)> Permissions(Job job) =>
        job.Node.At("permissions").Entries().Select(entry => (entry.Key, entry.Value.Text() ?? ""));

    private static IReadOnlyList<Job> Writers(string permission) =>
        [.. Workflow.All.Values.SelectMany(workflow => workflow.Jobs).Where(job => job.Node.Text("permissions", permission) == "write")];
}
