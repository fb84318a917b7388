using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Launcher.Tests.Api;

[Trait("kind", "processes")]
public sealed class ControlApiTests
{
    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("00112233445566778899aabbccddeefe")]
    [InlineData("00112233445566778899aabbccddeeff0")]
    public async Task Without_the_token_of_the_block_every_request_is_refused(string? token)
    {
        await using var launcher = await LauncherProcess.StartAsync();
        Assert.Equal(HttpStatusCode.Unauthorized, await launcher.StatusAsync(HttpMethod.Post, LauncherApi.Start, token));
        Assert.Equal(HttpStatusCode.Unauthorized, await launcher.StatusAsync(HttpMethod.Get, LauncherApi.Reading, token));
        Assert.Equal(HttpStatusCode.Unauthorized, await launcher.StatusAsync(HttpMethod.Post, LauncherApi.Stop, token));
        Assert.Equal(HttpStatusCode.Unauthorized, await launcher.StatusAsync(HttpMethod.Get, "/", token));
        Assert.Equal(LaunchFailureKind.NotRunning, (await launcher.FailAsync(HttpMethod.Get, LauncherApi.Reading)).Kind);
    }

    [Fact]
    public async Task It_listens_on_a_loopback_port_the_system_chose_whatever_the_caller_sets()
    {
        await using var launcher = await LauncherProcess.StartAsync();
        Assert.Equal("127.0.0.1", launcher.Address.Host);
        Assert.NotEqual(0, launcher.Address.Port);
    }

    [Fact]
    public async Task Before_a_start_there_is_nothing_to_read_or_stop()
    {
        await using var launcher = await LauncherProcess.StartAsync();
        Assert.Equal(LaunchFailureKind.NotRunning, (await launcher.FailAsync(HttpMethod.Get, LauncherApi.Reading)).Kind);
        Assert.Equal(LaunchFailureKind.NotRunning, (await launcher.FailAsync(HttpMethod.Post, LauncherApi.Stop)).Kind);
    }

    [Fact]
    public async Task Without_a_token_in_the_environment_it_refuses_to_run()
    {
        using var folder = new TemporaryFolder();
        var (code, error) = await LauncherProcess.RunAsync(token: null, LauncherProcess.WritePlan(folder, LauncherProcess.Plan("none")));
        Assert.Equal(2, code);
        Assert.Contains(ProbeRoutes.TokenVariable, error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{", "launch.json: not a list of launch plans")]
    [InlineData("[]", "launch.json: expected a list of launch plans, found none")]
    [InlineData("null", "launch.json: expected a list of launch plans, found none")]
    [InlineData("""[{"variant":"a"}]""", "'executable'")]
    public async Task A_file_without_plans_is_named(string plans, string expected)
    {
        using var folder = new TemporaryFolder();
        var (code, error) = await LauncherProcess.RunAsync(LauncherProcess.Token, folder.Write("launch.json", plans));
        Assert.Equal(2, code);
        Assert.Contains(expected, error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("readyPath", "\"hello\"", "launch.json: readyPath: found hello, expected a path that begins with /")]
    [InlineData("application", "\"ftp://127.0.0.1\"", "launch.json: application: found ftp://127.0.0.1/, expected an address such as http://")]
    [InlineData("startTimeoutMs", "0", "launch.json: startTimeoutMs: found 0, expected more than 0")]
    public async Task A_wrong_plan_names_the_file_and_the_key(string key, string value, string expected)
    {
        using var folder = new TemporaryFolder();
        var plan = JsonSerializer.SerializeToNode(LauncherProcess.Plan("none"), ContractJson.Default.LaunchPlan)!;
        plan[key] = JsonNode.Parse(value);
        var (code, error) = await LauncherProcess.RunAsync(LauncherProcess.Token, folder.Write("launch.json", $"[{plan.ToJsonString()}]"));
        Assert.Equal(2, code);
        Assert.Contains(expected, error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_missing_plan_is_named()
    {
        var (code, error) = await LauncherProcess.RunAsync(LauncherProcess.Token, "/nowhere/launch.json");
        Assert.Equal(2, code);
        Assert.Contains("/nowhere/launch.json", error, StringComparison.Ordinal);
        Assert.Equal(2, (await LauncherProcess.RunAsync(LauncherProcess.Token)).Code);
    }
}
