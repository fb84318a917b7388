using System.Text;
using System.Text.Json;
using PerfMatrix.Configuration;
using PerfMatrix.Drivers.Crank;
using PerfMatrix.Drivers.Scenarios;
using PerfMatrix.Measurement;
using PerfMatrix.Shared;
using PerfMatrix.Tests.Reporting;

namespace PerfMatrix.Tests.Drivers.Crank;

/// <summary>crank/remote.yml, which plain crank can run from its address: what the other files say, with the repository as the source of every
/// job.</summary>
public sealed class RemoteFileTests
{
    private const string Name = "crank/remote.yml";

    private static readonly string[] s_families =
        [.. Directory.GetFiles(Checkout.File("crank"), "*.benchmarks.yml").Select(file => Path.GetFileName(file)!).Order(StringComparer.Ordinal)];

    private static readonly string[] s_files = ["load.yml", "workloads.yml", "profiles.yml", .. s_families];
    private static readonly string[] s_sections = ["variables", "jobs", "scenarios", "profiles", "results"];

    public static TheoryData<string> Scenarios => [.. InFamilies().Select(scenario => scenario.Key)];

    private static string Head => $"""
        # All that plain crank needs of this folder in one file without imports, for those who have no clone: the agent clones the repository and builds it.
        # Written by a test (RemoteFileTests) from load.yml, workloads.yml, profiles.yml and *.benchmarks.yml: change those, and accept what it says.
        # perfmatrix takes no job from it, because it measures the code of a checkout.
        #
        #   crank --config {RawAddress}/main/crank/remote.yml --scenario hello-minimal --profile local
        """;

    private static string OwnVariables => $"""
          # What the agent clones and builds. A branch, or a # and a commit: --variable branchOrCommit=#SHA.
          repository: {ThisTool.Repository}
          branchOrCommit: main
        """;

    private static string RawAddress =>
        ThisTool.Repository.Replace("https://github.com", "https://raw.githubusercontent.com", StringComparison.Ordinal);

    [Fact]
    public void It_says_what_the_other_files_say() => Approval.VerifyFile(Composed(), Checkout.File(Name));

    [Fact]
    public void It_has_every_scenario_and_needs_neither_another_file_nor_a_local_folder()
    {
        var file = Read("remote.yml");

        Assert.Equal(s_sections, file.Keys);
        Assert.Equal(InFamilies().Select(scenario => scenario.Key), file.Required("scenarios").AsMap().Keys);
        Assert.All(file.Required("jobs").AsMap().Entries, job => Assert.Equal(
            ["repository", "branchOrCommit"], job.Value.AsMap().Required("sources").AsMap().Required("perfmatrix").AsMap().Keys));
    }

    [Fact]
    public void Perfmatrix_says_why_it_takes_no_job_from_it()
    {
        var resolver = new ScenarioResolver(Checkout.Root);

        var error = Assert.Throws<UsageException>(() => resolver.Resolve(new(Checkout.File(Name), "hello-minimal")));

        Assert.StartsWith($"{Name}:", error.Message);
        Assert.Contains("jobs.minimal-api.sources.perfmatrix: found the key 'repository'", error.Message);
        Assert.Contains("Here the code is that of this checkout: `perfmatrix compare COMMIT`", error.Message);
    }

    [Theory]
    [MemberData(nameof(Scenarios))]
    [Trait("kind", "processes")]
    public async Task The_real_crank_composes_every_scenario_from_the_address_alone(string scenario)
    {
        RealCrank.Need();

        var jobs = await ComposedByCrankAsync(["remote.yml"], "--scenario", scenario, "--profile", "local");

        AssertIs(scenario, jobs, job => Assert.Equal($"{ThisTool.Repository} at main", SourceOf(job)));
    }

    /// <summary>Crank looks imports up in the current folder, so it needs the root of a clone, which each job is built from.</summary>
    [Theory]
    [MemberData(nameof(Scenarios))]
    [Trait("kind", "processes")]
    public async Task The_real_crank_composes_every_scenario_of_the_other_files_in_a_clone(string scenario)
    {
        RealCrank.Need();
        var file = s_families.Single(family => Read(family).Required("scenarios").AsMap().Keys.Contains(scenario));

        var jobs = await ComposedInAsync(Checkout.Root, "--config", $"crank/{file}", "--scenario", scenario, "--profile", "local");

        AssertIs(scenario, jobs, job =>
        {
            var folder = Assert.Single(job.GetProperty("Sources").EnumerateObject()).Value.GetProperty("LocalFolder").GetString();
            Assert.True(File.Exists(Path.Combine(folder!, "perfmatrix.slnx")), folder);
        });
    }

    [Fact]
    public async Task The_real_crank_takes_a_fork_its_commit_and_a_GC_mode_from_a_second_address()
    {
        RealCrank.Need();

        var jobs = await ComposedByCrankAsync(
            ["remote.yml", "gc-profiles.yml"], "--scenario", "hello-minimal", "--profile", "local", "--profile", "gc-datas",
            "--variable", "repository=https://example.org/me/fork", "--variable", "branchOrCommit=#0123abc");

        var application = jobs.GetProperty("application");
        Assert.Equal("https://example.org/me/fork at #0123abc", SourceOf(application));
        Assert.Equal("https://example.org/me/fork at #0123abc", SourceOf(jobs.GetProperty("load")));
        Assert.Equal("1", application.GetProperty("EnvironmentVariables").GetProperty("DOTNET_GCDynamicAdaptationMode").GetString());
    }

    private static string Composed()
    {
        var text = new StringBuilder(Head).Append('\n');
        foreach (var section in s_sections)
            text.Append($"\n{section}:\n").AppendJoin("\n\n", Bodies(section)).Append('\n');
        return text.Replace(
            "        localFolder: ..\n",
            "        repository: \"{{ repository }}\"\n        branchOrCommit: \"{{ branchOrCommit }}\"\n").ToString();
    }

    private static IEnumerable<string> Bodies(string section) =>
        s_files.Select(file => Body(file, section)).Prepend(section == "variables" ? OwnVariables : "").Where(body => body.Length > 0);

    /// <summary>The lines below a key of the file, comments included; empty where it has no such key.</summary>
    private static string Body(string file, string section) => string.Join('\n', File.ReadAllLines(Checkout.File("crank", file))
        .SkipWhile(line => line != $"{section}:").Skip(1).TakeWhile(line => line.Length == 0 || line[0] == ' ')).TrimEnd();

    private static YamlMap Read(string file) => YamlFile.Parse(File.ReadAllText(Checkout.File("crank", file)), file);

    private static IEnumerable<YamlEntry> InFamilies() => s_families.SelectMany(family => Read(family).Required("scenarios").AsMap().Entries);

    private static string ProjectOf(string job) => s_files.Select(file => Read(file).Find("jobs")?.AsMap().Find(job)).OfType<YamlMap>()
        .Single().Required("project").AsText();

    /// <summary>What the agent clones; the controller would upload a local folder instead.</summary>
    private static string SourceOf(JsonElement job)
    {
        var source = Assert.Single(job.GetProperty("Sources").EnumerateObject());
        Assert.Equal("perfmatrix", source.Name);
        Assert.Null(source.Value.GetProperty("LocalFolder").GetString());
        return $"{source.Value.GetProperty("Repository").GetString()} at {source.Value.GetProperty("BranchOrCommit").GetString()}";
    }

    private static void AssertIs(string scenario, JsonElement jobs, Action<JsonElement> hasSource)
    {
        foreach (var service in InFamilies().Single(entry => entry.Key == scenario).Value.AsMap().Entries)
        {
            var (expected, job) = (service.Value.AsMap(), jobs.GetProperty(service.Key));
            hasSource(job);
            Assert.Equal(ProjectOf(expected.Required("job").AsText()), job.GetProperty("Project").GetString());
            AssertSays(expected.Find("variables"), job.GetProperty("Variables"));
            AssertSays(expected.Find("environmentVariables"), job.GetProperty("EnvironmentVariables"));
        }
    }

    private static void AssertSays(YamlValue? expected, JsonElement composed)
    {
        foreach (var entry in expected?.AsMap().Entries ?? [])
            Assert.Equal(entry.Value.AsText(), composed.GetProperty(entry.Key).ToString());
    }

    /// <summary>The jobs that the controller makes of files served on loopback, in a folder that has none of them.</summary>
    private static async Task<JsonElement> ComposedByCrankAsync(string[] files, params string[] arguments)
    {
        using var server = new SmallEndpoint(request => Served(request.Url!.AbsolutePath));
        using var folder = new TemporaryFolder();
        return await ComposedInAsync(
            folder.Root, [.. files.SelectMany(file => new[] { "--config", $"{server.Address}crank/{file}" }), .. arguments]);
    }

    private static async Task<JsonElement> ComposedInAsync(string folder, params string[] arguments)
    {
        using var result = new TemporaryFolder();
        var composed = result["composed.json"];
        var controller = new CrankPrograms(Checkout.Root, Environment.GetEnvironmentVariable).Controller;
        await using var run = new ControllerRun(controller.Start([.. arguments, "--debug", composed], folder), _ => { });

        var code = await run.WaitAsync(TestContext.Current.CancellationToken);

        Assert.True(code == 0, run.LastLines);
        using var document = JsonDocument.Parse(await File.ReadAllTextAsync(composed, TestContext.Current.CancellationToken));
        return document.RootElement.GetProperty("Jobs").Clone();
    }

    private static (int Status, string Body)? Served(string path) =>
        Checkout.File(path.TrimStart('/')) is var file && File.Exists(file) ? (200, File.ReadAllText(file)) : null;
}
