using System.Net;
using System.Net.Sockets;
using PerfMatrix.Launcher.Application;
using PerfMatrix.Shared.Contract;

namespace PerfMatrix.Launcher.Tests.Application;

[Trait("kind", "processes")]
public sealed class ListenAddressTests
{
    [Fact]
    public async Task A_fixed_port_is_used_again_at_every_start()
    {
        var address = ListenAddress.Choose(new Uri("http://127.0.0.1:0"));
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with { Application = address });
        Assert.Equal(address, (await launcher.StartApplicationAsync()).Application);
        Assert.Equal(address, (await launcher.StartApplicationAsync()).Application);
    }

    [Fact]
    public async Task A_fixed_port_that_is_taken_is_refused_with_what_to_do()
    {
        using var taken = Listen();
        await using var launcher = await LauncherProcess.StartAsync(change: plan => plan with { Application = Address(taken) });
        var failure = await launcher.FailAsync(HttpMethod.Post, LauncherApi.Start);
        Assert.Equal(LaunchFailureKind.NotStarted, failure.Kind);
        Assert.Contains($"{taken.LocalEndpoint}", failure.Message, StringComparison.Ordinal);
        Assert.Contains("use port 0", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_application_that_finds_its_chosen_port_taken_is_started_with_another()
    {
        using var taken = Listen();
        var chosen = new Queue<Uri>([Address(taken), Address(taken), Address(taken), ListenAddress.Choose(new Uri("http://127.0.0.1:0"))]);
        await using var application = Application(chosen);
        var start = await application.StartAsync(TestContext.Current.CancellationToken);
        Assert.NotEqual(Address(taken), start.Application);
        Assert.Empty(chosen);
    }

    [Fact]
    public async Task After_three_other_ports_it_gives_up()
    {
        using var taken = Listen();
        var chosen = new Queue<Uri>(Enumerable.Repeat(Address(taken), 5));
        await using var application = Application(chosen);
        var error = await Assert.ThrowsAsync<LaunchException>(() => application.StartAsync(TestContext.Current.CancellationToken));
        Assert.Equal(LaunchFailureKind.ExitedBeforeReady, error.Failure.Kind);
        Assert.Single(chosen);
    }

    [Theory]
    [InlineData("http://0.0.0.0:5000", "127.0.0.1:5000")]
    [InlineData("http://[::]:5000", "[::1]:5000")]
    [InlineData("http://localhost:5000", "127.0.0.1:5000")]
    [InlineData("http://10.1.2.3:5000", "10.1.2.3:5000")]
    public void An_address_of_every_interface_is_reached_through_loopback(string address, string expected) =>
        Assert.Equal(expected, ListenAddress.Reachable(new Uri(address)).ToString());

    // It listens and never answers, so that a launcher that only asked the port would wait until its timeout.
    private static TcpListener Listen()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return listener;
    }

    private static Uri Address(TcpListener listener) => new($"http://{listener.LocalEndpoint}");

    private static ApplicationUnderTest Application(Queue<Uri> chosen)
    {
        var starter = new ApplicationStarter("token", _ => chosen.Dequeue());
        return new ApplicationUnderTest(LauncherProcess.Plan("none"), starter, TimeProvider.System);
    }
}
