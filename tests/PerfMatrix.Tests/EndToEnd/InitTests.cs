using System.Diagnostics;
using System.Text.Json.Nodes;
using PerfMatrix.Results;
using PerfMatrix.Shared.Processes;
using PerfMatrix.Tests.Commands;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary><c>init</c> in a repository that has an ASP.NET Core project and nothing of perfmatrix.</summary>
[Collection(InProcess.OneAtATime)]
public sealed class InitTests : IDisposable
{
    private const string Commit = "0123456789abcdef0123456789abcdef01234567";
    private readonly TemporaryFolder _folder = new();
    private readonly TheProgram _program = new();

    public InitTests() => AddProject("src/My.ShopApi");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _program.Dispose();
        _folder.Dispose();
    }

    [Fact]
    [Trait("kind", "measures")]
    public async Task The_project_is_measured_afterwards()
    {
        await File.WriteAllTextAsync(_folder[".gitignore"], "bin/", Cancellation);
        var init = await InitAsync();
        Assert.True(init.ExitCode == 0, init.Error);
        Assert.Contains("src/My.ShopApi/My.ShopApi.csproj is the scenario my-shop-api: GET /, on net10.0.", init.Output, StringComparison.Ordinal);
        Assert.Contains("note: the pull request that adds these files has nothing to compare with", init.Output, StringComparison.Ordinal);
        Assert.Equal("bin/\n.perfmatrix/\nartifacts/\n", await File.ReadAllTextAsync(_folder[".gitignore"], Cancellation));
        Assert.Contains($"commit='{Commit}'", await File.ReadAllTextAsync(_folder["scripts/perfmatrix"], Cancellation), StringComparison.Ordinal);
        Assert.Contains(
            "- \"my-shop-api\"", await File.ReadAllTextAsync(_folder[".github/workflows/perf-dispatch.yml"], Cancellation), StringComparison.Ordinal);

        var run = await _program.RunAsync(["run", "--gc", "workstation", "--rounds", "1", "--slices", "2", "--warmup", "100ms"], _folder.Root);

        Assert.True(run.ExitCode == 0, run.Error + run.Output);
        Assert.Equal(VariantStatus.Measured, Assert.Single(_program.Run.Variants).Status);
        Assert.StartsWith("my-shop-api/net10.0/workstation/", _program.Run.Variants[0].Cell.Id, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Crank_is_restored_beside_the_tools_that_are_there_already()
    {
        await InitAsync();
        Assert.Contains(
            "\"microsoft.crank.agent\"", await File.ReadAllTextAsync(_folder[".config/dotnet-tools.json"], Cancellation), StringComparison.Ordinal);

        const string own = """{ "version": 1, "isRoot": true, "tools": { "other": { "version": "1.0.0", "commands": ["other"] }, "microsoft.crank.agent": { "version": "9.9.9", "commands": ["crank-agent"] } } }""";
        await File.WriteAllTextAsync(_folder[".config/dotnet-tools.json"], own, Cancellation);
        Assert.Matches(@"changed +\.config/dotnet-tools\.json", (await InitAsync()).Output);

        var merged = JsonNode.Parse(await File.ReadAllTextAsync(_folder[".config/dotnet-tools.json"], Cancellation))!["tools"]!.AsObject();
        Assert.Equal(["microsoft.crank.agent", "microsoft.crank.controller", "other"], merged.Select(tool => tool.Key).Order(StringComparer.Ordinal));
        Assert.Equal("9.9.9", merged["microsoft.crank.agent"]!["version"]!.GetValue<string>());
        Assert.Matches(@"unchanged +\.config/dotnet-tools\.json", (await InitAsync()).Output);
    }

    [Fact]
    public async Task A_manifest_of_tools_that_does_not_read_stops_it()
    {
        Directory.CreateDirectory(_folder[".config"]);
        await File.WriteAllTextAsync(_folder[".config/dotnet-tools.json"], "{ \"tools\": [", Cancellation);
        var refused = await InitAsync();
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(".config/dotnet-tools.json: ", refused.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(_folder["crank"]));
    }

    [Fact]
    public async Task Every_subset_that_the_workflows_name_is_planned()
    {
        await InitAsync();
        foreach (var subset in new[] { "smoke", "compare", "pr", "main" })
        {
            var plan = await InProcess.RunAsync(_folder.Root, "plan", "--subset", subset);
            Assert.True(plan.ExitCode == 0, plan.Error);
        }

        Assert.Equal(0, (await InProcess.RunAsync(_folder.Root, "github", "sync", "--check")).ExitCode);
    }

    [Fact]
    public async Task What_somebody_changed_is_not_overwritten_without_being_asked()
    {
        await InitAsync();
        Assert.DoesNotContain("new  ", (await InitAsync()).Output, StringComparison.Ordinal);
        await File.AppendAllTextAsync(_folder["crank/matrix.yml"], "# mine\n", Cancellation);
        File.Delete(_folder["crank/gate.yml"]);

        var refused = await InitAsync();

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("these files already exist and differ: crank/matrix.yml. Nothing was written.", refused.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["crank/gate.yml"]));
        Assert.Matches(@"changed +crank/matrix\.yml", (await InitAsync("--force")).Output);
        Assert.DoesNotContain("mine", await File.ReadAllTextAsync(_folder["crank/matrix.yml"], Cancellation), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Two_projects_need_a_name()
    {
        AddProject("src/Other");
        var refused = await InitAsync();
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("found 2 ASP.NET Core projects: src/My.ShopApi/My.ShopApi.csproj, src/Other/Other.csproj. Name one with --project.",
            refused.Error, StringComparison.Ordinal);
        Assert.Contains("is the scenario other:", (await InitAsync("--project", "src/Other/Other.csproj")).Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--scenario", "a b", "--scenario: found 'a b'")]
    [InlineData("--path", "hello", "--path: found 'hello'")]
    [InlineData("--tool-commit", "main", "--tool-commit: found 'main'")]
    [InlineData("--project", "none.csproj", "--project none.csproj: found no project")]
    public async Task A_wrong_option_is_wrong_usage(string option, string value, string expected)
    {
        var refused = await InitAsync(option, value);
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(expected, refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_without_a_project_is_wrong_usage()
    {
        Directory.Delete(_folder["src"], recursive: true);
        Assert.Contains("found no ASP.NET Core project", (await InitAsync()).Error, StringComparison.Ordinal);
    }

    /// <summary>The tool's repository is a stand-in here, whose script tells what reached it: building the real one takes minutes.</summary>
    [Fact]
    public async Task The_script_brings_the_pinned_commit_once()
    {
        var tool = await ToolAsync();

        Assert.Equal($"got run --gc server in {_folder.Root}", await ScriptAsync("run", "--gc", "server"));
        Directory.Delete(tool, recursive: true);
        Assert.Equal($"got plan in {_folder.Root}", await ScriptAsync("plan"));
    }

    [Fact]
    public async Task In_a_hook_of_git_the_script_leaves_the_repository_alone()
    {
        await ToolAsync();
        var own = Committed(_folder.Root);
        (string, string)[] hook = [("GIT_DIR", _folder[".git"]), ("GIT_INDEX_FILE", _folder[".git/index"])];

        Assert.Equal($"got plan in {_folder.Root}", await ScriptAsync(hook, "plan"));

        var git = new Git(_folder.Root);
        Assert.Equal((own, ""), (git.Ask("rev-parse", "HEAD"), git.Ask("status", "--porcelain", "--untracked-files=no")));
    }

    /// <summary>A repository in the place of the tool's, which the script fetches.</summary>
    private async Task<string> ToolAsync()
    {
        var tool = _folder["tool"];
        Directory.CreateDirectory(Path.Combine(tool, "scripts"));
        await File.WriteAllTextAsync(Path.Combine(tool, "scripts/perfmatrix"), "#!/bin/sh\necho \"got $* in $PWD\"\n", Cancellation);
        File.SetUnixFileMode(Path.Combine(tool, "scripts/perfmatrix"), (UnixFileMode)0b111_101_101);
        await InitAsync("--tool-repository", tool, "--tool-commit", Committed(tool));
        return tool;
    }

    /// <summary>Makes a folder a repository with everything in one commit.</summary>
    private static string Committed(string folder)
    {
        var git = new Git(folder);
        git.Ask("init", "-q");
        git.Ask("add", "-A");
        git.Ask("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "all");
        return git.Ask("rev-parse", "HEAD")!;
    }

    private Task<(int ExitCode, string Output, string Error)> InitAsync(params string[] options) => InProcess.RunAsync(
        _folder.Root,
        ["init", _folder.Root, .. options.Contains("--tool-repository") ? [] : new[] { "--tool-repository", "https://example.test/perfmatrix.git" },
            .. options.Contains("--tool-commit") ? [] : new[] { "--tool-commit", Commit }, .. options]);

    private Task<string> ScriptAsync(params string[] arguments) => ScriptAsync([], arguments);

    private async Task<string> ScriptAsync((string Name, string Value)[] environment, params string[] arguments)
    {
        var start = new ProcessStartInfo(_folder["scripts/perfmatrix"], arguments)
        {
            WorkingDirectory = _folder.Root,
            RedirectStandardOutput = true,
        };
        foreach (var (name, value) in environment) start.Environment[name] = value;
        using var process = Process.Start(start)!;
        var (code, output, _) = await Eventually.EndsAsync(process);
        Assert.Equal(0, code);
        return output.Trim();
    }

    private void AddProject(string path)
    {
        Directory.CreateDirectory(_folder[path]);
        File.WriteAllText(_folder[$"{path}/{Path.GetFileName(path)}.csproj"], """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
              </PropertyGroup>
            </Project>
            """);
        File.WriteAllText(_folder[$"{path}/Program.cs"], """
            var app = WebApplication.CreateBuilder(args).Build();
            app.MapGet("/", () => "hello");
            app.Run();
            """);
    }
}
