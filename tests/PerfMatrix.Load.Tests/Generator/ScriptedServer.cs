using System.Net;
using System.Net.Sockets;
using System.Text;

namespace PerfMatrix.Load.Tests.Generator;

/// <summary>A real TCP server on loopback that answers the n-th request with whatever the test says; null closes the connection.</summary>
internal sealed class ScriptedServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Func<int, string?> _answer;
    private int _requests;

    public ScriptedServer(Func<int, string?> answer)
    {
        _answer = answer;
        _listener.Start(512);
        _ = AcceptAsync();
    }

    public Uri Address => new($"http://{_listener.LocalEndpoint}");

    public int Requests => Volatile.Read(ref _requests);

    public static string Ok(string body) => $"HTTP/1.1 200 OK\r\nContent-Length: {body.Length}\r\n\r\n{body}";

    public void Dispose() => _listener.Dispose();

    private async Task AcceptAsync()
    {
        while (true)
        {
            try
            {
                _ = ServeAsync(await _listener.AcceptTcpClientAsync());
            }
            catch (Exception exception) when (exception is ObjectDisposedException or SocketException or InvalidOperationException)
            {
                return;
            }
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using (client)
        {
            client.NoDelay = true;
            var stream = client.GetStream();
            using var reader = new StreamReader(stream);
            while (await ReadRequestAsync(reader))
            {
                if (_answer(Interlocked.Increment(ref _requests)) is not { } answer)
                    return;
                await stream.WriteAsync(Encoding.ASCII.GetBytes(answer));
            }
        }
    }

    private static async Task<bool> ReadRequestAsync(StreamReader reader)
    {
        try
        {
            var length = 0;
            while (await reader.ReadLineAsync() is { } line)
            {
                if (line.StartsWith("Content-Length:", StringComparison.OrdinalIgnoreCase))
                    length = int.Parse(line.AsSpan(15));
                if (line.Length > 0)
                    continue;
                return length == 0 || await reader.ReadBlockAsync(new char[length]) == length;
            }
        }
        catch (IOException)
        {
            // The client is gone.
        }

        return false;
    }
}
