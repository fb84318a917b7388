using System.Net.Sockets;
using System.Text;

namespace PerfMatrix.Launcher;

/// <summary>
/// Asks an application that is starting whether it answers: a bare request on a fresh connection. It runs about a thousand times a second beside the
/// application, perhaps on its CPU, so a refused connection costs no exception.
/// </summary>
internal sealed class ReadyProbe(Uri address, string path)
{
    private readonly System.Net.IPEndPoint _endPoint = ListenAddress.Reachable(address);
    private readonly byte[] _request = Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: {address.Authority}\r\nConnection: close\r\n\r\n");
    private readonly byte[] _buffer = new byte[16 * 1024];

    private bool _hasConnected;
    private int? _lastStatus;

    /// <summary>What the attempts have found so far, as the end of a sentence.</summary>
    public string Finding => (_lastStatus, _hasConnected) switch
    {
        ({ } status, _) => $"its last answer had status {status}",
        (null, true) => "it took a connection but did not answer",
        _ => "nothing listened on its address",
    };

    /// <summary>Sends one request and reads the answer to its end.</summary>
    /// <returns>Whether it was 2xx.</returns>
    public async Task<bool> TryAsync(CancellationToken cancellation)
    {
        using var socket = new Socket(_endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        if (!await ConnectAttempt.TryAsync(socket, _endPoint, cancellation))
            return false;
        _hasConnected = true;
        try
        {
            return await AskAsync(socket, cancellation);
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private async Task<bool> AskAsync(Socket socket, CancellationToken cancellation)
    {
        await socket.SendAsync(_request, cancellation);
        var answer = new ReadyAnswer();
        while (!answer.IsComplete && await socket.ReceiveAsync(_buffer, cancellation) is > 0 and var count)
            answer.Add(_buffer.AsSpan(0, count));
        if (answer.Status is not { } status)
            return false;
        _lastStatus = status;
        return status is >= 200 and < 300 && !answer.IsCutShort;
    }
}
