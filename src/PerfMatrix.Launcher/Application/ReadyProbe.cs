using System.Buffers.Text;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace PerfMatrix.Launcher;

/// <summary>Asks an application that is starting whether it answers: a bare request on a fresh connection, so that little of our own time counts as its start-up.</summary>
internal sealed class ReadyProbe(Uri address, string path)
{
    private readonly IPEndPoint _endPoint = new(IPAddress.Parse(address.Host), address.Port);
    private readonly byte[] _request = Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: {address.Authority}\r\nConnection: close\r\n\r\n");

    /// <summary>Status of the last answer; 0 while nothing listens.</summary>
    public int LastStatus { get; private set; }

    /// <summary>Sends one request and reads the answer to its end.</summary>
    /// <returns>Whether it was 2xx.</returns>
    public async Task<bool> TryAsync(CancellationToken cancellation)
    {
        using var socket = new Socket(_endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(_endPoint, cancellation);
            await socket.SendAsync(_request, cancellation);
            var buffer = new byte[16 * 1024];
            var status = 0;
            for (var count = await socket.ReceiveAsync(buffer, cancellation); count > 0; count = await socket.ReceiveAsync(buffer, cancellation))
                status = status == 0 ? StatusOf(buffer.AsSpan(0, count)) : status;
            LastStatus = status;
            return status is >= 200 and < 300;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private static int StatusOf(ReadOnlySpan<byte> answer) =>
        answer.Length > 12 && answer.StartsWith("HTTP/1."u8) && Utf8Parser.TryParse(answer.Slice(9, 3), out int status, out _) ? status : -1;
}
