using System.Text.Json.Nodes;
using PerfMatrix.Configuration;
using PerfMatrix.Tests.Commands;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary>The files that <c>init</c> writes, and what it refuses. No application is started, and no program.</summary>
[Collection(InProcess.OneAtATime)]
public sealed class InitFilesTests : IDisposable
{
    private const string Workflows = ".github/workflows";

    private readonly ForeignRepository _repository = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _repository.Dispose();

    [Fact]
    public async Task Tools_that_are_there_already_stay_as_they_are()
    {
        _repository.AddProject("src/Shop", "Shop");
        const string own = """{ "version": 1, "isRoot": true, "tools": { "other": { "version": "1.0.0", "commands": ["other"] }, "microsoft.crank.agent": { "version": "9.9.9", "commands": ["crank-agent"] } } }""";
        _repository.Write(".config/dotnet-tools.json", own);
        await InitAsync();

        var merged = JsonNode.Parse(await File.ReadAllTextAsync(_repository[".config/dotnet-tools.json"], Cancellation))!["tools"]!.AsObject();
        // Not crank's: a `dotnet tool restore` of somebody's own may have a feed that lacks it.
        Assert.Equal(["microsoft.crank.agent", "other", "perfmatrix"], merged.Select(tool => tool.Key).Order(StringComparer.Ordinal));
        Assert.Equal("9.9.9", merged["microsoft.crank.agent"]!["version"]!.GetValue<string>());
        Assert.Matches(@"unchanged +\.config/dotnet-tools\.json", await InitAsync());
    }

    [Fact]
    public async Task What_comes_next_names_the_reference_that_the_trend_needs()
    {
        _repository.AddProject("src/Shop", "Shop");
        Assert.Contains("pins a commit of that branch: `reference: { commit: SHA }`", await InitAsync(), StringComparison.Ordinal);
    }

    /// <summary>A package that is on no feed: the jobs take it from a folder of the repository.</summary>
    [Fact]
    public async Task Every_call_that_brings_the_tool_takes_it_from_where_init_was_told()
    {
        _repository.AddProject("src/Shop", "Shop");
        await InitAsync("--tool-source", ".perfmatrix-packages");
        foreach (var file in Directory.GetFiles(_repository[Workflows]))
        {
            var lines = await File.ReadAllLinesAsync(file, Cancellation);
            Assert.InRange(lines.Length, 8, 20);
            // The site is deployed without it, and a verdict is published by that of the comment.
            var calls = lines.Where(line => line.Contains("uses: ", StringComparison.Ordinal));
            Assert.Equal(calls.Count(call => !call.Contains("/pages.yml@", StringComparison.Ordinal)
                && !call.Contains("/_history.yml@", StringComparison.Ordinal)),
                lines.Count(line => line.Contains("tool-source: .perfmatrix-packages, ", StringComparison.Ordinal)));
        }
    }

    /// <summary>The remote of a clone says which branch is the default one; here nobody does.</summary>
    [Theory]
    [InlineData("develop", "develop")]
    [InlineData("ours", "add-perfmatrix")]
    public async Task On_a_branch_of_its_own_init_knows_the_default_branch_by_its_usual_name(string branch, string expected)
    {
        _repository.AddProject("src/Shop", "Shop");
        _repository.Commit(branch);
        _repository.Git("switch", "-q", "-c", "add-perfmatrix");
        await InitAsync();
        Assert.Contains($"branches: [{expected}]", await _repository.WorkflowAsync("perf-main"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Benchmarks_are_found_whatever_their_language()
    {
        string[] projects = ["bench/Prices/Prices.fsproj", "bench/Stock/Stock.vbproj", "bench/Tea/Tea.csproj"];
        foreach (var project in projects)
        {
            _repository.Write(project, """
                <Project Sdk="Microsoft.NET.Sdk">
                  <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
                  <ItemGroup><PackageReference Include="BenchmarkDotNet" /></ItemGroup>
                </Project>
                """);
        }

        var (code, _, error) = await RunAsync("init", "--no-start");

        Assert.True(code == 0, error);
        var own = await File.ReadAllLinesAsync(_repository[ConfigurationFiles.Own], Cancellation);
        Assert.Equal(projects, own.Where(line => line.StartsWith("    project: ", StringComparison.Ordinal)).Select(line => line.Split(": ")[1]));
        Assert.Equal(projects.Length, own.Count(line => line == "    options: { benchmarkDotNet: true }"));
    }

    [Fact]
    public async Task What_somebody_changed_is_not_overwritten_without_being_asked()
    {
        _repository.AddProject("src/Shop", "Shop");
        await InitAsync();
        await File.AppendAllTextAsync(_repository[ConfigurationFiles.Own], "# mine\n", Cancellation);
        File.Delete(_repository[$"{Workflows}/perf-pr.yml"]);

        var refused = await RunAsync("init", "--no-start", "--path", "/products");

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("these files already exist and differ: crank/perfmatrix.yml. Nothing was written.", refused.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_repository[$"{Workflows}/perf-pr.yml"]));
        Assert.Matches(@"changed +crank/perfmatrix\.yml", await InitAsync("--force"));
    }

    [Fact]
    public async Task Every_workflow_has_at_most_20_lines_and_calls_one_of_ours()
    {
        _repository.AddProject("src/Shop", "Shop");
        await InitAsync("--workflows", "somebody/fork");
        var files = Directory.GetFiles(_repository[Workflows]).Order(StringComparer.Ordinal).ToList();
        Assert.Equal(["perf-bisect.yml", "perf-comment.yml", "perf-dispatch.yml", "perf-main.yml", "perf-pr.yml"], files.Select(Path.GetFileName));
        foreach (var file in files)
        {
            var lines = await File.ReadAllLinesAsync(file, Cancellation);
            Assert.InRange(lines.Length, 8, 20);
            Assert.DoesNotContain(lines, line => line.Contains("__", StringComparison.Ordinal));
            foreach (var called in lines.Where(line => line.Contains("uses: ", StringComparison.Ordinal)))
            {
                Assert.EndsWith("@v1", called);
                Assert.True(File.Exists(Checkout.File(called.Split('@')[0].Split("uses: somebody/fork/")[1])), called);
            }
        }
    }

    [Theory]
    [InlineData("--path", "hello", "--path: found 'hello'")]
    [InlineData("--workflows", "main", "--workflows: found 'main'")]
    [InlineData("--env", "NAME", "--env: found 'NAME', expected NAME=VALUE")]
    [InlineData("--project", "none.csproj", "--project none.csproj: found no project")]
    public async Task A_wrong_option_is_wrong_usage(string option, string value, string expected)
    {
        _repository.AddProject("src/Shop", "Shop");
        var refused = await RunAsync(["init", "--no-start", .. option == "--path" ? [] : new[] { "--path", "/" }, option, value]);
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(expected, refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_framework_that_nobody_measures_is_said()
    {
        _repository.AddProject("src/Shop", "Shop", "netcoreapp3.1");
        var refused = await RunAsync("init", "--no-start", "--path", "/");
        Assert.Contains("src/Shop/Shop.csproj: targets netcoreapp3.1; perfmatrix measures net8.0, net9.0", refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_without_a_project_is_wrong_usage() =>
        Assert.Contains("found no ASP.NET Core project", (await RunAsync("init")).Error, StringComparison.Ordinal);

    [Fact]
    public async Task Projects_without_a_framework_in_common_are_named()
    {
        _repository.AddProject("src/Shop", "Shop");
        _repository.AddProject("src/Old", "Old", "net8.0");
        var refused = await RunAsync("init");
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(
            "src/Old/Old.csproj (net8.0), src/Shop/Shop.csproj (net10.0). Name those of one framework: --project src/Shop/Shop.csproj; or give the "
                + "others a framework more.", refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Paths_that_no_name_tells_apart_get_numbers()
    {
        _repository.AddProject("src/Shop", "Shop");
        await InitAsync("--path", "/Products");
        Assert.Equal(["products", "products-2"], MatrixDefinition.Load(_repository.Root).Scenarios.Select(scenario => scenario.Name));
    }

    [Fact]
    public async Task A_folder_of_a_repository_is_refused_because_workflows_would_not_be_read_there()
    {
        _repository.AddProject("src/Shop", "Shop");
        _repository.Commit();
        var refused = await RunAsync("init", "src", "--no-start", "--path", "/");
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("is the folder src/ of a git repository", refused.Error, StringComparison.Ordinal);
    }

    /// <summary>Runs <c>init</c> for GET /products, which nobody asks.</summary>
    /// <returns>What it said.</returns>
    private async Task<string> InitAsync(params string[] options)
    {
        var (code, output, error) = await RunAsync(["init", "--no-start", "--path", "/products", .. options]);
        Assert.True(code == 0, error);
        return output;
    }

    private Task<(int ExitCode, string Output, string Error)> RunAsync(params string[] arguments) => InProcess.RunAsync(_repository.Root, arguments);
}
