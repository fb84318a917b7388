using System.Text.RegularExpressions;

namespace Workflows.Tests.Policy;

/// <summary>What has to hold so that the workflows work from another repository, on the real GitHub, where these tests cannot run them.</summary>
public sealed partial class AdoptionTests
{
    public static TheoryData<string> Reusable => [.. Workflow.Reusable];

    /// <summary>In a called workflow <c>./</c> of a step is the checkout of the caller, which has neither our actions nor our scripts.</summary>
    [Theory]
    [MemberData(nameof(Reusable))]
    public void No_step_uses_files_of_this_repository(string file) =>
        Assert.All(Workflow.Reached(file).SelectMany(reached => Workflow.All[reached].Jobs).SelectMany(job => job.Steps), node =>
        {
            var step = new Step(file, node);
            Assert.False(step.Uses?.StartsWith("./", StringComparison.Ordinal) == true, step.Uses);
            // Where the checkout is perfmatrix itself.
            var own = step.Name == "Bring the tool" ? "if [[ -f src/PerfMatrix.Cli/PerfMatrix.Cli.csproj ]]; then\n  scripts/pack " : "nothing";
            Assert.DoesNotContain("scripts/", step.Run?.Replace(own, "", StringComparison.Ordinal) ?? "", StringComparison.Ordinal);
        });

    /// <summary>Of nested calls <c>./</c> is the repository of the file it stands in, at the same commit; four levels are what every GitHub
    /// takes.</summary>
    [Fact]
    public void Nobody_calls_deeper_than_four_levels()
    {
        Assert.Equal(4, Workflow.All.Keys.Max(Depth));

        static int Depth(string file) =>
            1 + Workflow.All[file].Jobs.Select(job => job.Called).OfType<string>().Select(Depth).DefaultIfEmpty().Max();
    }

    [Fact]
    public void The_workflows_of_this_repository_are_callers_as_those_of_others_are() =>
        Assert.All(["perf-pr.yml", "perf-main.yml", "perf-comment.yml", "perf-dispatch.yml", "perf-bisect.yml"], file =>
            Assert.All(Workflow.All[file].Jobs, job => Assert.Contains(job.Called, Workflow.Reusable)));

    /// <summary>Without it a runtime that was added to the axis is unavailable on GitHub for ever.</summary>
    [Fact]
    public void The_newest_framework_of_the_axis_has_its_SDK_wherever_programs_are_built()
    {
        var newest = YamlFile.Read(Checkout.File("crank", "matrix.yml")).Root.At("axes", "runtime").Entries().Last().Key;
        var sdk = $"{newest["net".Length..]}.x";
        var places = Workflow.All.ToDictionary(
            workflow => workflow.Key, workflow => workflow.Value.Triggers.Text("workflow_call", "inputs", "sdks", "default"));
        places["action.yml"] = Workflow.Action.Root.Text("inputs", "sdks", "default");
        places["release.yml"] = Workflow.All["release.yml"].Jobs.SelectMany(job => job.Steps).Select(step => step.Text("with", "dotnet-version"))
            .OfType<string>().First();

        Assert.Equal(6, places.Values.OfType<string>().Count());
        Assert.All(places, place => Assert.True(place.Value?.Split('\n').Contains(sdk) != false, $"{place.Key}: add the SDK {sdk}"));
    }

    /// <summary>A private feed in nuget.config is read by every job that brings the tool.</summary>
    [Fact]
    public void What_init_writes_hands_the_token_of_a_feed_to_every_workflow_that_takes_one()
    {
        var templates = Directory.GetFiles(Checkout.File("src", "PerfMatrix", "GitHub", "Setup", "Templates"), "perf-*.yml");

        Assert.Equal(5, templates.Length);
        Assert.All(templates, template =>
        {
            var text = File.ReadAllText(template);
            var takers = Workflow.Reusable.Where(file => text.Contains($"/{file}@", StringComparison.Ordinal)
                && Workflow.All[file].Triggers.Has("workflow_call", "secrets", "feed-token")).ToList();
            Assert.NotEmpty(takers);
            Assert.Equal(takers.Count, text.Split("feed-token: \"${{ secrets.PERF_FEED_TOKEN }}\"").Length - 1);
        });
    }

    /// <summary>A called workflow may be newer than the tool of its caller. A command that is added here needs a way for tools without it; one that
    /// is missing here may go.</summary>
    [Fact]
    public void What_others_call_calls_only_commands_that_every_1_x_has() => Assert.Equal(
        ["bisect", "compare", "doctor", "export", "github alert", "github build", "github comment", "github inputs", "github introduction",
            "github plan", "github publish", "github suspects", "github verdict", "history prune", "publish", "run"],
        Workflow.Reusable.SelectMany(Workflow.Reached).Distinct().SelectMany(file => Workflow.All[file].Jobs).SelectMany(job => job.Steps)
            .SelectMany(step => Call().Matches(step.Text("run") ?? "")).Select(call => call.Groups["command"].Value)
            .Distinct().Order(StringComparer.Ordinal));

    [Fact]
    public void A_pull_request_tells_its_caller_what_came_out() =>
        Assert.Equal(["report", "undecided", "verdict", "worse"], Workflow.All["pull-request.yml"].Triggers.At("workflow_call", "outputs").Entries()
            .Select(output => output.Key).Order(StringComparer.Ordinal));

    [Theory]
    [InlineData("verdict")]
    [InlineData("worse")]
    [InlineData("undecided")]
    [InlineData("report")]
    public void A_comparison_that_somebody_asked_for_tells_its_caller_the_same(string output)
    {
        Assert.Equal($"${{{{ jobs.compare.outputs.{output} }}}}",
            Workflow.All["dispatch.yml"].Triggers.Text("workflow_call", "outputs", output, "value"));
        Assert.Equal("./.github/workflows/pull-request.yml",
            Workflow.All["dispatch.yml"].Jobs.Single(job => job.Name == "compare").Node.Text("uses"));
    }

    /// <summary>Any job of a run can replace an artifact, none the output of another job.</summary>
    [Fact]
    public void What_one_job_hands_to_another_to_run_is_checked_against_its_hash()
    {
        var jobs = Workflow.All.SelectMany(workflow => workflow.Value.Jobs.Select(job => (File: workflow.Key, Job: job))).ToList();
        var taken = 0;
        foreach (var (file, job) in jobs)
        {
            var steps = job.Steps.Select(step => new Step(file, step)).ToList();
            foreach (var (at, step) in steps.Index().Where(step => step.Item.Is("actions/download-artifact")
                && step.Item.Node.Text("with", "name")?.Split('-')[0] is "tool" or "programs" or "packages" or "plan" or "suspects"))
            {
                var next = steps[at + 1];
                Assert.Matches($"^(Unpack|Check) the {step.Node.Text("with", "name")!.Split('-')[0]}$", next.Name);
                Assert.Equal(step.Node.Text("if"), next.Node.Text("if"));
                Assert.Matches(
                    @"^\$\{\{ (inputs\.tool \|\| )?(needs\.(plan|pack|bisect)\.outputs|inputs)\.[\w-]+ \}\}$", next.Node.Text("env", "SHA256"));
                Assert.StartsWith("sha256sum --check ", next.Run, StringComparison.Ordinal);
                taken++;
            }
        }

        Assert.True(taken >= 13, $"{taken}");
    }

    /// <summary>Forks get no variables: what a pull request is measured with must not depend on them.</summary>
    [Fact]
    public void Forks_are_measured_as_branches_are()
    {
        Assert.All(["pull-request.yml", "_side.yml", "_measure.yml"],
            file => Assert.DoesNotContain("vars.", Workflow.All[file].File.Text, StringComparison.Ordinal));
        var given = Assert.Single(Workflow.All["perf-pr.yml"].Jobs).Node.At("with").Entries()
            .Where(input => input.Value.ToString().Contains("vars.", StringComparison.Ordinal)).Select(input => input.Key);

        Assert.Equal(["enabled", "runner", "history-branch"], given); // documented; a fork is never switched off
        Assert.Contains("head.repo.full_name != github.repository", Workflow.All["perf-pr.yml"].File.Text, StringComparison.Ordinal);
    }

    /// <summary>The branch of the history comes along with all branches, and grows.</summary>
    [Fact]
    public void A_job_fetches_the_commits_it_needs()
    {
        var whole = Workflow.AllSteps.Where(step => step.Is("actions/checkout") && step.Node.Text("with", "fetch-depth") == "0").ToList();

        Assert.Equal(["dispatch.yml, plan", "publish.yml, plan"], whole.Select(step => step.Place));
        Assert.All(whole, step => Assert.Equal("tree:0", step.Node.Text("with", "filter")));
        Assert.All(Workflow.AllSteps.Where(step => step.Node.Text("with", "path") == "artifacts/history"),
            step => Assert.Matches(@"^(_side\.yml, side|(publish|dispatch)\.yml, plan)$", step.Place));
    }

    /// <summary>A number that somebody gives may be 0, which is false.</summary>
    [Fact]
    public void Nothing_stands_for_a_zero() =>
        Assert.All(Workflow.All.Values, workflow => Assert.DoesNotMatch(@"inputs\.[\w-]+ \|\| \d", workflow.File.Text));

    [Fact]
    public void A_missing_runtime_pack_stops_nothing_that_needs_none() =>
        Assert.All(Workflow.AllSteps.Where(step => step.Call == "doctor"), step => Assert.Equal(
            ("_measure.yml, group", "true"), (step.Place, step.Node.Text("continue-on-error"))));

    [Fact]
    public void A_copy_of_a_template_measures_nothing_before_it_is_asked_to_but_what_a_fork_sends()
    {
        Assert.All(Workflow.All["ci.yml"].Jobs,
            job => Assert.Equal("github.repository == 'perfmatrix/perfmatrix' || vars.PERF_ENABLED == 'true'", job.Node.Text("if")));
        Assert.Equal("vars.PERF_ENABLED == 'true'", Workflow.All["perf-main.yml"].Jobs.First().Node.Text("if"));
        Assert.StartsWith("${{ vars.PERF_ENABLED == 'true' || (github.event_name == 'pull_request' && ",
            Assert.Single(Workflow.All["perf-pr.yml"].Jobs).Node.Text("with", "enabled"), StringComparison.Ordinal);
        Assert.Equal("github.event_name == 'workflow_dispatch' || vars.PERF_ENABLED == 'true'",
            Workflow.All["selftest.yml"].Jobs.First().Node.Text("if"));
        Assert.Contains("inputs.enabled && ", Workflow.All["pull-request.yml"].Jobs.First().Node.Text("if"), StringComparison.Ordinal);
    }

    /// <summary>Of a branch that is not there checkout tries three times, which takes 20 to 40 s and ends in a red line
    /// (actions/checkout#391).</summary>
    [Fact]
    public void Nobody_looks_for_a_history_where_none_is_published()
    {
        const string OnlyPublished = "${{ vars.PERF_PUBLISH == 'true' && 'gh-pages' || '' }}";
        Assert.All(["_side.yml, side", "dispatch.yml, plan"], place => Assert.Contains("inputs.history-branch != ''",
            Workflow.AllSteps.Single(step => step.Place == place && step.Name == "Get how long earlier runs took").Node.Text("if"),
            StringComparison.Ordinal));
        Assert.Equal(OnlyPublished, Assert.Single(Workflow.All["perf-pr.yml"].Jobs).Node.Text("with", "history-branch"));
        Assert.All(["perf-pr.yml", "perf-dispatch.yml"], template => Assert.Contains($"history-branch: \"{OnlyPublished}\"",
            File.ReadAllText(Checkout.File("src", "PerfMatrix", "GitHub", "Setup", "Templates", template)), StringComparison.Ordinal));
    }

    /// <summary>Nobody promises the outputs of a called workflow that failed, and what is worse is what the site has to show.</summary>
    [Fact]
    public void What_is_published_comes_from_a_called_workflow_that_does_not_fail_because_of_it()
    {
        var jobs = Workflow.All["perf-dispatch.yml"].Jobs.ToDictionary(job => job.Name);

        Assert.Equal("${{ needs.perf.outputs.tool }}", jobs["publish"].Node.Text("with", "tool"));
        Assert.Equal("${{ inputs.publish && 'advise' || '' }}", jobs["perf"].Node.Text("with", "mode"));
    }

    /// <summary>Where a runner of one's own is not root, setup-dotnet cannot write to its usual folder.</summary>
    [Fact]
    public void A_runner_of_a_lab_installs_dotnet_where_it_may() =>
        Assert.All(Workflow.All.SelectMany(workflow => workflow.Value.Jobs).Where(job => job.Node.Text("runs-on")?.Contains("fromJSON",
                StringComparison.Ordinal) == true), job =>
            Assert.Contains("runner.environment == 'self-hosted'", job.Steps.Single(step => new Step("", step).Is("actions/setup-dotnet"))
                .Text("env", "DOTNET_INSTALL_DIR"), StringComparison.Ordinal));

    /// <summary>Workflows of v1 move on while the tool is the version that their caller pins; and workflows of head meet the tool of base.</summary>
    [Fact]
    public void An_option_that_the_tool_does_not_know_ends_nothing() =>
        Assert.All(Workflow.All.Where(workflow => workflow.Value.Triggers.Has("workflow_call")).SelectMany(workflow => workflow.Value.Jobs
            .Where(job => job.Steps.Any(step => new Step("", step).Call is not null)).Select(job => (File: workflow.Key, Job: job))), found =>
            Assert.Equal("warn", found.Job.Node.Text("env", "PERFMATRIX_UNKNOWN_OPTIONS")
                ?? Workflow.All[found.File].File.Root.Text("env", "PERFMATRIX_UNKNOWN_OPTIONS")));

    /// <summary>An artifact of a Pages site cannot be replaced, and deploying refuses two of one name (actions/deploy-pages#338).</summary>
    [Fact]
    public void A_second_attempt_deploys_what_it_has_built()
    {
        var names = Assert.Single(Workflow.All["pages.yml"].Jobs).Steps
            .Select(step => step.Text("with", "name") ?? step.Text("with", "artifact_name"))
            .OfType<string>().ToList();

        Assert.Equal(2, names.Count);
        Assert.All(names, name => Assert.Equal("github-pages-${{ github.run_attempt }}", name));
    }

    /// <summary>What is in the history is on the site, whoever put it there.</summary>
    [Fact]
    public void Who_publishes_deploys() =>
        Assert.All(Workflow.All.Where(workflow => workflow.Value.Jobs.Any(job => job.Called is "publish.yml" or "_history.yml")
            && !workflow.Value.Triggers.Has("workflow_call")), workflow =>
            Assert.Equal("publish", workflow.Value.Jobs.Single(job => job.Called == "pages.yml").Node.Text("needs")));

    /// <summary>GitHub keeps one that waits in a queue and cancels those before it: of runs the next one publishes what was lost, of documents nobody
    /// would. Whoever pushes at once tries again (BranchUpdate).</summary>
    [Fact]
    public void Runs_are_published_one_at_a_time_and_a_document_takes_no_place_in_their_queue() =>
        Assert.Equal("${{ inputs.artifact == '' && 'history' || format('history-{0}', github.run_id) }}",
            Assert.Single(Workflow.All["_history.yml"].Jobs).Node.Text("concurrency", "group"));

    /// <summary>Else one of them would begin a second history here.</summary>
    [Fact]
    public void Where_the_history_is_elsewhere_it_is_so_for_all_that_write_it_or_follow_it()
    {
        var jobs = Workflow.All.Where(workflow => !workflow.Value.Triggers.Has("workflow_call")).SelectMany(workflow => workflow.Value.Jobs)
            .Where(job => job.Called is "_history.yml" or "publish.yml" or "alert.yml" or "dispatch.yml").ToList();

        Assert.Equal(["alert", "perf", .. Enumerable.Repeat("publish", 5)], jobs.Select(job => job.Name).Order(StringComparer.Ordinal));
        Assert.All(jobs, job =>
        {
            var prefix = job.Called == "_history.yml" ? "" : "history-";
            Assert.Equal(
                ("${{ vars.PERF_HISTORY_REPOSITORY }}", "${{ vars.PERF_HISTORY_BRANCH || 'gh-pages' }}", "${{ secrets.PERF_HISTORY_TOKEN }}"),
                (job.Node.Text("with", $"{prefix}repository"), job.Node.Text("with", $"{prefix}branch"), job.Node.Text("secrets", "history-token")));
        });
    }

    /// <summary>Before the first run, and where the history is elsewhere, there is no branch that could be deployed.</summary>
    [Fact]
    public void Without_a_history_nothing_is_deployed() =>
        Assert.Equal(["hashFiles('index.json') != ''", "hashFiles('index.json') != ''"], Workflow.All["pages.yml"].Jobs.Single().Steps
            .Where(step => step.Text("uses")?.Contains("pages", StringComparison.Ordinal) == true).Select(step => step.Text("if")));

    /// <summary>A release stays one when GitHub does not let its token move the tag of the major version.</summary>
    [Fact]
    public void Nothing_waits_for_the_tag_of_the_major_version() =>
        Assert.DoesNotContain("major", Workflow.All["release.yml"].Jobs.SelectMany(job => job.Node.At("needs").Items().Select(need => need.ToString())
            .Append(job.Node.Text("needs"))));

    [GeneratedRegex(@"tool/perfmatrix""? (?<command>(github|history|site) [a-z]+|(?!artifacts)[a-z]+)", RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex Call();
}
