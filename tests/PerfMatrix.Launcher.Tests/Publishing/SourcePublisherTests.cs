using System.Text.Json;
using PerfMatrix.Launcher.Publishing;
using PerfMatrix.Shared.Builds;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Launcher.Tests.Publishing;

/// <summary>Publishing from sources as a crank agent leaves them, with a stand-in of the SDK.</summary>
public sealed class SourcePublisherTests : IDisposable
{
    private const string Commit = "0123456789abcdef0123456789abcdef01234567";

    private readonly TemporaryFolder _folder = new();
    private readonly Sdk _sdk = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Equal_publishes_are_made_once_and_every_plan_gets_its_executable()
    {
        Fetch("app-1");
        Fetch("app-2");

        var plans = await PublishAsync(Plan("a", "app-1"), Plan("a2", "app-1"), Plan("old", "app-1", "10.0.11"), Plan("b", "app-2"), Ready("none"));

        Assert.Equal(3, _sdk.Builds.Count);
        Assert.Equal(plans[0].Executable, plans[1].Executable);
        Assert.Equal(4, plans.Select(plan => plan.Executable).Distinct().Count());
        Assert.All(plans.Take(4), plan => Assert.True(File.Exists(plan.Executable)));
        Assert.Equal("/app", plans[4].Executable);
        Assert.False(Directory.Exists(_folder["building/" + Path.GetFileName(Path.GetDirectoryName(plans[0].Executable))]));
    }

    [Fact]
    public async Task The_agent_may_put_the_same_sources_there_again_and_nothing_is_published_twice()
    {
        Fetch("app-1");
        var first = await PublishAsync(Plan("a", "app-1"));
        Assert.False(Directory.Exists(_folder["app-1"]), "an agent cannot copy over files that are there");

        Fetch("app-1");
        var second = await PublishAsync(Plan("a", "app-1"));

        Assert.Equal(first[0].Executable, second[0].Executable);
        Assert.Single(_sdk.Builds);
        Assert.False(Directory.Exists(_folder["app-1"]));
    }

    [Fact]
    public async Task It_is_published_as_at_home_for_this_machine_with_the_SDK_of_the_sources()
    {
        Fetch("app-1", "perf/workloads/global.json");

        await PublishAsync(Plan("a", "app-1", root: "perf"));

        var build = Assert.Single(_sdk.Builds);
        var root = _folder["checkouts/app-1/perf"];
        Assert.Equal(Path.Combine(root, "workloads"), build.WorkingDirectory);
        var output = build.Arguments[build.Arguments.ToList().IndexOf("--output") + 1];
        Assert.Equal(
            PublishArguments.For(new PublishTarget("net10.0", "10.0.12", RuntimeIdentifiers.OfThisMachine(), ["-p:X=1"]),
                Path.Combine(root, "workloads/A/A.csproj"), Path.GetDirectoryName(output)!, output),
            build.Arguments);
    }

    [Fact]
    public async Task What_does_not_build_names_the_first_variant_that_needs_it_without_the_folders_of_the_agent()
    {
        Fetch("app-1");
        Fetch("app-2");
        _sdk.Broken = "app-2";

        var error = await Assert.ThrowsAsync<PublishException>(
            () => PublishAsync(Plan("base", "app-1"), Plan("head", "app-2"), Plan("head-2", "app-2")));

        Assert.Equal(("publishFailed", "head"), (error.Event.Event, error.Event.Variant));
        Assert.Equal("workloads/A/A.csproj could not be published for net10.0 10.0.12", error.Event.Reason);
        Assert.Equal(["workloads/A/Program.cs(1,2): error CS1002: ; expected"], error.Event.Lines);
    }

    [Fact]
    public async Task A_failed_build_is_tried_again_the_next_time()
    {
        Fetch("app-1");
        _sdk.Broken = "app-1";
        await Assert.ThrowsAsync<PublishException>(() => PublishAsync(Plan("a", "app-1")));
        _sdk.Broken = null;

        Assert.True(File.Exists((await PublishAsync(Plan("a", "app-1")))[0].Executable));
    }

    [Fact]
    public async Task Another_runtime_than_asked_for_is_refused()
    {
        Fetch("app-1");
        _sdk.Published = "10.0.1";

        var error = await Assert.ThrowsAsync<PublishException>(() => PublishAsync(Plan("a", "app-1")));
        Assert.Contains("10.0.12 was asked for", error.Message);
    }

    [Fact]
    public async Task Sources_that_have_not_arrived_say_what_to_do()
    {
        Directory.CreateDirectory(_folder["app-1"]);

        var error = await Assert.ThrowsAsync<FormatException>(() => PublishAsync(Plan("a", "app-1")));
        Assert.Contains($"commit {Commit} has not arrived on this machine", error.Message);
        Assert.Contains("restart the agent", error.Message);
    }

    [Fact]
    public async Task A_machine_without_an_SDK_says_what_to_install()
    {
        Fetch("app-1");
        var nowhere = new Dictionary<string, string> { ["PATH"] = _folder["nowhere"] };

        var error = await Assert.ThrowsAsync<FormatException>(
            () => new SourcePublisher(new SystemProcessRunner(), nowhere).PublishAsync([Plan("a", "app-1")], TestContext.Current.CancellationToken));

        Assert.StartsWith("'dotnet' could not be started", error.Message);
        Assert.Contains("install the .NET SDK on it from https://dot.net/download, put it into the PATH of the crank agent", error.Message);
    }

    private Task<IReadOnlyList<LaunchPlan>> PublishAsync(params LaunchPlan[] plans) =>
        new SourcePublisher(_sdk, new Dictionary<string, string>()).PublishAsync(plans, TestContext.Current.CancellationToken);

    private void Fetch(string source, string file = "workloads/A/A.csproj")
    {
        var path = _folder[$"{source}/{file}"];
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, source);
    }

    private LaunchPlan Plan(string variant, string source, string patch = "10.0.12", string root = "") => Ready(variant) with
    {
        Publish = new PublishPlan
        {
            Source = _folder[source],
            Commit = Commit,
            Root = root,
            Project = "workloads/A/A.csproj",
            Framework = "net10.0",
            RuntimeVersion = patch,
            Arguments = ["-p:X=1"],
        },
    };

    private static LaunchPlan Ready(string variant) => new() { Variant = variant, Executable = "/app" };

    /// <summary>Writes what a publish leaves behind, at once.</summary>
    private sealed class Sdk : IProcessRunner
    {
        public List<ProcessRequest> Builds { get; } = [];

        /// <summary>The source that does not build.</summary>
        public string? Broken { get; set; }

        /// <summary>The patch that the output names; null for the one that was asked for.</summary>
        public string? Published { get; set; }

        public Task<ProcessResult> RunAsync(ProcessRequest request, CancellationToken cancellation)
        {
            lock (Builds)
                Builds.Add(request);
            var project = request.Arguments[1];
            if (Broken is not null && project.Contains($"/checkouts/{Broken}/", StringComparison.Ordinal))
                return Task.FromResult(
                    new ProcessResult(1, [$"{Path.GetDirectoryName(project)}/Program.cs(1,2): error CS1002: ; expected [{project}]"], []));
            const string property = "-p:RuntimeFrameworkVersion=";
            var patch = request.Arguments.Single(argument => argument.StartsWith(property, StringComparison.Ordinal))[property.Length..];
            var output = request.Arguments[request.Arguments.ToList().IndexOf("--output") + 1];
            Directory.CreateDirectory(output);
            File.WriteAllText(Path.Combine(output, "A"), "");
            File.WriteAllText(Path.Combine(output, "A.runtimeconfig.json"), Configuration(Published ?? patch));
            return Task.FromResult(new ProcessResult(0, [], []));
        }

        private static string Configuration(string patch)
        {
            var included = new[] { "Microsoft.NETCore.App", "Microsoft.AspNetCore.App" }.Select(name => new { name, version = patch });
            return JsonSerializer.Serialize(new { runtimeOptions = new { includedFrameworks = included } });
        }
    }
}
