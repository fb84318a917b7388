using System.Net;
using PerfMatrix.Launcher.Application;
using PerfMatrix.Shared.Contract;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Launcher.Tests.Application;

public sealed class ChildEnvironmentTests
{
    [Theory]
    [InlineData("DOTNET_gcServer", true)]
    [InlineData("DOTNET_GCHeapCount", true)]
    [InlineData("DOTNET_TieredPGO", true)]
    [InlineData("DOTNET_TieredCompilation", true)]
    [InlineData("DOTNET_TC_QuickJit", true)]
    [InlineData("DOTNET_ReadyToRun", true)]
    [InlineData("DOTNET_PROCESSOR_COUNT", true)]
    [InlineData("DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS", true)]
    [InlineData("DOTNET_SYSTEM_NET_SOCKETS_THREAD_COUNT", true)]
    [InlineData("ASPNETCORE_ENVIRONMENT", true)]
    [InlineData("DOTNET_CLI_TELEMETRY_OPTOUT", false)]
    [InlineData("DOTNET_EnableAVX2", true)]
    [InlineData("DOTNET_EnableEventPipe", true)]
    [InlineData("DOTNET_STARTUP_HOOKS", true)]
    [InlineData("DOTNET_ENVIRONMENT", true)]
    [InlineData("COMPlus_gcServer", true)]
    [InlineData("CORECLR_ENABLE_PROFILING", true)]
    [InlineData("ASPNETCORE_URLS", true)]
    [InlineData("ASPNETCORE_HTTP_PORTS", true)]
    [InlineData("DOTNET_URLS", true)]
    [InlineData("URLS", true)]
    [InlineData("PERFMATRIX_BURN", true)]
    [InlineData("PERFMATRIX_ALLOCATE", true)]
    [InlineData("PERFMATRIX_STALL", true)]
    [InlineData("PERFMATRIX_TAIL", true)]
    [InlineData("PERFMATRIX_MEMORY", true)]
    [InlineData("PERFMATRIX_STARTUP", true)]
    [InlineData("PERFMATRIX_TOKEN", false)]
    [InlineData("DOTNET_ROOT", false)]
    [InlineData("DOTNET_ROOT_X64", false)]
    [InlineData("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", false)]
    [InlineData("PATH", false)]
    [InlineData("HOME", false)]
    public void Settings_of_the_caller_do_not_reach_what_measures_or_is_measured(string name, bool isLeak) =>
    Assert.Equal(isLeak, InheritedEnvironment.IsLeak(name));

    [Fact]
    public void The_plan_adds_to_what_is_inherited_and_wins()
    {
        var plan = LauncherProcess.Plan("none") with
        {
            Environment = new Dictionary<string, string> { ["DOTNET_gcServer"] = "1", ["HOME"] = "/elsewhere" },
        };
        var inherited = new Dictionary<string, string?>
        {
            ["DOTNET_gcServer"] = "0",
            ["HOME"] = "/root",
            ["LANG"] = "C",
            [PlanVariable.Launch] = "plan",
            [PlanVariable.Block] = "plan",
            ["GITHUB_TOKEN"] = "secret",
            ["GITHUB_OUTPUT"] = "/tmp/output",
            ["ACTIONS_RUNTIME_TOKEN"] = "secret",
            ["FEED_TOKEN"] = "secret",
            ["RUNNER_TEMP"] = "/tmp",
        };
        var environment = ChildEnvironment.Compose(inherited, plan, new Uri("http://127.0.0.1:5000"), "secret");
        Assert.Equal(
            ["ASPNETCORE_URLS=http://127.0.0.1:5000", "DOTNET_gcServer=1", "HOME=/elsewhere", "LANG=C",
                $"PERFMATRIX_TOKEN={ApplicationToken.Of("secret")}"],
            environment.Select(variable => $"{variable.Key}={variable.Value}").Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task The_process_has_exactly_its_environment()
    {
        await using var launcher = await LauncherProcess.StartAsync();
        var start = await launcher.StartApplicationAsync();
        var variables = (await File.ReadAllTextAsync($"/proc/{start.ProcessId}/environ", TestContext.Current.CancellationToken)).Split('\0');
        Assert.Contains("FAULT=none", variables);
        var token = Assert.Single(variables, variable => variable.StartsWith(ProbeRoutes.TokenVariable, StringComparison.Ordinal)).Split('=')[1];
        Assert.DoesNotContain(variables, variable => variable.Contains(LauncherProcess.Token, StringComparison.Ordinal));
        Assert.Equal(HttpStatusCode.Unauthorized, await launcher.StatusAsync(HttpMethod.Get, LauncherApi.Reading, token));
        Assert.Contains($"ASPNETCORE_URLS={start.Application.GetLeftPart(UriPartial.Authority)}", variables);
    }
}
