using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Text;
using PerfMatrix.Contract;

namespace PerfMatrix.Launcher;

/// <summary>
/// Asks an application that is starting whether it answers: a bare request on a fresh connection. It runs about a thousand times a second beside the
/// application, perhaps on its CPU, so a refused connection costs no exception.
/// </summary>
/// <param name="address">Address of the application.</param>
/// <param name="path">Path of the request.</param>
/// <param name="certificate">Hash of the only certificate that is accepted, for https; null for http.</param>
internal sealed class ReadyProbe(Uri address, string path, string? certificate = null)
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
            await using var stream = await OpenAsync(socket, cancellation);
            return await AskAsync(stream, cancellation);
        }
        catch (Exception exception) when (exception is SocketException or IOException or AuthenticationException)
        {
            return false;
        }
    }

    private async Task<Stream> OpenAsync(Socket socket, CancellationToken cancellation)
    {
        var plain = new NetworkStream(socket);
        if (certificate is null)
            return plain;
        var secure = new SslStream(plain, leaveInnerStreamOpen: false, (_, presented, _, _) => CertificateHash.Matches(certificate, presented));
        await secure.AuthenticateAsClientAsync(new SslClientAuthenticationOptions { TargetHost = address.Host }, cancellation);
        return secure;
    }

    private async Task<bool> AskAsync(Stream stream, CancellationToken cancellation)
    {
        await stream.WriteAsync(_request, cancellation);
        var answer = new ReadyAnswer();
        while (!answer.IsComplete && await stream.ReadAsync(_buffer, cancellation) is > 0 and var count)
            answer.Add(_buffer.AsSpan(0, count));
        if (answer.Status is not { } status)
            return false;
        _lastStatus = status;
        return status is >= 200 and < 300 && !answer.IsCutShort;
    }
}
