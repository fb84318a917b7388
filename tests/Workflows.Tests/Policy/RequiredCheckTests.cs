namespace Workflows.Tests.Policy;

/// <summary>The check that a branch requires. GitHub takes a skipped job for passed, so what is skipped, and when, is part of the gate.</summary>
public sealed class RequiredCheckTests
{
    private static readonly Dictionary<string, Job> s_jobs = Workflow.All["pull-request.yml"].Jobs.ToDictionary(job => job.Name);

    [Fact]
    public void The_verdict_runs_whatever_happened_before_and_fails_without_a_plan()
    {
        var verdict = s_jobs["verdict"];
        var first = verdict.Steps.First();

        Assert.Equal("${{ always() && needs.plan.result != 'skipped' && (needs.plan.result != 'success' || needs.plan.outputs.introduces != 'true') }}",
            verdict.Node.Text("if"));
        Assert.Equal(["plan", "build", "screen", "suspects", "confirm"], verdict.Node.At("needs").Items().Select(need => need.ToString()));
        Assert.Equal(("needs.plan.result != 'success'", "exit 1"), (first.Text("if"), first.Text("run")));
    }

    /// <summary>Its name in a branch rule is made of the names of both jobs, and documented.</summary>
    [Fact]
    public void The_check_to_require_is_the_one_that_the_page_names()
    {
        var caller = Assert.Single(Workflow.All["perf-pr.yml"].Jobs);

        Assert.Contains($"`{caller.Node.Text("name")} / {s_jobs["verdict"].Node.Text("name")}`", File.ReadAllText(Checkout.File("docs", "github.md")),
            StringComparison.Ordinal);
        // A skipped caller would leave that check without any answer.
        Assert.False(caller.Node.Has("if"));
    }

    /// <summary>A draft that was skipped is measured when it becomes ready; else its skipped check would let it pass.</summary>
    [Fact]
    public void Who_skips_drafts_hears_of_it_when_they_are_ready()
    {
        var workflow = Workflow.All["perf-pr.yml"];

        Assert.Equal("false", Assert.Single(workflow.Jobs).Node.Text("with", "drafts"));
        Assert.Contains("ready_for_review", workflow.Triggers.At("pull_request", "types").Items().Select(type => type.ToString()));
        Assert.Equal("true", Workflow.All["pull-request.yml"].Triggers.Text("workflow_call", "inputs", "drafts", "default"));
    }

    [Fact]
    public void A_merge_queue_gets_an_answer()
    {
        Assert.True(Workflow.All["perf-pr.yml"].Triggers.Has("merge_group"));
        Assert.Contains("github.event.merge_group.base_sha", s_jobs["plan"].Steps.Single(step => step.Text("id") == "base").Text("with", "ref"),
            StringComparison.Ordinal);
    }

    /// <summary>What the gate cannot find out fails nothing where it only advises; act knows no such jobs.</summary>
    [Fact]
    public void Advice_fails_nothing()
    {
        Assert.Equal("${{ needs.plan.outputs.mode == 'advise' }}", s_jobs["build"].Node.Text("continue-on-error"));
        Assert.Equal("${{ inputs.advises }}", Assert.Single(Workflow.All["_measure.yml"].Jobs).Node.Text("continue-on-error"));
        Assert.All(["screen", "confirm"], name => Assert.Equal("${{ needs.plan.outputs.mode == 'advise' }}", s_jobs[name].Node.Text("with", "advises")));
        // Such a job has succeeded whatever it did, so its outputs decide what comes next.
        Assert.All(["screen", "suspects"], name => Assert.Equal("${{ !cancelled() && needs.plan.outputs.any == 'true' && needs.build.outputs.programs != '' }}", s_jobs[name].Node.Text("if")));
    }
}
