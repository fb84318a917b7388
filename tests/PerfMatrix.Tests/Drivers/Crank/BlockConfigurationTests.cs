using System.Net;
using System.Text.Json;
using System.Text.RegularExpressions;
using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Tests.Measurement;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Drivers.Crank;

public sealed class BlockConfigurationTests
{
    private static readonly RemoteBuild[] s_remote =
    [
        .. "ab".Select(digit => new RemoteBuild(
            new RemoteCommit(RemoteRepository.Parse("https://git.example.test/team/app.git"), new string(digit, 40), "perf"),
            new PublishRequest("workloads/A/A.csproj", "net10.0", "10.0.12", "linux-x64") { Arguments = ["-p:X=1"] })),
    ];

    [Fact]
    public void A_block_is_written_as_a_configuration_that_keeps_the_rules_of_cranks_schema()
    {
        var yaml = Compose(launcherPort: 5100, usesCpuSet: true);
        ConfigurationRules.Check(yaml);

        Approval.Verify(Shown(yaml), "block");
    }

    [Fact]
    public void Where_one_agent_has_both_the_launchers_and_the_load_are_one_job()
    {
        var yaml = Compose(launcherPort: 5100, usesCpuSet: false, loadAgent: "http://10.0.0.2:5010");
        ConfigurationRules.Check(yaml);

        Approval.Verify(Shown(yaml), "one-agent");
    }

    [Fact]
    public void A_commit_that_the_agent_fetches_is_a_source_without_a_folder()
    {
        var yaml = Compose(launcherPort: 5100, usesCpuSet: true, remote: s_remote);
        ConfigurationRules.Check(yaml);

        Approval.Verify(Shown(yaml), "remote");
    }

    [Fact]
    public void Variants_of_one_commit_share_a_source_whatever_their_runtime()
    {
        var yaml = Compose(launcherPort: 5100, usesCpuSet: false, loadAgent: "http://10.0.0.2:5010", remote: [s_remote[0], s_remote[0] with
        {
            Request = s_remote[0].Request with { Patch = "10.0.11" },
        }]);

        Assert.Contains("app-1", yaml);
        Assert.DoesNotContain("app-2", yaml);
        ConfigurationRules.Check(yaml);
        Assert.DoesNotContain("startTimeout", yaml);
    }

    [Fact]
    public void Folders_sent_beside_another_commit_have_another_path_so_that_an_agent_asks_for_them()
    {
        var paths = s_remote.Select(build => LauncherFolder().Match(Compose(5100, usesCpuSet: false, remote: [build, build])).Value).ToList();

        Assert.All(paths, path => Assert.NotEmpty(path));
        Assert.NotEqual(paths[0], paths[1]);
    }

    [Fact]
    public void Launchers_are_told_what_to_publish_from_which_source()
    {
        var yaml = Compose(launcherPort: 5100, usesCpuSet: false, remote: s_remote);
        var text = yaml.Split($"{PlanVariable.Launch}: \"")[1].Split('"')[0];
        var plans = JsonSerializer.Deserialize(Convert.FromBase64String(text), ContractJson.Default.IReadOnlyListLaunchPlan)!;

        Assert.Equal(["app-1", "app-2"], plans.Select(plan => plan.Publish!.Source));
        Assert.Equal(s_remote.Select(build => build.Source.Sha), plans.Select(plan => plan.Publish!.Commit));
        Assert.All(plans, plan => Assert.Equal(("perf", "workloads/A/A.csproj", "net10.0", "10.0.12"),
            (plan.Publish!.Root, plan.Publish.Project, plan.Publish.Framework, plan.Publish.RuntimeVersion)));
        Assert.All(plans, plan => Assert.Equal(["-p:X=1"], plan.Publish!.Arguments));
    }

    [Fact]
    public void A_case_of_BenchmarkDotNet_is_one_job_of_the_load_program_on_the_agent_of_the_applications()
    {
        var yaml = Compose(launcherPort: 5100, usesCpuSet: true, benchmark: "Tasks.Run");
        ConfigurationRules.Check(yaml);

        Assert.DoesNotContain("launcher", yaml);
        Assert.DoesNotContain("10.0.0.3", yaml);
        var text = yaml.Split($"{PlanVariable.Block}: \"")[1].Split('"')[0];
        var plan = JsonSerializer.Deserialize(Convert.FromBase64String(text), ContractJson.Default.BlockPlan)!.Benchmark!;
        Assert.Equal(("Tasks.Run", "0 1"), (plan.Case, string.Join(' ', plan.Cpus)));
        Assert.Equal(["app-1/App", "app-1/App"], plan.Programs.Select(program => program.Executable));
    }

    [Fact]
    public void Where_crank_limits_the_cpus_of_a_job_the_load_has_a_job_of_its_own() =>
        Assert.Contains("perfmatrix-application", Compose(launcherPort: 5100, usesCpuSet: true, loadAgent: "http://10.0.0.2:5010"));

    [Fact]
    public void Cores_are_by_cpuSet_where_the_agent_can_and_by_pinning_otherwise()
    {
        Assert.Contains("cpuSet: \"0-1\"", Compose(5100, usesCpuSet: true));
        Assert.DoesNotContain("cpuSet", Compose(5100, usesCpuSet: false));
    }

    [Fact]
    public void Limits_of_memory_are_in_the_plans_of_the_launchers_and_not_in_the_job_that_they_share()
    {
        var yaml = Compose(5100, usesCpuSet: false, memory: new Bytes(512 << 20));

        Assert.DoesNotContain("memoryLimitInBytes", yaml);
        var plans = JsonSerializer.Deserialize(
            Convert.FromBase64String(LaunchPlans().Match(yaml).Groups[1].Value), ContractJson.Default.IReadOnlyListLaunchPlan)!;
        Assert.Equal([null, 512 << 20], plans.Select(plan => plan.Limits.Memory?.Count));
    }

    [Theory]
    [InlineData("jobs: { a: { waitForExit: \"maybe\" } }", "expected true or false")]
    [InlineData("jobs: { a: { timeout: \"soon\" } }", "expected a whole number")]
    [InlineData("jobs: { a: { readyStateText: [ x ] } }", "expected text")]
    [InlineData("jobs: { a: { waitForExist: true } }", "unknown key 'waitForExist'; did you mean 'waitForExit'")]
    [InlineData("jobs: { a: { sources: { s: { folder: x } } } }", "unknown key 'folder'")]
    [InlineData("jobs: { a: { sources: { s: { repository: x } } } }", "missing key 'branchOrCommit'")]
    [InlineData("jobs: { a: { sources: { s: { repository: x, branchOrCommit: main } } } }", "expected a whole commit behind a #")]
    [InlineData("jobs: { a: { sources: { s: { repository: x, branchOrCommit: '#0123456789abcdef0123456789abcdef01234567', localFolder: y } } } "
        + "}", "found a folder beside a repository")]
    [InlineData("jobs: { a: { environmentVariables: { X: true } } }", "expected a text in double quotes")]
    [InlineData("imports: text\njobs: {}", "expected a list")]
    [InlineData("imports: []", "missing key 'jobs'")]
    public void The_rules_find_what_crank_would_pass_over(string yaml, string reason) =>
        Assert.Contains(
            reason, Assert.Throws<UsageException>(() => ConfigurationRules.Check(yaml + "\nscenarios: {}\nprofiles: {}\n")).Message);

    [Theory]
    [InlineData("s: { app: { job: other } }", "p: { jobs: { app: { endpoints: [ x ] } } }", "found no job 'other'")]
    [InlineData("s: { app: { job: a } }", "p: { jobs: { load: { endpoints: [ x ] } } }", "missing key 'app'")]
    [InlineData("s: { app: { job: a } }", "p: { jobs: { app: { } } }", "missing key 'endpoints'")]
    public void Every_job_of_a_scenario_is_there_and_has_an_agent(string scenario, string profile, string reason) =>
        Assert.Contains(reason, Assert.Throws<UsageException>(
            () => ConfigurationRules.Check($"jobs: {{ a: {{}} }}\nscenarios:\n  {scenario}\nprofiles:\n  {profile}\n")).Message);

    [Fact]
    public void A_survey_keeps_the_rules_too() => ConfigurationRules.Check(new SurveyConfiguration(new("http://10.0.0.2:5010"), "/x").Compose("/y"));

    private static string Shown(string yaml) => Hidden().Replace(yaml, "...").Replace(Path.GetTempPath(), "/tmp/");

    private static string Compose(
        int launcherPort, bool usesCpuSet, string loadAgent = "http://10.0.0.3:5010", Bytes? memory = null, RemoteBuild[]? remote = null,
            string? benchmark = null)
    {
        var app = Directory.CreateTempSubdirectory("perfmatrix-app-");
        try
        {
            var variants = Enumerable.Range(0, 2).Select(twin => new Variant(new Cell("s", "net10.0", "server", 2)
            {
                Memory = twin == 1 ? memory : null,
            }, Side.Head, twin)).ToList();
            var measure = MeasureSamples.Shortest with { Rounds = 2 };
            var application = new Application(app.FullName, "App", [], new Dictionary<string, string>(), "/", TimeSpan.FromSeconds(1));
            Application[] applications = remote is null ? [application, application] : [.. remote.Select(build => application with
            {
                Folder = "", Executable = "", Remote = build,
            })];
            var block = new BlockDeployment(new Block("b", "s", 2, variants), applications, new LoadSettings(), measure, [0, 1], [0, 1], Seed: 1)
            {
                BenchmarkCase = benchmark,
            };
            var lane = new CrankLane(new Uri("http://10.0.0.2:5010"), new Uri(loadAgent), "10.0.0.2", IPAddress.Any, launcherPort);
            var configuration = new BlockConfiguration(block, lane, new StagedFolders("/cache/launcher-1", "/cache/load-1"),
                new StagedFolder(app.FullName + "-links"))
            { UsesCpuSet = usesCpuSet };
            return configuration.Compose(["crank/hello.benchmarks.yml"], "/work/rounds");
        }
        finally
        {
            app.Delete(recursive: true);
            Directory.Delete(app.FullName + "-links", recursive: true);
        }
    }

    private static Regex LaunchPlans() => new($"{PlanVariable.Launch}: \"([^\"]+)\"", RegexOptions.None, TimeSpan.FromSeconds(1));

    private static Regex LauncherFolder() => new("(?<=/)set-[0-9a-f]+(?=/launcher)", RegexOptions.None, TimeSpan.FromSeconds(1));

    private static Regex Hidden() =>
        new("(?<![#0-9a-f])[0-9a-f]{32}(?![0-9a-f])|[A-Za-z0-9+/=]{80,}|(?<=rounds-)[0-9a-f]{8}|(?<=perfmatrix-app-)[^-\"]*", RegexOptions.None,
            TimeSpan.FromSeconds(1));
}
