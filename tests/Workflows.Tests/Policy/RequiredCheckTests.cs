namespace Workflows.Tests.Policy;

/// <summary>The check that a branch requires. GitHub takes a skipped job for passed, so what is skipped, and when, is part of the gate.</summary>
public sealed class RequiredCheckTests
{
    private static readonly Dictionary<string, Job> s_jobs = Workflow.All["pull-request.yml"].Jobs.ToDictionary(job => job.Name);

    private static readonly Job s_side = Workflow.All["_side.yml"].Jobs.Single();

    [Fact]
    public void The_verdict_runs_whatever_happened_before_and_fails_without_a_plan()
    {
        var verdict = s_jobs["verdict"];
        var first = verdict.Steps.First();

        Assert.Equal("${{ always() && needs.plan.result != 'skipped' && (needs.plan.result != 'success' || needs.plan.outputs.introduces != "
            + "'true') }}",
            verdict.Node.Text("if"));
        Assert.Equal(["plan", "build-head", "screen", "suspects", "confirm"], verdict.Node.At("needs").Items()
            .Select(need => need.ToString()));
        Assert.Equal("needs.plan.result != 'success' || env.LACKS != ''", first.Text("if"));
        Assert.EndsWith("\nexit 1\n", first.Text("run"), StringComparison.Ordinal);
    }

    /// <summary>GitHub drops an output that has a masked value in it, and the job that said it is green: jobs after it would be skipped, or fail
    /// without naming a cause.</summary>
    [Fact]
    public void Where_an_output_of_the_plan_was_dropped_the_verdict_names_it()
    {
        var lacks = s_jobs["verdict"].Node.Text("env", "LACKS")!;

        Assert.StartsWith("${{ needs.plan.result == 'success' && (", lacks, StringComparison.Ordinal);
        Assert.EndsWith(") || '' }}", lacks, StringComparison.Ordinal);
        Assert.All(["any", "matrix", "plan", "tool", "rules", "base", "head"],
            output => Assert.Matches($@"!(needs\.plan\.outputs\.{output}|\(inputs\.\w+ \|\| needs\.plan\.outputs\.{output}\)) && '{output}'", lacks));
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

    /// <summary>GitHub keeps a check with its commit. One that was found against another branch would count after the base was changed, which starts
    /// no run.</summary>
    [Fact]
    public void What_was_found_against_another_branch_does_not_count()
    {
        Assert.Equal(["main"], Workflow.All["perf-pr.yml"].Triggers.At("pull_request", "branches").Items().Select(branch => branch.ToString()));
        Assert.Contains("  pull_request: { branches: [__BRANCH__] }",
            File.ReadAllText(Checkout.File("src", "PerfMatrix", "GitHub", "Setup", "Templates", "perf-pr.yml")), StringComparison.Ordinal);
    }

    /// <summary>Build code of head could upload a result in the name of a machine that its application then ends; such a job says no
    /// outputs.</summary>
    [Fact]
    public void A_stage_that_failed_and_handed_on_no_hash_has_none_that_counts()
    {
        var seals = s_jobs.Values.SelectMany(job => job.Steps).SelectMany(step => new[] { "screen", "confirm" }
            .Select(stage => (Stage: stage, Text: step.Text("env", $"{stage.ToUpperInvariant()}_SEALS")))).Where(seal => seal.Text is { Length: > 0 })
                .ToList();

        Assert.Equal(["screen", "screen", "confirm"], seals.Select(seal => seal.Stage));
        Assert.All(seals, seal =>
            Assert.Equal($"${{{{ needs.{seal.Stage}.outputs.seals || (needs.{seal.Stage}.result == 'failure' && '{{}}' || 'null') }}}}", seal.Text));
    }

    [Fact]
    public void A_merge_queue_gets_an_answer()
    {
        Assert.True(Workflow.All["perf-pr.yml"].Triggers.Has("merge_group"));
        Assert.Contains("github.event.merge_group.base_sha", s_side.Steps.Single(step => step.Text("id") == "base").Text("with", "ref"),
            StringComparison.Ordinal);
    }

    /// <summary>So a merge queue is built and measured as a pull request is, and it is enough to try one of them.</summary>
    [Fact]
    public void What_is_built_and_measured_does_not_depend_on_the_event()
    {
        Assert.All(["_build.yml", "_measure.yml"], file => Assert.Equal(
            "if: runner.environment == 'self-hosted' && contains(fromJSON('[\"pull_request\", \"merge_group\"]'), github.event_name)",
            Assert.Single(Workflow.All[file].File.Text.Split('\n'), line => line.Contains("github.event", StringComparison.Ordinal)).Trim()));
        Assert.All(s_side.Steps.SkipWhile(step => step.Text("id") != "prepare"),
            step => Assert.DoesNotContain("github.event", step.ToString(), StringComparison.Ordinal));
        Assert.All(["screen", "confirm"],
            name => Assert.DoesNotContain("github.event", s_jobs[name].Node.ToString(), StringComparison.Ordinal));
        Assert.All(["if", "needs"],
            key => Assert.DoesNotContain("github.event", s_jobs["suspects"].Node.At(key)?.ToString(), StringComparison.Ordinal));
    }

    /// <summary>What the gate cannot find out fails nothing where it only advises. By the steps: a job that may fail is red on the pull request all
    /// the same, and only the run is green. act knows neither.</summary>
    [Fact]
    public void Advice_fails_nothing()
    {
        Assert.All(Workflow.All.Values.SelectMany(workflow => workflow.Jobs), job => Assert.False(job.Node.Has("continue-on-error"), job.Name));
        // And the upload, when nothing was measured.
        Assert.Equal(["run", "screen", "confirm", ""], Assert.Single(Workflow.All["_measure.yml"].Jobs).Steps
            .Where(step => step.Text("continue-on-error") == "${{ inputs.advises }}").Select(step => step.Text("id") ?? ""));
        Assert.All(["screen", "confirm"],
            name => Assert.Equal("${{ needs.plan.outputs.mode == 'advise' }}", s_jobs[name].Node.Text("with", "advises")));
        // Such a job has succeeded whatever it did, so its outputs decide what comes next.
        Assert.All(["screen", "suspects"], name => Assert.Equal("${{ !cancelled() && needs.plan.outputs.any == 'true' "
            + "&& needs.plan.outputs.programs != '' && needs.build-head.outputs.programs != '' }}", s_jobs[name].Node.Text("if")));
    }

    /// <summary>Nobody promises outputs of a job that failed, and Verdict needs the plan, and to know which side it was.</summary>
    [Fact]
    public void After_the_plan_nothing_fails_a_side_and_without_programs_it_says_why()
    {
        var steps = s_side.Steps.SkipWhile(step => step.Text("id") != "prepare").ToList();

        Assert.Equal([
            ("prepare", "steps.plan.outputs.any == 'true' && inputs.prepare != ''"),
            ("build", "steps.plan.outputs.any == 'true' && steps.prepare.outcome != 'failure'"),
            ("pack", "steps.build.outcome == 'success'"),
            ("upload", "steps.pack.outcome == 'success'"),
            ("", "steps.plan.outputs.any == 'true' && steps.upload.outcome != 'success'"),
        ], steps.Select(step => (step.Text("id") ?? "", step.Text("if") ?? "")));
        Assert.All(steps.SkipLast(1), step => Assert.Equal("true", step.Text("continue-on-error")));
        Assert.Matches("^echo \"::error::[^\n]+\"\n$", steps[^1].Text("run"));
        Assert.Equal("${{ steps.upload.outcome == 'success' && steps.pack.outputs.sha256 || '' }}", s_side.Node.Text("outputs", "programs"));
        // A step that hangs ends before its job does.
        Assert.All(steps.Take(2), step => Assert.Equal("30", step.Text("timeout-minutes")));
        Assert.Equal("75", s_side.Node.Text("timeout-minutes"));
    }

    /// <summary>MSBuild runs code of what it builds.</summary>
    [Fact]
    public void Nothing_is_built_beside_the_code_of_head()
    {
        Assert.Equal(
            ["base", "head"], s_jobs.Values.Where(job => job.Called == "_side.yml").Select(job => job.Node.Text("with", "side")));
        Assert.Equal("Build ${{ inputs.side }}", s_side.Node.Text("name")); // as the verdict calls it (Unbuilt)
        Assert.Contains("github build --side \"$SIDE\"", Workflow.All["_side.yml"].File.Text, StringComparison.Ordinal);
    }

    /// <summary>So head can name neither the plan nor the tool that judges it.</summary>
    [Fact]
    public void Of_two_sides_that_plan_at_the_same_time_the_plan_and_the_tool_of_base_are_those_of_the_run()
    {
        Assert.Equal("base", s_jobs["plan"].Node.Text("with", "side"));
        Assert.Equal(s_jobs["plan"].Node.Text("if"), s_jobs["build-head"].Node.Text("if"));
        Assert.All(["plan", "build-head"], name => Assert.False(s_jobs[name].Node.Has("needs")));
        Assert.All(s_side.Steps.Where(step => step.Text("with", "name") is "tool" or "plan" or "verdict"
                && step.Text("uses")!.StartsWith("actions/upload-artifact@", StringComparison.Ordinal)),
            step => Assert.Matches(@"^(inputs\.side == 'base' && |steps\.judge\.outcome != 'skipped'$)", step.Text("if")));
        Assert.All(Workflow.All["pull-request.yml"].File.Text.Split("needs.build-head.outputs.").Skip(1),
            rest => Assert.Matches("^(programs|unbuilt)", rest));
    }

    /// <summary>Whatever a job that runs code of head has uploaded under this name, the comment reads what Verdict has left.</summary>
    [Fact]
    public void A_verdict_of_another_job_is_replaced_whatever_fails()
    {
        var last = s_jobs["verdict"].Steps.TakeLast(2).ToList();

        Assert.Equal(
            ["${{ always() && env.JUDGED == '' && hashFiles('artifacts/verdict/verdict.json') == '' }}", "${{ always() && env.JUDGED == '' }}"],
            last.Select(step => step.Text("if")));
        Assert.Equal("install -D /dev/null artifacts/verdict/attempted", last[0].Text("run"));
        Assert.Equal(("verdict", "artifacts/verdict", "true"),
            (last[1].Text("with", "name"), last[1].Text("with", "path"), last[1].Text("with", "overwrite")));
    }

    /// <summary>MSBuild runs code of a side, which can say any output of its job.</summary>
    [Fact]
    public void A_side_can_say_of_itself_alone_that_it_does_not_build() => Assert.Equal(
        "${{ needs.plan.outputs.unbuilt != '' && 'base' || needs.build-head.outputs.unbuilt != '' && 'head' || '' }}",
        s_jobs["verdict"].Steps.Single(step => step.Text("id") == "judge").Text("env", "UNBUILT"));

    /// <summary>Base of a comparison that somebody asked for is any commit, and its build runs in the job that says these outputs.</summary>
    [Fact]
    public void What_the_caller_says_of_the_tool_and_the_rules_counts_before_what_base_says()
    {
        foreach (var (input, output) in new[] { ("tool", "tool"), ("commit", "rules") })
        {
            var text = Workflow.All["pull-request.yml"].File.Text;
            Assert.Contains($"needs.plan.outputs.{output}", text, StringComparison.Ordinal);
            Assert.DoesNotContain(
                $"needs.plan.outputs.{output}", text.Replace($"inputs.{input} || needs.plan.outputs.{output}", "", StringComparison.Ordinal),
                StringComparison.Ordinal);
        }
    }

    /// <summary>The pull request that adds perfmatrix: one job says that there is nothing to compare with.</summary>
    [Fact]
    public void Where_there_is_no_tool_in_base_that_of_head_is_brought_once()
    {
        const string IsUsed = "inputs.side == 'base' || steps.introduces.outcome == 'skipped'";

        Assert.Equal(IsUsed, s_side.Steps.Single(step => new Step("", step).Is("actions/setup-dotnet")).Text("if"));
        Assert.Equal($"inputs.tool == '' && ({IsUsed})", s_side.Steps.Single(step => step.Text("id") == "tool").Text("if"));
    }

    /// <summary>Applications of a pull request have no sudo and cannot write what is uploaded; where that is not possible, a change is
    /// found.</summary>
    [Fact]
    public void What_was_measured_is_checked_between_measuring_and_uploading()
    {
        var steps = Assert.Single(Workflow.All["_measure.yml"].Jobs).Steps.ToList();
        var check = steps.FindIndex(step => step.Text("name") == "Check what was measured");

        Assert.Equal(steps.Count - 2, check);
        Assert.StartsWith("actions/upload-artifact@", steps[^1].Text("uses"), StringComparison.Ordinal);
        Assert.All(["run", "screen", "confirm"],
            stage => Assert.Contains($"steps.{stage}.outputs.seal", steps[check].Text("env", "SEAL"), StringComparison.Ordinal));
        Assert.False(steps[check].Has("continue-on-error"));
        Assert.Equal("${{ !cancelled() && steps.check.outputs.sealed == 'true' }}", steps[^1].Text("if")); // nothing without a seal
        Assert.Equal("true", steps[^1].Text("with", "overwrite"));
        Assert.Equal("true", Workflow.All["pull-request.yml"].Triggers.Text("workflow_call", "inputs", "isolate", "default"));
        Assert.All(["screen", "confirm"], name => Assert.Equal("${{ inputs.isolate }}", s_jobs[name].Node.Text("with", "isolate")));
        Assert.Equal("${{ inputs.isolate }}", Workflow.All["dispatch.yml"].Jobs.Single(job => job.Name == "compare").Node.Text("with", "isolate"));
    }

    /// <summary>A job without checkout and .NET: a change of documentation alone waits for both plans and not for another set-up.</summary>
    [Fact]
    public void Where_nothing_more_is_measured_the_verdict_hands_on_what_was_judged_before()
    {
        var verdict = s_jobs["verdict"];
        var steps = verdict.Steps.ToList();

        // A later attempt may repeat this job alone, and the comment looks for a verdict of its own attempt.
        Assert.Equal("${{ github.run_attempt == '1' && (needs.plan.outputs.judged || (needs.suspects.result == 'success' && "
            + "needs.suspects.outputs.judged)) || '' }}",
            verdict.Node.Text("env", "JUDGED"));
        Assert.Equal(("env.JUDGED == 'failure'", "exit 1"), (steps[1].Text("if"), steps[1].Text("run")));
        Assert.All(steps.Skip(2), step => Assert.Contains("env.JUDGED == ''", step.Text("if"), StringComparison.Ordinal));
        Assert.All([(s_side, "inputs.side == 'base' && steps.plan"), (s_jobs["suspects"], "steps.suspects")], found =>
        {
            var (job, asked) = found;
            var judge = job.Steps.Single(step => step.Text("id") == "judge");
            Assert.Equal(($"{asked}.outputs.any == 'false'", "true"), (judge.Text("if"), judge.Text("continue-on-error")));
            Assert.StartsWith("artifacts/tool/perfmatrix github verdict --plan artifacts/plan/plan.json --screen artifacts/screen ",
                judge.Text("run"), StringComparison.Ordinal);
            Assert.Equal("${{ steps.judge.outcome != 'skipped' && steps.judge.outcome || '' }}", job.Node.Text("outputs", "judged"));
        });
    }

    /// <summary>GitHub puts the outputs of a matrix together by their names
    /// (https://docs.github.com/en/actions/writing-workflows/workflow-syntax-for-github-actions#using-job-outputs-in-a-matrix-job).</summary>
    [Fact]
    public void Each_group_says_in_an_output_of_its_own_what_it_has_uploaded()
    {
        var group = Assert.Single(Workflow.All["_measure.yml"].Jobs);

        Assert.Equal(Enumerable.Range(1, 16).Select(number => ($"seal-{number}", $"${{{{ steps.check.outputs.seal-{number} }}}}")),
            group.Node.At("outputs").Entries().Select(output => (output.Key, output.Value.ToString())));
        Assert.Equal("${{ matrix.group }}", group.Steps.Single(step => step.Text("id") == "check").Text("env", "GROUP"));
        Assert.Equal("${{ toJSON(jobs.group.outputs) }}", Workflow.All["_measure.yml"].Triggers.Text("workflow_call", "outputs", "seals", "value"));
    }
}
