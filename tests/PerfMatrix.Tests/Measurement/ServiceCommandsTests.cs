using PerfMatrix.Drivers.Scenarios;
using PerfMatrix.Measurement;
using PerfMatrix.Shared;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Tests.Measurement;

public sealed class ServiceCommandsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Commands_run_once_in_order_and_end_what_they_started()
    {
        var job = Job(["echo up $DATABASE >> log", "echo ready >> log"], ["echo down >> log"]);
        await using (var services = Services(job, job))
        {
            await services.StartAsync(Cancellation);
            await services.StartAsync(Cancellation);
            Assert.Equal(["up shop", "ready"], await File.ReadAllLinesAsync(_folder["log"], Cancellation));
        }

        Assert.Equal(["up shop", "ready", "down"], await File.ReadAllLinesAsync(_folder["log"], Cancellation));
    }

    [Fact]
    public async Task A_command_that_fails_is_named_with_what_it_wrote()
    {
        await using var services = Services(Job(["echo no database here; exit 3"], []));
        var failure = await Assert.ThrowsAsync<UsageException>(() => services.StartAsync(Cancellation));
        Assert.Equal(
            "job 'shop': the command 'echo no database here; exit 3' under 'before' ended with code 3. It wrote:\nno database here", failure.Message);
    }

    [Fact]
    public async Task Nothing_is_ended_that_was_never_started()
    {
        await Services(Job([], ["touch ended"])).DisposeAsync();
        Assert.False(File.Exists(_folder["ended"]));
    }

    private ServiceCommands Services(params ApplicationJob[] jobs) => new(_folder.Root, jobs, new SystemProcessRunner());

    private static ApplicationJob Job(IReadOnlyList<string> before, IReadOnlyList<string> after) =>
        new("shop", "Shop.csproj", new Dictionary<string, string> { ["DATABASE"] = "shop" }, [], "/", TimeSpan.FromSeconds(30))
        {
            Before = before,
            After = after,
        };
}
