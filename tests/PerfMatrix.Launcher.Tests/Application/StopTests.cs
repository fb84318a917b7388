using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Launcher.Tests.Application;

[Trait("kind", "processes")]
public sealed class StopTests
{
    [Fact]
    public async Task A_reading_grows_with_the_work_of_the_application()
    {
        await using var launcher = await LauncherProcess.StartAsync();
        var start = await launcher.StartApplicationAsync();
        var before = await launcher.ReadAsync();
        using var http = new HttpClient();
        for (var request = 0; request < 20; request++)
            await http.GetStringAsync(start.Application, TestContext.Current.CancellationToken);
        var after = await launcher.ReadAsync();
        Assert.True(after.Cpu > before.Cpu);
        Assert.InRange(after.Rss.Count, 1 << 20, after.PeakRss.Count);
        Assert.InRange(after.Threads, 2, 1000);
    }

    [Fact]
    public async Task A_stopped_application_gives_its_exit_code_and_its_last_reading()
    {
        await using var launcher = await LauncherProcess.StartAsync();
        var start = await launcher.StartApplicationAsync();
        var reading = await launcher.ReadAsync();
        var stop = await launcher.StopApplicationAsync();
        Assert.Equal(0, stop.ExitCode);
        Assert.True(stop.Final.Cpu >= reading.Cpu);
        Assert.False(Eventually.IsAlive(start.ProcessId));
        Assert.Equal(LaunchFailureKind.NotRunning, (await launcher.FailAsync(HttpMethod.Post, LauncherApi.Stop)).Kind);
    }

    [Fact]
    public async Task One_that_ignores_the_signal_is_killed_and_has_no_exit_code()
    {
        await using var launcher = await LauncherProcess.StartAsync("ignores-sigterm", plan => plan with
        {
            StopTimeout = TimeSpan.FromMilliseconds(300),
        });
        var start = await launcher.StartApplicationAsync();
        Assert.Null((await launcher.StopApplicationAsync()).ExitCode);
        Assert.False(Eventually.IsAlive(start.ProcessId));
    }

    [Fact]
    public async Task One_that_dies_in_the_middle_is_reported_by_reading_and_stop()
    {
        await using var launcher = await LauncherProcess.StartAsync("dies-after:3");
        var start = await launcher.StartApplicationAsync();
        using var http = new HttpClient();
        await Assert.ThrowsAsync<HttpRequestException>(async () =>
        {
            for (var request = 0; request < 3; request++)
                await http.GetStringAsync(start.Application, TestContext.Current.CancellationToken);
        });
        AssertDied(await launcher.FailAsync(HttpMethod.Get, LauncherApi.Reading));
        AssertDied(await launcher.FailAsync(HttpMethod.Post, LauncherApi.Stop));
        await launcher.StartApplicationAsync();
    }

    private static void AssertDied(LaunchFailure failure)
    {
        Assert.Equal(LaunchFailureKind.Died, failure.Kind);
        Assert.Equal(134, failure.ExitCode);
        Assert.Contains("SIGABRT", failure.Message, StringComparison.Ordinal);
        Assert.Contains(failure.LastLines, line => line.Contains("dies on purpose", StringComparison.Ordinal));
    }
}
