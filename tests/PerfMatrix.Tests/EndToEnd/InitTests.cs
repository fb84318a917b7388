using System.Text.Json.Nodes;
using PerfMatrix.Configuration;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary><c>init</c> in ordinary repositories, each initialised, planned and measured for one round.</summary>
[Collection("end to end")]
public sealed class InitTests : IDisposable
{
    private const string Workflows = ".github/workflows";

    private readonly ForeignRepository _repository = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _repository.Dispose();

    /// <summary>The template's answer is at /weatherforecast and has another length each time; GET / is 404.</summary>
    [Fact]
    [Trait("kind", "measures")]
    public async Task The_first_thing_a_stranger_tries_works()
    {
        await _repository.DotnetAsync("new", "webapi", "--name", "Weather", "--output", ".", "--no-restore");
        _repository.Commit();
        await IsMeasuredAsync("weatherforecast");
        var own = await File.ReadAllTextAsync(_repository[ConfigurationFiles.Own], Cancellation);
        Assert.Contains("load: { variables: { path: /weatherforecast", own, StringComparison.Ordinal);
        Assert.Contains("gate:\n  mode: advise", own, StringComparison.Ordinal);
        Assert.Contains("\n    name: Compare\n", await WorkflowAsync("perf-pr"), StringComparison.Ordinal);
        Assert.Equal("?? .config/", _repository.Git("status", "--porcelain").Split('\n')[0]);
    }

    [Fact]
    [Trait("kind", "measures")]
    public async Task The_target_framework_may_stand_in_props_and_the_default_branch_be_develop()
    {
        _repository.Write("Directory.Build.props", "<Project><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>");
        _repository.AddProject("src/My.ShopApi", "My.ShopApi", framework: null);
        _repository.Commit("develop");
        await IsMeasuredAsync("products");
        Assert.Contains("branches: [develop]", await WorkflowAsync("perf-main"), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("kind", "measures")]
    public async Task An_SSH_origin_and_a_pinned_SDK_are_no_obstacle()
    {
        _repository.AddProject("src/Shop", "Shop");
        _repository.Write("global.json", $$"""{ "sdk": { "version": "{{(await _repository.DotnetAsync("--version")).Trim()}}", "rollForward": "disable" } }""");
        _repository.Commit();
        _repository.Git("remote", "add", "origin", "git@github.com:somebody/shop.git");
        await IsMeasuredAsync("products");
        Assert.DoesNotContain("git@", await WorkflowAsync("perf-pr"), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("kind", "measures")]
    public async Task A_locked_restore_stays_locked_and_settings_of_the_root_stay_with_its_projects()
    {
        _repository.AddProject("src/Shop", "Shop");
        _repository.Write("Directory.Build.props", """
            <Project>
              <PropertyGroup>
                <RestorePackagesWithLockFile>true</RestorePackagesWithLockFile>
                <RestoreLockedMode>true</RestoreLockedMode>
              </PropertyGroup>
            </Project>
            """);
        _repository.Write("src/Shop/packages.lock.json", """{ "version": 1, "dependencies": { "net10.0": {} } }""");
        _repository.Write("Directory.Build.targets", """
            <Project>
              <Import Project="$(ShopSettings)" Condition="Exists('$(ShopSettings)')" />
              <Target Name="OnlyOurs" BeforeTargets="Build">
                <Error Condition="'$(MSBuildProjectName)' != 'Shop'" Text="$(MSBuildProjectName) is none of ours" />
              </Target>
            </Project>
            """);
        _repository.Commit();
        await IsMeasuredAsync("products");
        Assert.Empty(_repository.Git("diff", "--name-only"));
    }

    [Fact]
    [Trait("kind", "measures")]
    public async Task A_private_feed_and_an_action_of_the_same_name_are_left_alone()
    {
        _repository.AddProject("src/Shop", "Shop");
        _repository.Write("feed/readme.txt", "packages go here");
        _repository.Write("nuget.config", """
            <configuration>
              <packageSources><add key="private" value="feed" /></packageSources>
            </configuration>
            """);
        _repository.Write(".github/actions/setup/action.yml", "name: ours\n");
        _repository.Commit();
        await IsMeasuredAsync("products");
        Assert.Equal("name: ours\n", await File.ReadAllTextAsync(_repository[".github/actions/setup/action.yml"], Cancellation));
    }

    [Fact]
    [Trait("kind", "measures")]
    public async Task All_web_projects_of_a_solution_are_found_and_no_tests()
    {
        _repository.AddProject("src/Shop", "Shop");
        _repository.AddProject("src/Stock", "Stock");
        _repository.AddProject("tests/Shop.Tests", "Shop.Tests");
        var tests = _repository["tests/Shop.Tests/Shop.Tests.csproj"];
        await File.WriteAllTextAsync(tests, (await File.ReadAllTextAsync(tests, Cancellation))
            .Replace("<Implicit", "<IsTestProject>true</IsTestProject><Implicit", StringComparison.Ordinal), Cancellation);
        _repository.Commit();
        await IsMeasuredAsync("shop-products", "stock-products");
    }

    [Fact]
    [Trait("kind", "measures")]
    public async Task An_application_gets_the_connection_string_it_needs_and_no_file_holds_it()
    {
        const string secret = "ConnectionStrings__Shop";
        _repository.AddProject("src/Shop", "Shop", program: """
            var builder = WebApplication.CreateBuilder(args);
            var database = builder.Configuration.GetConnectionString("Shop") ?? throw new InvalidOperationException("no connection string 'Shop'");
            var app = builder.Build();
            app.MapGet("/length", () => database.Length);
            app.Run();
            """);
        _repository.Commit();

        var refused = await _repository.RunAsync("init");
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("no connection string 'Shop'", refused.Error, StringComparison.Ordinal);
        Assert.Contains("--env NAME=VALUE", refused.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_repository[ConfigurationFiles.Own]));

        var init = await _repository.RunAsync("init", "--env", $"{secret}=Host=db;Password=s3cr3t");
        Assert.True(init.ExitCode == 0, init.Error);
        Assert.Contains($"secret {secret}: give it as PERFMATRIX_VARIABLE_{secret}", init.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("s3cr3t", await File.ReadAllTextAsync(_repository[ConfigurationFiles.Own], Cancellation), StringComparison.Ordinal);
        var plan = await _repository.RunAsync("plan");
        Assert.True(plan.ExitCode == 0, plan.Error);
        var without = await _repository.RunAsync("run", "--gc", "workstation", "--rounds", "1", "--slices", "8", "--warmup", "100ms");
        Assert.Equal(2, without.ExitCode);
        Assert.Contains($"PERFMATRIX_VARIABLE_{secret} in the environment", without.Error, StringComparison.Ordinal);
        var run = await _repository.MeasureAsync("--variable", $"{secret}=Host=db;Password=s3cr3t");
        Assert.Equal(VariantStatus.Measured, Assert.Single(run.Variants).Status);
    }

    [Fact]
    [Trait("kind", "measures")]
    public async Task A_project_in_the_root_compiles_nothing_of_ours_and_a_commit_that_changes_it_is_compared()
    {
        _repository.AddProject("", "Shop");
        _repository.Write(".gitignore", "bin/\nobj/");
        _repository.Commit();
        await IsMeasuredAsync("products");
        Assert.Equal("bin/\nobj/\n.perfmatrix/\n", await File.ReadAllTextAsync(_repository[".gitignore"], Cancellation));

        var same = await _repository.RunAsync("compare", "HEAD");
        Assert.True(same.ExitCode == 0, same.Error + same.Output);
        Assert.Contains("same program", same.Output + same.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(_repository["artifacts"]));
    }

    [Fact]
    public async Task A_project_in_FSharp_is_found()
    {
        AddFSharp();
        await WithoutStartAsync();
        Assert.Contains("    project: src/Stock/Stock.fsproj\n", await File.ReadAllTextAsync(_repository[ConfigurationFiles.Own], Cancellation), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("kind", "measures")]
    public async Task A_project_in_FSharp_is_measured()
    {
        AddFSharp();
        _repository.Commit();
        await IsMeasuredAsync("stock");
    }

    [Fact]
    public async Task An_application_that_answers_nothing_with_2xx_is_said_with_what_it_answered()
    {
        _repository.AddProject("src/Shop", "Shop", program: """
            var app = WebApplication.CreateBuilder(args).Build();
            app.MapGet("/products", () => Results.Unauthorized());
            app.Run();
            """);
        var refused = await _repository.RunAsync("init");
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("GET /products: 401 Unauthorized\n", refused.Error, StringComparison.Ordinal);
        Assert.Contains("GET /: 404 NotFound\n", refused.Error, StringComparison.Ordinal);
    }

    /// <summary>It starts on a laptop, and would not on GitHub, where it runs as another user.</summary>
    [Fact]
    public async Task An_application_that_writes_beside_its_program_may_do_so_on_GitHub_too()
    {
        _repository.AddProject("src/Shop", "Shop", program: """
            File.WriteAllText($"shop-{Environment.ProcessId}.db", "tea");
            var app = WebApplication.CreateBuilder(args).Build();
            app.MapGet("/products", () => "tea");
            app.Run();
            """);

        var init = await _repository.RunAsync("init");

        Assert.True(init.ExitCode == 0, init.Error);
        Assert.Matches(@"note: src/Shop/Shop\.csproj wrote shop-[0-9]+\.db beside its program", init.Output);
        Assert.Contains("    with: { isolate: false, history-branch: ", await WorkflowAsync("perf-pr"), StringComparison.Ordinal);
        Assert.Contains("    with: { isolate: false, subset: ", await WorkflowAsync("perf-dispatch"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Tools_that_are_there_already_stay_as_they_are()
    {
        _repository.AddProject("src/Shop", "Shop");
        const string own = """{ "version": 1, "isRoot": true, "tools": { "other": { "version": "1.0.0", "commands": ["other"] }, "microsoft.crank.agent": { "version": "9.9.9", "commands": ["crank-agent"] } } }""";
        _repository.Write(".config/dotnet-tools.json", own);
        await WithoutStartAsync();

        var merged = JsonNode.Parse(await File.ReadAllTextAsync(_repository[".config/dotnet-tools.json"], Cancellation))!["tools"]!.AsObject();
        // Not crank's: a `dotnet tool restore` of somebody's own may have a feed that lacks it.
        Assert.Equal(["microsoft.crank.agent", "other", "perfmatrix"], merged.Select(tool => tool.Key).Order(StringComparer.Ordinal));
        Assert.Equal("9.9.9", merged["microsoft.crank.agent"]!["version"]!.GetValue<string>());
        Assert.Matches(@"unchanged +\.config/dotnet-tools\.json", (await WithoutStartAsync()).Output);
    }

    /// <summary>A package that is on no feed: the jobs take it from a folder of the repository.</summary>
    [Fact]
    public async Task Every_workflow_that_brings_the_tool_takes_it_from_where_init_was_told()
    {
        _repository.AddProject("src/Shop", "Shop");
        await WithoutStartAsync("--tool-source", ".perfmatrix-packages");
        foreach (var file in Directory.GetFiles(_repository[Workflows]))
        {
            var lines = await File.ReadAllLinesAsync(file, Cancellation);
            Assert.InRange(lines.Length, 8, 15);
            Assert.Single(lines, line => line.Contains("tool-source: .perfmatrix-packages, ", StringComparison.Ordinal));
        }
    }

    [Fact]
    [Trait("kind", "measures")]
    public async Task An_application_that_cannot_be_measured_keeps_no_other_out_and_a_test_project_is_none()
    {
        _repository.AddProject("src/Shop", "Shop");
        _repository.AddProject("src/Stock", "Stock", program: "throw new InvalidOperationException(\"no message bus\");");
        _repository.AddProject("tests/ShopSpecs", "ShopSpecs");
        var tests = _repository["tests/ShopSpecs/ShopSpecs.csproj"];
        await File.WriteAllTextAsync(tests, (await File.ReadAllTextAsync(tests, Cancellation)).Replace("</Project>",
            "<ItemGroup><PackageReference Include=\"Microsoft.NET.Test.Sdk\" Version=\"17.14.1\" /></ItemGroup></Project>", StringComparison.Ordinal), Cancellation);
        _repository.Commit();

        var init = await _repository.RunAsync("init");

        Assert.True(init.ExitCode == 0, init.Error);
        Assert.Contains("Left out, because it cannot be measured as it is: src/Stock/Stock.csproj: ", init.Error, StringComparison.Ordinal);
        Assert.Contains("no message bus", init.Error, StringComparison.Ordinal);
        Assert.Equal(["products"], MatrixDefinition.Load(_repository.Root).Scenarios.Select(scenario => scenario.Name));
    }

    /// <summary>How a service is shipped decides nothing of how it is measured.</summary>
    [Theory]
    [InlineData("PublishAot")]
    [InlineData("PublishSingleFile")]
    [Trait("kind", "measures")]
    public async Task An_application_that_ships_as_one_file_is_measured_as_all_others(string property)
    {
        _repository.AddProject("src/Shop", "Shop");
        _repository.Write("Directory.Build.props", $"<Project><PropertyGroup><{property}>true</{property}></PropertyGroup></Project>");
        _repository.Commit();
        await IsMeasuredAsync("products");
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
        await WithoutStartAsync();
        Assert.Contains($"branches: [{expected}]", await WorkflowAsync("perf-main"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_somebody_changed_is_not_overwritten_without_being_asked()
    {
        _repository.AddProject("src/Shop", "Shop");
        await WithoutStartAsync();
        await File.AppendAllTextAsync(_repository[ConfigurationFiles.Own], "# mine\n", Cancellation);
        File.Delete(_repository[$"{Workflows}/perf-pr.yml"]);

        var refused = await _repository.RunAsync("init", "--no-start", "--path", "/products");

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("these files already exist and differ: crank/perfmatrix.yml. Nothing was written.", refused.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_repository[$"{Workflows}/perf-pr.yml"]));
        Assert.Matches(@"changed +crank/perfmatrix\.yml", (await WithoutStartAsync("--force")).Output);
    }

    [Fact]
    public async Task Every_workflow_has_at_most_15_lines_and_calls_one_of_ours()
    {
        _repository.AddProject("src/Shop", "Shop");
        await WithoutStartAsync("--workflows", "somebody/fork");
        var files = Directory.GetFiles(_repository[Workflows]).Order(StringComparer.Ordinal).ToList();
        Assert.Equal(["perf-comment.yml", "perf-dispatch.yml", "perf-main.yml", "perf-pr.yml"], files.Select(Path.GetFileName));
        foreach (var file in files)
        {
            var lines = await File.ReadAllLinesAsync(file, Cancellation);
            Assert.InRange(lines.Length, 8, 15);
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
        var refused = await _repository.RunAsync(["init", "--no-start", .. option == "--path" ? [] : new[] { "--path", "/" }, option, value]);
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(expected, refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_framework_that_nobody_measures_is_said()
    {
        _repository.AddProject("src/Shop", "Shop", "netcoreapp3.1");
        var refused = await _repository.RunAsync("init", "--no-start", "--path", "/");
        Assert.Contains("src/Shop/Shop.csproj: targets netcoreapp3.1; perfmatrix measures net8.0, net9.0", refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_without_a_project_is_wrong_usage() =>
        Assert.Contains("found no ASP.NET Core project", (await _repository.RunAsync("init")).Error, StringComparison.Ordinal);

    [Fact]
    public async Task Projects_without_a_framework_in_common_are_named()
    {
        _repository.AddProject("src/Shop", "Shop");
        _repository.AddProject("src/Old", "Old", "net8.0");
        var refused = await _repository.RunAsync("init");
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(
            "src/Old/Old.csproj (net8.0), src/Shop/Shop.csproj (net10.0). Name those of one framework: --project src/Shop/Shop.csproj; or give the "
                + "others a framework more.", refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Paths_that_no_name_tells_apart_get_numbers()
    {
        _repository.AddProject("src/Shop", "Shop");
        await WithoutStartAsync("--path", "/Products");
        Assert.Equal(["products", "products-2"], MatrixDefinition.Load(_repository.Root).Scenarios.Select(scenario => scenario.Name));
    }

    [Fact]
    public async Task A_folder_of_a_repository_is_refused_because_workflows_would_not_be_read_there()
    {
        _repository.AddProject("src/Shop", "Shop");
        _repository.Commit();
        var refused = await _repository.RunAsync("init", "src", "--no-start", "--path", "/");
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("is the folder src/ of a git repository", refused.Error, StringComparison.Ordinal);
    }

    /// <summary>Two commands: <c>init</c>, and one that measures.</summary>
    private async Task IsMeasuredAsync(params string[] scenarios)
    {
        var init = await _repository.RunAsync("init");
        Assert.True(init.ExitCode == 0, init.Error);
        foreach (var subset in new[] { "smoke", "compare", "pr", "main" })
        {
            var plan = await _repository.RunAsync("plan", "--subset", subset);
            Assert.True(plan.ExitCode == 0, plan.Error);
        }

        Assert.Equal(scenarios, MatrixDefinition.Load(_repository.Root).Scenarios.Select(scenario => scenario.Name));
        var run = await _repository.MeasureAsync();
        Assert.Equal(scenarios, run.Variants.Select(variant => variant.Cell.Scenario));
        Assert.All(run.Variants, variant => Assert.Equal(VariantStatus.Measured, variant.Status));
    }

    private void AddFSharp()
    {
        _repository.Write("src/Stock/Stock.fsproj", """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
              <ItemGroup><Compile Include="Program.fs" /></ItemGroup>
            </Project>
            """);
        _repository.Write("src/Stock/Program.fs", """
            open System
            open Microsoft.AspNetCore.Builder

            let app = WebApplication.CreateBuilder(Environment.GetCommandLineArgs()).Build()
            app.MapGet("/stock", Func<string>(fun () -> "tea")) |> ignore
            app.Run()
            """);
    }

    private Task<string> WorkflowAsync(string name) => File.ReadAllTextAsync(_repository[$"{Workflows}/{name}.yml"], Cancellation);

    private async Task<TheProgram.Outcome> WithoutStartAsync(params string[] options)
    {
        var init = await _repository.RunAsync(["init", "--no-start", "--path", "/products", .. options]);
        Assert.True(init.ExitCode == 0, init.Error);
        return init;
    }
}
