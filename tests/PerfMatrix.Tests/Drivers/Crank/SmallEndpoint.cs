using System.Net;
using System.Net.Sockets;
using System.Text;

namespace PerfMatrix.Tests.Drivers.Crank;

/// <summary>
/// An HTTP endpoint of ours that stands where an agent or a webhook should be, for what a real one cannot be made to do. It is no agent: it answers
/// the paths a test gives it, and everything else with 404.
/// </summary>
internal sealed class SmallEndpoint : IDisposable
{
    /// <summary>What an agent of crank answers to GET /info.</summary>
    public const string Info = """{"hw":"Unspecified","env":"Unspecified","os":"Linux","arch":"X64","proc":2,"version":"1.0.0+e5f71f4"}""";

    private readonly HttpListener _listener = new();
    private readonly Func<HttpListenerRequest, (int Status, string Body)?> _answer;

    public SmallEndpoint(Func<HttpListenerRequest, (int Status, string Body)?> answer, Uri? address = null)
    {
        _answer = answer;
        Address = address ?? RealCrank.FreeAgent();
        _listener.Prefixes.Add(Address.AbsoluteUri);
        _listener.Start();
        _ = ServeAsync();
    }

    public Uri Address { get; }

    /// <summary>Answers like an agent when asked who it is.</summary>
    public static SmallEndpoint LikeAgent(string info = Info) => new(request => request.Url!.AbsolutePath == "/info" ? (200, info) : null);

    public static SmallEndpoint LikeAgent(Uri address) => new(request => request.Url!.AbsolutePath == "/info" ? (200, Info) : null, address);

    public void Dispose() => _listener.Close();

    private async Task ServeAsync()
    {
        try
        {
            while (true)
                Answer(await _listener.GetContextAsync());
        }
        catch (Exception exception) when (exception is HttpListenerException or ObjectDisposedException or InvalidOperationException)
        {
            // Closed.
        }
    }

    private void Answer(HttpListenerContext context)
    {
        var (status, body) = _answer(context.Request) ?? (404, "");
        if (status == 0)
        {
            context.Response.Abort();
            return;
        }

        context.Response.StatusCode = status;
        context.Response.ContentType = "application/json";
        context.Response.Close(Encoding.UTF8.GetBytes(body), willBlock: false);
    }
}

/// <summary>Something that listens, and does not speak HTTP.</summary>
internal sealed class SilentListener : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public SilentListener()
    {
        _listener.Start();
        _ = ServeAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public Uri Address => new($"http://127.0.0.1:{Port}");

    public void Dispose() => _listener.Dispose();

    private async Task ServeAsync()
    {
        try
        {
            while (true)
            {
                using var socket = await _listener.AcceptSocketAsync();
                await socket.SendAsync("220 mail.example ready\r\n"u8.ToArray());
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // Closed.
        }
    }
}
