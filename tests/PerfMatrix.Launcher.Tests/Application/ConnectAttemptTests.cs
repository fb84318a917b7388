using System.Net;
using System.Net.Sockets;
using PerfMatrix.Launcher.Application;

namespace PerfMatrix.Launcher.Tests.Application;

public sealed class ConnectAttemptTests
{
    [Fact]
    public async Task An_attempt_that_is_cancelled_at_any_moment_ends_as_cancelled_or_with_its_answer()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start(backlog: 4096);
        for (var attempt = 0; attempt < 1000; attempt++)
        {
            using var cancellation = new CancellationTokenSource();
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            var connecting = Task.Run(
                () => ConnectAttempt.TryAsync(socket, (IPEndPoint)listener.LocalEndpoint, cancellation.Token), TestContext.Current.CancellationToken);
            Thread.SpinWait(attempt * 20);
            await cancellation.CancelAsync();
            if (await Record.ExceptionAsync(() => connecting) is { } exception)
                Assert.IsAssignableFrom<OperationCanceledException>(exception);
        }
    }
}
