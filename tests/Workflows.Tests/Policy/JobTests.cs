using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using YamlDotNet.RepresentationModel;

namespace Workflows.Tests.Policy;

/// <summary>How jobs and steps are written.</summary>
public sealed partial class JobTests
{
    /// <summary>What a step may run beside this tool: what has to be there before it.</summary>
    private static readonly string[] s_commands =
        ["scripts/test", "scripts/pack --out ", "dotnet tool restore", "dotnet tool install --tool-path ", "go install ", "pipx install zizmor==",
        "git switch --quiet --detach ", "sudo --non-interactive prlimit ", "bash -euo pipefail -c \"$PREPARE\"", "install -D /dev/null ",
        "exit 1"];

    /// <summary>Steps of several commands: they bring the tool and hand files on between jobs, before or beside the tool. A name has one
    /// text.</summary>
    private static readonly string[] s_scripts = ["Bring the tool", "Unpack the tool", "Unpack the programs", "Pack the programs", "Go to base",
        "Unpack the packages", "Hash the packages", "Run", "Give the applications their variables",
        "Give the applications a user of their own", "Check what was measured", "Check the plan", "Hash the suspects", "Check the suspects",
            "Permit perf", "Look for .NET",
        "Look what the search has left", "Tell that the search failed",
        "Fail, because without a plan there is no verdict", "Say what failed", "Look for the commits",
        "Refuse somebody's own machine", "Refuse a label that may be that of somebody's own machine"];

    public static TheoryData<string> Files => [.. Workflow.All.Keys];

    [Theory]
    [MemberData(nameof(Files))]
    public void Every_job_ends_at_some_time(string file) =>
        Assert.All(Workflow.All[file].Jobs, job => Assert.True(
            job.Uses is not null || IsOfPlan(job) || int.Parse(job.Node.Text("timeout-minutes") ?? "0") is > 0 and <= 360, job.Name));

    [Fact]
    public void Measuring_ends_before_its_job_does_so_that_what_was_measured_is_uploaded()
    {
        var job = Assert.Single(Workflow.All["_measure.yml"].Jobs);
        var measuring = job.Steps.Where(step => step.Text("run")?.Contains("--out artifacts/measured", StringComparison.Ordinal) == true).ToList();

        Assert.Equal(3, measuring.Count);
        Assert.True(IsOfPlan(job));
        Assert.All(measuring, step => Assert.Equal("${{ matrix.measuring }}", step.Text("timeout-minutes")));
    }

    /// <summary>The runner tells the process of the step alone; a shell between would outlive it, and perfmatrix would measure on.</summary>
    [Fact]
    public void The_end_of_its_time_reaches_what_measures()
    {
        var measuring = Workflow.AllSteps.Where(step => step.Run?.Contains("--out artifacts/measured", StringComparison.Ordinal) == true).ToList();

        Assert.Equal(4, measuring.Count);
        Assert.All(measuring, step =>
        {
            Assert.StartsWith("exec artifacts/tool/perfmatrix ", step.Run, StringComparison.Ordinal);
            Assert.True(step.Node.Has("timeout-minutes"), step.Name);
        });
    }

    /// <summary>Without perf the runtime's own sampler is used, which misses a part of the time.</summary>
    [Theory]
    [InlineData("_measure.yml", "Confirm")]
    [InlineData("bisect.yml", "Bisect")]
    [InlineData("dispatch.yml", "Compare")]
    public void Where_causes_are_looked_for_perf_is_permitted_before(string file, string step)
    {
        var names = Workflow.All[file].Jobs.SelectMany(job => job.Steps).Select(one => one.Text("name")).ToList();

        Assert.InRange(names.IndexOf("Permit perf"), 0, names.IndexOf(step));
    }

    /// <summary>What its comment names.</summary>
    [Fact]
    public void A_search_leaves_its_log_its_cause_and_the_stacks_of_it()
    {
        var search = Workflow.All["bisect.yml"].Jobs.Single(job => job.Name == "bisect");
        var left = search.Steps.Single(step => step.Text("with", "name") == "bisect");

        Assert.Equal(["bisect.json", "why.json", "*.speedscope.json"], left.Text("with", "path")!.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(path => path["artifacts/bisect/".Length..]));
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void Every_job_has_a_name(string file) => Assert.All(Workflow.All[file].Jobs, job => Assert.True(job.Node.Has("name"), job.Name));

    [Theory]
    [MemberData(nameof(Files))]
    public void Failures_inside_a_pipe_are_seen(string file) =>
        Assert.True(Workflow.All[file].Jobs.All(job => job.Uses is not null)
            || Workflow.All[file].File.Root.Text("defaults", "run", "shell") == "bash", file);

    [Theory]
    [MemberData(nameof(Files))]
    public void A_cancelled_run_ends(string file) =>
        Assert.All(Workflow.All[file].Jobs.Where(job => job.Node.Text("if")?.Contains("always()", StringComparison.Ordinal) == true
                || job.Steps.Any(step => step.Text("if")?.Contains("always()", StringComparison.Ordinal) == true)),
            job => Assert.Equal("verdict", job.Name)); // which must not look passed

    [Fact]
    public void Every_action_of_others_is_pinned_to_a_commit_and_names_its_version()
    {
        var files = Workflow.All.Values.Select(workflow => workflow.File).Append(Workflow.Action);
        var lines = files.SelectMany(file => file.Text.Split('\n')).Where(line => Uses().IsMatch(line)).ToList();

        Assert.NotEmpty(lines);
        Assert.All(lines, line => Assert.Matches(@"uses: (\./(\.github/workflows/\S+)?|[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$", line));
    }

    [Fact]
    public void One_action_has_one_version()
    {
        var versions = Workflow.AllSteps.Select(step => step.Uses).OfType<string>().Where(uses => uses.Contains('@', StringComparison.Ordinal))
            .Distinct();

        Assert.All(versions.GroupBy(uses => uses.Split('@')[0]), group => Assert.Single(group));
    }

    [Fact]
    public void What_tests_are_run_against_is_the_version_of_the_action_that_is_used()
    {
        const string Action = "benchmark-action/github-action-benchmark";
        var used = Workflow.AllSteps.First(step => step.Is(Action)).Uses!.Split('@')[1];
        var tested = Workflow.AllSteps.Where(step => step.Node.Text("with", "repository") == Action).ToList();

        Assert.Equal(Workflow.AllSteps.Where(step => step.Run?.StartsWith("scripts/test", StringComparison.Ordinal) == true)
            .Select(step => step.Place), tested.Select(step => step.Place));
        Assert.All(tested, step => Assert.Equal(used, step.Node.Text("with", "ref")));
    }

    [Fact]
    public void A_step_is_one_call_of_the_tool()
    {
        var runs = Workflow.AllSteps.Where(step => step.Run is not null && !s_scripts.Contains(step.Name) && !step.Place.StartsWith("release.yml",
            StringComparison.Ordinal)).ToList();

        Assert.NotEmpty(runs);
        Assert.All(runs, step =>
        {
            Assert.True(step.Call is not null || s_commands.Any(command => step.Run!.StartsWith(command, StringComparison.Ordinal)),
                $"{step.Place}: {step.Run}");
            Assert.DoesNotMatch("[;|&`\n].|[$][(]", step.Run!.TrimEnd());
        });
    }

    [Fact]
    public void A_script_is_the_same_wherever_it_stands()
    {
        var scripts = Workflow.AllSteps.Where(step => step.Run is not null && s_scripts.Contains(step.Name)).ToLookup(step => step.Name);

        Assert.Equal(s_scripts.Order(StringComparer.Ordinal), scripts.Select(script => script.Key).Order(StringComparer.Ordinal));
        Assert.All(scripts, script => Assert.Single(script.Select(step => step.Run!.TrimEnd()).Distinct()));
        Assert.True(scripts.All(script => script.All(step => step.Run!.Trim().Split('\n').Length <= 25)));
    }

    [Fact]
    public void What_go_installs_has_one_version() =>
        Assert.All(Workflow.AllSteps.Where(step => step.Run?.StartsWith("go ", StringComparison.Ordinal) == true),
            step => Assert.Matches(@"^go install [a-z0-9./]+@v\d+\.\d+\.\d+$", step.Run));

    /// <summary>Without the variables tests with the real crank are skipped, and nobody would see that its contract broke.</summary>
    [Fact]
    public void Tests_meet_the_real_crank_in_the_version_of_the_manifest()
    {
        var tools = JsonNode.Parse(File.ReadAllText(Checkout.File(".config", "dotnet-tools.json")))!["tools"]!.AsObject();
        var tests = Workflow.All["ci.yml"].Jobs.Where(job => job.Steps.Any(RunsTests)).ToList();

        Assert.Equal(2, tests.Count);
        Assert.All(tests, job =>
        {
            var installs = job.Steps.Select(step => step.Text("run")).Where(run => run?.StartsWith("dotnet tool install ", StringComparison.Ordinal)
                == true);
            Assert.Equal(
                tools.Select(tool => $"--version {tool.Value!["version"]} {tool.Key}"),
                installs.Select(run => run![run!.IndexOf("--version", StringComparison.Ordinal)..].Trim()));
            Assert.Equal(
                ["${{ runner.temp }}/crank/crank", "${{ runner.temp }}/crank/crank-agent"],
                new[] { "PERFMATRIX_CRANK", "PERFMATRIX_CRANK_AGENT" }.Select(name => job.Steps.Single(RunsTests).Text("env", name)));
        });

        static bool RunsTests(YamlNode step) => step.Text("run")?.StartsWith("scripts/test", StringComparison.Ordinal) == true;
    }

    [Fact]
    public void Nothing_is_put_into_a_command_by_text() =>
    Assert.All(Workflow.AllSteps, step => Assert.DoesNotContain("${{", step.Run ?? "", StringComparison.Ordinal));

    [Fact]
    public void Every_variable_of_a_command_is_quoted() =>
        Assert.All(Workflow.AllSteps.Where(step => step.Call is not null || s_commands.Any(command => step.Run?.StartsWith(command,
            StringComparison.Ordinal) == true)), step => Assert.DoesNotMatch("(?<!\")[$][A-Za-z_{]", step.Run));

    [Fact]
    public void Every_option_that_a_step_gives_is_one_of_the_command() => Assert.Empty(Workflow.AllSteps.SelectMany(UnknownOptions));

    [Fact]
    public void What_is_uploaded_is_there_and_its_name_tells_groups_and_attempts_apart()
    {
        var uploads = Workflow.AllSteps.Where(step => step.Is("actions/upload-artifact")).ToList();

        Assert.NotEmpty(uploads);
        Assert.All(uploads, upload =>
        {
            var name = upload.Node.Text("with", "name")!;
            Assert.Equal("error", upload.Node.Text("with", "if-no-files-found"));
            // Without it they fill the storage of the repository for 90 days; programs and tool are of use to this run alone, and to its failed jobs
            // when they are run again.
            Assert.InRange(int.Parse(upload.Node.Text("with", "retention-days") ?? "90"), 1, name is "packages" ? 1
                : name.Split('-')[0] is "programs" or "tool" ? 7 : 14);
            Assert.True(name.EndsWith("-attempt${{ github.run_attempt }}", StringComparison.Ordinal)
                || upload.Node.Text("with", "overwrite") == "true", name);
            Assert.True(upload.Place != "_measure.yml, group" || name.Contains("${{ matrix.slug }}", StringComparison.Ordinal), name);
        });
    }

    /// <summary>An artifact that a pattern matches alone gets no folder of its own, so nobody could tell whose it is: the plan, which every run has,
    /// is matched beside it.</summary>
    [Fact]
    public void What_is_downloaded_by_a_pattern_is_never_alone() =>
        Assert.All(
            Workflow.AllSteps.Where(step => step.Is("actions/download-artifact")),
            step => Assert.True(
                step.Node.Has("with", "name") != step.Node.Text("with", "pattern")?.StartsWith("@(plan|", StringComparison.Ordinal), step.Place));

    [Fact]
    public void Agents_of_a_lab_measure_for_one_job_at_a_time()
    {
        var measuring = new[] { "publish.yml", "dispatch.yml" }.SelectMany(file => Workflow.All[file].Jobs).Where(Measures).ToList();

        Assert.Equal(["measure", "measure", "compare", "values"], measuring.Select(job => job.Name));
        Assert.All(measuring, job =>
        {
            Assert.Matches(@"^agents-\$\{\{ contains\(fromJSON\('\[""hosted"", ""local""\]'\), .+\) && github\.run_id \|\| inputs\.profile \}\}$",
                job.Node.Text("concurrency", "group"));
            Assert.Equal("false", job.Node.Text("concurrency", "cancel-in-progress"));
        });
        Assert.EndsWith(
            "&& 256 || 1 }}", Assert.Single(Workflow.All["_measure.yml"].Jobs).Node.Text("strategy", "max-parallel"), StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_that_is_measured_comes_from_a_cache_of_another_run() =>
        Assert.All(Workflow.AllSteps, step =>
        {
            Assert.NotEqual("true", step.Node.Text("with", "cache"));
            Assert.False(step.Is("actions/cache"), step.Place);
        });

    [Fact]
    public void Every_runner_is_hosted_or_listed()
    {
        var listed = YamlFile.Read(Checkout.File(".github", "actionlint.yaml")).Root.At("self-hosted-runner", "labels").Items()
            .Select(label => label.ToString()).ToHashSet();
        var labels = Workflow.All.Values.SelectMany(workflow => workflow.Jobs).Select(job => job.Node.Text("runs-on")).OfType<string>().Distinct();

        Assert.All(labels, label => Assert.True(label == "ubuntu-24.04" || IsChosenByVariable(label) || listed.Contains(label), label));
    }

    private static bool Measures(Job job) =>
        job.Called is "_measure.yml" or "pull-request.yml"
        || job.Steps.Any(step => new Step("", step).Call?.StartsWith("compare ", StringComparison.Ordinal) == true);

    // The plan gives each group its own time; JobTimesTests hold it to the limits.
    private static bool IsOfPlan(Job job) => job.Node.Text("timeout-minutes") == "${{ matrix.timeout }}";

    private static bool IsChosenByVariable(string label) =>
        label is "${{ fromJSON(inputs.runner) }}" or "${{ fromJSON(inputs.build-runner) }}"
        || label.EndsWith(" && !startsWith(inputs.runner, '\"ubuntu-') && '\"ubuntu-24.04\"' || inputs.runner) }}", StringComparison.Ordinal);

    private static IEnumerable<string> UnknownOptions(Step step)
    {
        if (step.Call is null)
            return [];
        var words = step.Call.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).ToList();
        var command = words.TakeWhile(word => CommandName().IsMatch(word)).ToList();
        var known = CommandHelp.Of(command).Split([' ', ',', '\n']).ToHashSet();
        return words.Where(word => word.StartsWith("--", StringComparison.Ordinal) && !known.Contains(word))
            .Select(option => $"{step.Place}: {string.Join(' ', command)} has no {option}");
    }

    [GeneratedRegex(@"^\s*(- )?uses:")]
    private static partial Regex Uses();

    [GeneratedRegex("^[a-z]+$")]
    private static partial Regex CommandName();
}
