using System.Net;
using System.Net.Sockets;

namespace PerfMatrix.Launcher;

/// <summary>One attempt to connect, whose failure is a value: <see cref="Socket.ConnectAsync(EndPoint)"/> would throw it.</summary>
internal static class ConnectAttempt
{
    /// <summary>Connects; a socket that was cancelled or refused is of no more use.</summary>
    /// <exception cref="OperationCanceledException">Cancelled before there was an answer.</exception>
    public static async Task<bool> TryAsync(Socket socket, IPEndPoint endPoint, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        try
        {
            return await ConnectAsync(socket, endPoint, cancellation) && !IsConnectedToItself(socket);
        }
        catch (SocketException)
        {
            return false; // connected, and closed by the other side already
        }
        catch (ObjectDisposedException) when (cancellation.IsCancellationRequested)
        {
            throw new OperationCanceledException(cancellation);
        }
    }

    private static async Task<bool> ConnectAsync(Socket socket, IPEndPoint endPoint, CancellationToken cancellation)
    {
        var completed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var attempt = new SocketAsyncEventArgs { RemoteEndPoint = endPoint };
        attempt.Completed += (_, _) => completed.SetResult();
        // Ends before the socket is used again: a cancellation disposes of the socket until then, and not after.
        await using (cancellation.Register(socket.Dispose))
        {
            if (socket.ConnectAsync(attempt))
                await completed.Task;
        }

        cancellation.ThrowIfCancellationRequested();
        return attempt.SocketError == SocketError.Success;
    }

    // While nothing listens, the system may give us the very port we ask for as our own; TCP then connects the socket to itself (RFC 9293, 3.5, simultaneous open).
    private static bool IsConnectedToItself(Socket socket) => socket.LocalEndPoint!.Equals(socket.RemoteEndPoint);
}
