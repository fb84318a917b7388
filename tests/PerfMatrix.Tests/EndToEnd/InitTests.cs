using PerfMatrix.Configuration;
using PerfMatrix.Tests.Commands;

namespace PerfMatrix.Tests.EndToEnd;

/// <summary><c>init</c> in ordinary repositories, each initialised and measured for one round, some planned.</summary>
[Collection("end to end")]
public sealed class InitTests : IDisposable
{
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
        await IsPlannedAsync();
        var own = await File.ReadAllTextAsync(_repository[ConfigurationFiles.Own], Cancellation);
        Assert.Contains("load: { variables: { path: /weatherforecast", own, StringComparison.Ordinal);
        Assert.Contains("gate:\n  mode: advise", own, StringComparison.Ordinal);
        Assert.Contains("\n    name: Compare\n", await _repository.WorkflowAsync("perf-pr"), StringComparison.Ordinal);
        Assert.Equal("?? .config/", _repository.Git("status", "--porcelain").Split('\n')[0]);
    }

    /// <summary>A framework in props, a locked restore, targets for its own projects alone, a pinned SDK, a private feed, an origin by SSH, an action
    /// of our name, another branch: none of this bears on the other, so one repository has it all.</summary>
    [Fact]
    [Trait("kind", "measures")]
    public async Task What_a_repository_has_of_its_own_is_no_obstacle_and_stays_as_it_is()
    {
        _repository.AddProject("src/My.ShopApi", "My.ShopApi", framework: null);
        _repository.Write("Directory.Build.props", """
            <Project>
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <RestorePackagesWithLockFile>true</RestorePackagesWithLockFile>
                <RestoreLockedMode>true</RestoreLockedMode>
              </PropertyGroup>
            </Project>
            """);
        _repository.Write("src/My.ShopApi/packages.lock.json", """{ "version": 1, "dependencies": { "net10.0": {} } }""");
        _repository.Write("Directory.Build.targets", """
            <Project>
              <Import Project="$(ShopSettings)" Condition="Exists('$(ShopSettings)')" />
              <Target Name="OnlyOurs" BeforeTargets="Build">
                <Error Condition="'$(MSBuildProjectName)' != 'My.ShopApi'" Text="$(MSBuildProjectName) is none of ours" />
              </Target>
            </Project>
            """);
        _repository.Write("global.json", $$"""{ "sdk": { "version": "{{(await _repository.DotnetAsync("--version")).Trim()}}", "rollForward": "disable" } }""");
        _repository.Write("feed/readme.txt", "packages go here");
        _repository.Write("nuget.config", """
            <configuration>
              <packageSources><add key="private" value="feed" /></packageSources>
            </configuration>
            """);
        _repository.Write(".github/actions/setup/action.yml", "name: ours\n");
        _repository.Commit("develop");
        _repository.Git("remote", "add", "origin", "git@github.com:somebody/shop.git");

        await IsMeasuredAsync("products");
        await IsPlannedAsync();

        Assert.Contains("branches: [develop]", await _repository.WorkflowAsync("perf-main"), StringComparison.Ordinal);
        Assert.DoesNotContain("git@", await _repository.WorkflowAsync("perf-pr"), StringComparison.Ordinal);
        Assert.Equal("name: ours\n", await File.ReadAllTextAsync(_repository[".github/actions/setup/action.yml"], Cancellation));
        Assert.Empty(_repository.Git("diff", "--name-only"));
    }

    /// <summary>How a service is shipped, as native code or with its runtime, decides nothing of how it is measured, and neither does its
    /// language.</summary>
    [Fact]
    [Trait("kind", "measures")]
    public async Task All_web_projects_are_found_and_measured_in_CSharp_or_FSharp_native_or_in_one_file_and_no_tests()
    {
        _repository.AddProject("src/Shop", "Shop");
        AddFSharp();
        _repository.AddProject("tests/Shop.Tests", "Shop.Tests");
        var tests = _repository["tests/Shop.Tests/Shop.Tests.csproj"];
        await File.WriteAllTextAsync(tests, (await File.ReadAllTextAsync(tests, Cancellation))
            .Replace("<Implicit", "<IsTestProject>true</IsTestProject><Implicit", StringComparison.Ordinal), Cancellation);
        _repository.Write("Directory.Build.props", """
            <Project>
              <PropertyGroup>
                <PublishAot Condition="'$(MSBuildProjectName)' == 'Shop'">true</PublishAot>
                <PublishSingleFile Condition="'$(MSBuildProjectName)' == 'Stock'">true</PublishSingleFile>
              </PropertyGroup>
            </Project>
            """);
        _repository.Commit();

        await IsMeasuredAsync("shop-products", "stock-stock");
        await IsPlannedAsync();

        Assert.Contains("    project: src/Stock/Stock.fsproj\n", await File.ReadAllTextAsync(_repository[ConfigurationFiles.Own], Cancellation),
            StringComparison.Ordinal);
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

    /// <summary>The one that writes starts on a laptop, and would not on GitHub, where it runs as another user.</summary>
    [Fact]
    [Trait("kind", "processes")]
    public async Task An_application_that_cannot_be_measured_keeps_no_other_out_which_may_write_beside_its_program_and_a_test_project_is_none()
    {
        _repository.AddProject("src/Login", "Login", program: """
            var app = WebApplication.CreateBuilder(args).Build();
            app.MapGet("/login", () => Results.Unauthorized());
            app.Run();
            """);
        _repository.AddProject("src/Shop", "Shop", program: """
            File.WriteAllText($"shop-{Environment.ProcessId}.db", "tea");
            var app = WebApplication.CreateBuilder(args).Build();
            app.MapGet("/products", () => "tea");
            app.Run();
            """);
        _repository.AddProject("src/Stock", "Stock", program: "throw new InvalidOperationException(\"no message bus\");");
        _repository.AddProject("tests/ShopSpecs", "ShopSpecs");
        var tests = _repository["tests/ShopSpecs/ShopSpecs.csproj"];
        await File.WriteAllTextAsync(tests, (await File.ReadAllTextAsync(tests, Cancellation)).Replace("</Project>",
            "<ItemGroup><PackageReference Include=\"Microsoft.NET.Test.Sdk\" Version=\"17.14.1\" /></ItemGroup></Project>", StringComparison.Ordinal),
                Cancellation);
        _repository.Commit();

        // Alone it leaves nothing to measure. What is built for that is there for what follows.
        var refused = await _repository.RunAsync("init", "--project", "src/Login/Login.csproj");
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("GET /login: 401 Unauthorized\n", refused.Error, StringComparison.Ordinal);
        Assert.Contains("GET /: 404 NotFound\n", refused.Error, StringComparison.Ordinal);
        Assert.Equal((false, false), (File.Exists(_repository[ConfigurationFiles.Own]), Directory.Exists(_repository[".github"])));

        var init = await _repository.RunAsync("init");

        Assert.True(init.ExitCode == 0, init.Error);
        const string leftOut = "Left out, because it cannot be measured as it is: ";
        Assert.Contains($"{leftOut}src/Stock/Stock.csproj: ", init.Error, StringComparison.Ordinal);
        Assert.Contains("no message bus", init.Error, StringComparison.Ordinal);
        Assert.Contains($"{leftOut}src/Login/Login.csproj: ", init.Error, StringComparison.Ordinal);
        Assert.Contains("GET /login: 401 Unauthorized\n", init.Error, StringComparison.Ordinal);
        Assert.Contains("GET /: 404 NotFound\n", init.Error, StringComparison.Ordinal);
        Assert.Equal(["products"], MatrixDefinition.Load(_repository.Root).Scenarios.Select(scenario => scenario.Name));
        Assert.Matches(@"note: src/Shop/Shop\.csproj wrote shop-[0-9]+\.db beside its program", init.Output);
        Assert.Contains("    with: { isolate: false, history-branch: ", await _repository.WorkflowAsync("perf-pr"), StringComparison.Ordinal);
        Assert.Contains("    with: { isolate: false, subset: ", await _repository.WorkflowAsync("perf-dispatch"), StringComparison.Ordinal);
    }

    /// <summary>Two commands: <c>init</c>, and one that measures.</summary>
    private async Task IsMeasuredAsync(params string[] scenarios)
    {
        var init = await _repository.RunAsync("init");
        Assert.True(init.ExitCode == 0, init.Error);
        Assert.Equal(scenarios, MatrixDefinition.Load(_repository.Root).Scenarios.Select(scenario => scenario.Name));
        var run = await _repository.MeasureAsync();
        Assert.Equal(scenarios, run.Variants.Select(variant => variant.Cell.Scenario));
        Assert.All(run.Variants, variant => Assert.Equal(VariantStatus.Measured, variant.Status));
    }

    /// <summary>Plans what the workflows measure; subsets are the same in every repository. In this process, where a second plan takes no
    /// time.</summary>
    private async Task IsPlannedAsync()
    {
        foreach (var subset in new[] { "smoke", "compare", "pr", "main" })
        {
            var (code, _, error) = await InProcess.RunAsync(_repository.Root, "plan", "--subset", subset);
            Assert.True(code == 0, error);
        }
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
}
