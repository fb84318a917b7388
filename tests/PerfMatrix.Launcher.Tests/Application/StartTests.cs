using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Launcher.Tests.Application;

[Trait("kind", "processes")]
public sealed class StartTests
{
    [Theory]
    [InlineData("none")]
    [InlineData("chunked")]
    [InlineData("close-connection")]
    public async Task A_started_application_answers_and_its_start_is_timed(string fault)
    {
        await using var launcher = await LauncherProcess.StartAsync(fault);
        var start = await launcher.StartApplicationAsync();
        Assert.True(start.Startup > TimeSpan.Zero);
        Assert.NotEqual(0, start.Application.Port);
        using var http = new HttpClient();
        Assert.Equal(
            """{"message":"hello"}""", await http.GetStringAsync(new Uri(start.Application, "/hello"), TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task An_application_on_https_gets_a_certificate_that_is_gone_when_the_launcher_is()
    {
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with
        {
            Application = new Uri("https://127.0.0.1:0"),
            StopWithInput = true,
        });
        var start = await launcher.StartApplicationAsync();
        using var handler = new HttpClientHandler
        {
            ServerCertificateCustomValidationCallback = (_, certificate, _, _) => CertificateHash.Matches(start.Certificate, certificate),
        };
        using var http = new HttpClient(handler);
        Assert.Equal(
            """{"message":"hello"}""", await http.GetStringAsync(new Uri(start.Application, "/hello"), TestContext.Current.CancellationToken));
        var file = await CertificateFileAsync(start.ProcessId);
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(file));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(Path.GetDirectoryName(file)!));

        launcher.Process.StandardInput.Close();
        await launcher.Process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.False(Directory.Exists(Path.GetDirectoryName(file)));
    }

    [Fact]
    public async Task The_start_lasts_to_the_last_byte_of_the_answer()
    {
        await using var launcher = await LauncherProcess.StartAsync("slow:300");
        Assert.True((await launcher.StartApplicationAsync()).Startup >= TimeSpan.FromMilliseconds(300));
    }

    [Fact]
    public async Task Every_start_is_a_fresh_process_and_ends_the_one_before()
    {
        await using var launcher = await LauncherProcess.StartAsync();
        var first = await launcher.StartApplicationAsync();
        var second = await launcher.StartApplicationAsync();
        Assert.NotEqual(first.ProcessId, second.ProcessId);
        Assert.False(Eventually.IsAlive(first.ProcessId));
        Assert.True(Eventually.IsAlive(second.ProcessId));
    }

    [Fact]
    public async Task The_process_id_is_announced_for_the_agent_of_crank()
    {
        await using var launcher = await LauncherProcess.StartAsync();
        var start = await launcher.StartApplicationAsync();
        Assert.Equal($"{LauncherApi.ChildProcessLine}{start.ProcessId}",
            await launcher.Process.StandardError.ReadLineAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task The_address_takes_the_place_of_url_in_the_arguments()
    {
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with { Arguments = ["--urls={url}", "two words"] });
        var start = await launcher.StartApplicationAsync();
        var arguments = (await File.ReadAllTextAsync($"/proc/{start.ProcessId}/cmdline", TestContext.Current.CancellationToken)).Split('\0');
        Assert.Equal([$"--urls={start.Application.GetLeftPart(UriPartial.Authority)}", "two words"], arguments[1..3]);
    }

    [Fact]
    public async Task What_cannot_be_started_is_named()
    {
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with { Executable = "nowhere/application" });
        var failure = await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start);
        Assert.Equal(LaunchFailureKind.NotStarted, failure.Kind);
        Assert.Contains("nowhere/application", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_application_that_exits_at_once_is_reported_with_its_code_and_last_lines()
    {
        await using var launcher = await LauncherProcess.StartAsync("exit-at-once");
        var failure = await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start);
        Assert.Equal(LaunchFailureKind.ExitedBeforeReady, failure.Kind);
        Assert.Equal(3, failure.ExitCode);
        Assert.Equal(["first line", "second line", "the configuration is broken"], failure.LastLines);
        Assert.Equal(LaunchFailureKind.NotRunning, (await launcher.FailAsync(HttpMethod.Get, LauncherApi.Reading)).Kind);
    }

    [Fact]
    public async Task Routes_that_come_a_little_later_than_the_port_are_waited_for()
    {
        await using var launcher = await LauncherProcess.StartAsync("not-found-for:500");
        var start = await launcher.StartApplicationAsync();
        Assert.True(start.Startup >= TimeSpan.FromMilliseconds(500));
    }

    [Fact]
    public async Task After_a_failed_start_the_next_one_is_free_to_succeed()
    {
        await using var launcher = await LauncherProcess.StartAsync("dies-after:0");
        Assert.Equal(LaunchFailureKind.ExitedBeforeReady, (await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start)).Kind);
        Assert.Equal(134, (await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start)).ExitCode);
    }

    [Fact]
    public async Task The_message_of_an_exception_is_kept_though_its_stack_trace_is_long()
    {
        await using var launcher = await LauncherProcess.StartAsync("no-such-fault");
        var failure = await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start);
        Assert.Contains("FAULT=no-such-fault", failure.LastLines[0], StringComparison.Ordinal);
        Assert.Equal(LaunchFailureKind.ExitedBeforeReady, failure.Kind);
    }

    [Fact]
    public async Task Only_the_last_lines_are_kept_and_a_line_of_a_megabyte_is_cut()
    {
        await using var launcher = await LauncherProcess.StartAsync("huge-lines", plan => plan with
        {
            ReadyPath = "/nowhere",
            StartTimeout = TimeSpan.FromSeconds(10),
        });
        var failure = await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start);
        Assert.Equal(Enumerable.Range(11, 20).Select(line => $"line {line}"), failure.LastLines);
    }

    private static async Task<string> CertificateFileAsync(int processId)
    {
        const string variable = "ASPNETCORE_Kestrel__Certificates__Default__Path=";
        var environment = await File.ReadAllTextAsync($"/proc/{processId}/environ", TestContext.Current.CancellationToken);
        return environment.Split('\0').Single(entry => entry.StartsWith(variable, StringComparison.Ordinal))[variable.Length..];
    }
}
