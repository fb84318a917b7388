using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Launcher.Tests.Application;

/// <summary>Starts that are waited for in vain, beside <see cref="StartTests"/>: two classes run at the same time.</summary>
[Trait("kind", "processes")]
public sealed class NeverReadyTests
{
    [Theory]
    [InlineData("never-ready", "nothing listened on its address")]
    [InlineData("error-500", "its last answer had status 500")]
    [InlineData("slow:600000", "it took a connection but did not answer")]
    public async Task An_application_that_is_never_ready_is_stopped_and_the_message_says_what_was_seen(string fault, string finding)
    {
        // One that answers must have started by then, on a busy machine, too.
        var seconds = fault == "never-ready" ? 2 : 10;
        await using var launcher = await LauncherProcess.StartAsync(fault, plan => plan with { StartTimeout = TimeSpan.FromSeconds(seconds) });
        var failure = await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start);
        Assert.Equal(LaunchFailureKind.NeverReady, failure.Kind);
        Assert.Equal($"No 2xx answer to GET / within {seconds} s; {finding}.", failure.Message);
        var line = await launcher.Process.StandardError.ReadLineAsync(TestContext.Current.CancellationToken);
        Assert.False(Eventually.IsAlive(int.Parse(line![LauncherApi.ChildProcessLine.Length..])));
    }

    [Fact]
    public async Task An_application_that_goes_on_answering_404_is_stopped_before_its_time_and_told_from_one_that_is_slow()
    {
        await using var launcher = await LauncherProcess.StartAsync("not-found", plan => plan with
        {
            StartTimeout = TimeSpan.FromHours(1),
            ReadyPathPlace = "crank/app.yml:7:9",
        });
        var failure = await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start);
        Assert.Equal(
            (LaunchFailureKind.Refused, "GET / was answered with status 404 for 5 s, a 2xx answer was expected. Correct the path at "
                + "crank/app.yml:7:9."),
            (failure.Kind, failure.Message));
    }
}
