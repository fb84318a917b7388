using System.Diagnostics;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Launcher.Tests;

/// <summary>However a launcher ends, its application ends.</summary>
[Trait("kind", "processes")]
public sealed class LifetimeTests
{
    [Fact]
    public async Task When_its_input_closes_it_ends_with_everything_the_application_has_started()
    {
        await using var launcher = await LauncherProcess.StartAsync("has-child", plan => plan with { StopWithInput = true });
        var start = await launcher.StartApplicationAsync();
        using var http = new HttpClient();
        var child = int.Parse(await http.GetStringAsync(new Uri(start.Application, "/child"), TestContext.Current.CancellationToken));
        Assert.True(Eventually.IsAlive(child));
        launcher.Process.StandardInput.Close();
        await launcher.Process.WaitForExitAsync(TestContext.Current.CancellationToken);
        await Eventually.IsGoneAsync(start.ProcessId);
        await Eventually.IsGoneAsync(child);
    }

    [Fact]
    public async Task When_its_input_closes_during_a_start_nothing_is_left()
    {
        await using var launcher = await LauncherProcess.StartAsync("never-ready", plan => plan with { StopWithInput = true });
        var starting = launcher.StatusAsync(HttpMethod.Post, LauncherApi.Start);
        var line = await launcher.Process.StandardError.ReadLineAsync(TestContext.Current.CancellationToken);
        launcher.Process.StandardInput.Close();
        await Assert.ThrowsAsync<HttpRequestException>(() => starting);
        await Eventually.IsGoneAsync(int.Parse(line![LauncherApi.ChildProcessLine.Length..]));
    }

    [Fact]
    public async Task When_the_driver_is_killed_no_process_is_left()
    {
        using var folder = new TemporaryFolder();
        await using var launcher = await StartUnderParentAsync(folder);
        var own = ChildOf(launcher.Process.Id);
        var start = await launcher.StartApplicationAsync();
        Assert.True(Eventually.IsAlive(own));
        // The shell holds the only other end of the launcher's input, as a driver does.
        launcher.Process.Kill();
        await Eventually.IsGoneAsync(start.ProcessId);
        await Eventually.IsGoneAsync(own);
    }

    [Fact]
    public async Task Sigterm_stops_the_application_and_ends_the_launcher()
    {
        await using var launcher = await LauncherProcess.StartAsync();
        var start = await launcher.StartApplicationAsync();
        await SignalAsync("TERM", launcher.Process.Id);
        await launcher.Process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(0, launcher.Process.ExitCode);
        Assert.False(Eventually.IsAlive(start.ProcessId));
    }

    [Fact]
    public async Task Sigterm_during_a_start_ends_both()
    {
        await using var launcher = await LauncherProcess.StartAsync("never-ready");
        var starting = launcher.StatusAsync(HttpMethod.Post, LauncherApi.Start);
        var line = await launcher.Process.StandardError.ReadLineAsync(TestContext.Current.CancellationToken);
        await SignalAsync("TERM", launcher.Process.Id);
        await launcher.Process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.False(Eventually.IsAlive(int.Parse(line![LauncherApi.ChildProcessLine.Length..])));
        await Task.WhenAny(starting);
    }

    [Fact]
    public async Task Sigint_is_the_drivers_business_when_there_is_one()
    {
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with { StopWithInput = true });
        var start = await launcher.StartApplicationAsync();
        await SignalAsync("INT", launcher.Process.Id);
        Assert.True((await launcher.ReadAsync()).Cpu > TimeSpan.Zero);
        Assert.Equal(0, (await launcher.StopApplicationAsync()).ExitCode);
        Assert.False(Eventually.IsAlive(start.ProcessId));
        Assert.False(launcher.Process.HasExited);
    }

    [Fact]
    public async Task Sigint_ends_a_launcher_without_a_driver()
    {
        Sigint.SkipWhenIgnored();
        await using var launcher = await LauncherProcess.StartAsync();
        var start = await launcher.StartApplicationAsync();
        await SignalAsync("INT", launcher.Process.Id);
        await launcher.Process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.False(Eventually.IsAlive(start.ProcessId));
    }

    [Fact]
    public async Task It_serves_until_its_guest_has_ended_and_ends_with_its_code()
    {
        await using var launcher = await LauncherProcess.StartUntilAsync("/bin/sh", "-c", "read line; exit 7");
        var start = await launcher.StartApplicationAsync();
        await launcher.Process.StandardInput.WriteLineAsync("go");
        await launcher.Process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(7, launcher.Process.ExitCode);
        Assert.False(Eventually.IsAlive(start.ProcessId));
    }

    [Fact]
    public async Task A_launcher_that_is_ended_ends_its_guest()
    {
        await using var launcher = await LauncherProcess.StartUntilAsync("/bin/sleep", "1000");
        var guest = await FirstChildAsync(launcher.Process.Id);
        await SignalAsync("TERM", launcher.Process.Id);
        await launcher.Process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(130, launcher.Process.ExitCode);
        Assert.False(Eventually.IsAlive(guest));
    }

    [Fact]
    public async Task A_launcher_whose_parent_is_killed_ends_its_guest()
    {
        using var folder = new TemporaryFolder();
        var script = ProgramFile.Write(folder["agent"], "#!/bin/sh\n\"$@\" & wait\n");
        await using var agent = await LauncherProcess.StartUntilAsync(plan => plan with { StopWithParent = true }, script, "/bin/sleep", "1000");
        var launcher = ChildOf(agent.Process.Id);
        var guest = await FirstChildAsync(launcher);
        agent.Process.Kill();
        await Eventually.IsGoneAsync(guest);
        await Eventually.IsGoneAsync(launcher);
    }

    [Fact]
    public async Task A_guest_that_is_not_there_is_an_error_that_names_it()
    {
        var (code, error) = await LauncherProcess.RunWithPlanAsync(LauncherApi.Until, "load/missing", "conduct");
        Assert.Equal(2, code);
        Assert.Contains("load/missing", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Until_without_a_program_is_an_error()
    {
        var (code, error) = await LauncherProcess.RunWithPlanAsync(LauncherApi.Until);
        Assert.Equal(2, code);
        Assert.Contains("until: found nothing behind it, expected a program", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Until_without_a_plan_names_the_variable_that_should_hold_it()
    {
        var (code, error) = await LauncherProcess.RunAsync(LauncherProcess.Token, LauncherApi.Until, "/bin/true");
        Assert.Equal(2, code);
        Assert.Contains("$PERFMATRIX_LAUNCH_PLAN", error, StringComparison.Ordinal);
    }

    private static Task<LauncherProcess> StartUnderParentAsync(TemporaryFolder folder)
    {
        var script = ProgramFile.Write(
            folder["driver"], "#!/bin/sh\nmkfifo \"$0.input\"; \"$@\" < \"$0.input\" & exec 3> \"$0.input\"; wait\n");
        return LauncherProcess.StartAsync(change: plan => plan with { StopWithInput = true }, parent: script);
    }

    private static int ChildOf(int parent) => int.Parse(File.ReadAllText($"/proc/{parent}/task/{parent}/children").Trim().Split(' ')[^1]);

    private static async Task<int> FirstChildAsync(int parent)
    {
        List<int> children = [];
        await Eventually.IsTrueAsync(() => (children = [.. Directory.EnumerateDirectories($"/proc/{parent}/task").SelectMany(Children)]).Count > 0);
        return children[0];
    }

    private static IEnumerable<int> Children(string task)
    {
        try
        {
            return File.ReadAllText($"{task}/children").Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
                .Select(int.Parse);
        }
        catch (IOException)
        {
            return []; // the thread has ended meanwhile
        }
    }

    private static async Task SignalAsync(string signal, int processId)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{processId}"]);
        await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(0, kill.ExitCode);
    }
}
