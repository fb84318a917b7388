namespace Workflows.Tests.Policy;

public sealed class PermissionTests
{
    public static TheoryData<string> Files => [.. Workflow.All.Keys];

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
        Assert.All(writers, job => Assert.Equal("publish", job.Name));
    }

    [Fact]
    public void Only_the_comment_may_write_to_pull_requests() => Assert.Equal("comment", Assert.Single(Writers("pull-requests")).Name);

    [Fact]
    public void Every_write_permission_is_one_of_these_two() =>
        Assert.All(
            Workflow.All.Values.SelectMany(workflow => workflow.Jobs).SelectMany(job => job.Node.At("permissions").Entries()),
            entry => Assert.True(entry.Key is "contents" or "pull-requests" || entry.Value.ToString() == "read", entry.Key));

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
        var reached = Workflow.All.Where(workflow => workflow.Value.Triggers.Has("pull_request")).SelectMany(workflow => Reached(workflow.Key))
            .ToHashSet();

        Assert.Superset(new HashSet<string> { "ci.yml", "perf-pr.yml", "_compare.yml", "_measure.yml" }, reached);
        Assert.All(reached.Select(file => Workflow.All[file].File)
            .Concat(Workflow.Actions.Values), file => Assert.DoesNotMatch(@"secrets\.|github\.token|GITHUB_TOKEN|GH_TOKEN", file.Text));
    }

    [Fact]
    public void What_anybody_sends_runs_on_no_machine_of_a_lab()
    {
        var compare = Assert.Single(Workflow.All["perf-pr.yml"].Jobs).Node.At("with");

        Assert.NotNull(compare);
        Assert.False(compare.Has("runner") || compare.Has("profile"));
    }

    [Fact]
    public void The_commenting_workflow_checks_out_the_default_branch_and_nothing_else()
    {
        var workflow = Assert.Single(Workflow.All.Values, workflow => workflow.Triggers.Has("workflow_run"));
        var checkouts = workflow.Jobs.SelectMany(job => job.Steps).Where(step => new Step("", step).Is("actions/checkout")).ToList();

        Assert.NotEmpty(checkouts);
        Assert.All(checkouts, checkout => Assert.False(checkout.Has("with", "ref") || checkout.Has("with", "repository")));
        Assert.DoesNotContain("git switch", workflow.File.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_checkout_says_whether_it_keeps_its_credentials_and_only_the_one_that_pushes_does()
    {
        var checkouts = Workflow.AllSteps.Where(step => step.Is("actions/checkout")).ToList();

        Assert.NotEmpty(checkouts);
        Assert.All(checkouts, checkout =>
            Assert.Equal(checkout.Place == "_publish.yml, publish" ? "true" : "false", checkout.Node.Text("with", "persist-credentials")));
    }

    private static IEnumerable<string> Reached(string file) =>
        Workflow.All[file].Jobs.Select(job => job.Uses).OfType<string>().SelectMany(uses => Reached(uses.Split('/')[^1])).Prepend(file);

    private static IReadOnlyList<Job> Writers(string permission) =>
        [.. Workflow.All.Values.SelectMany(workflow => workflow.Jobs).Where(job => job.Node.Text("permissions", permission) == "write")];
}
