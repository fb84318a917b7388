namespace PerfMatrix.Reporting.Site;

/// <summary>Serves the site to browsers on this machine; on loopback a byte costs less than compressing it. On <c>HttpListener</c>, which is part of
/// the runtime: the command line must not need ASP.NET. It answers to loopback names only: no page from elsewhere can read through it.</summary>
internal sealed class SiteServer(HttpListener listener, SiteContent content, int port) : IDisposable
{
    private const int Attempts = 20;

    public Uri Address { get; } = new($"http://127.0.0.1:{port}/");

    /// <param name="port">Port; 0 for any free one.</param>
    public static SiteServer Start(SiteContent content, int port)
    {
        for (var attempt = 1; ; attempt++)
        {
            var candidate = port == 0 ? FreePorts.Find(1)[0] : port;
            var listener = new HttpListener();
            listener.Prefixes.Add($"http://127.0.0.1:{candidate}/");
            listener.Prefixes.Add($"http://localhost:{candidate}/");
            try
            {
                listener.Start();
                return new SiteServer(listener, content, candidate);
            }
            catch (Exception problem) when (problem is HttpListenerException or SocketException)
            {
                ((IDisposable)listener).Dispose();
                if (port != 0 || attempt == Attempts)
                    throw new UsageException(
                        $"--port {candidate}: cannot listen there: {problem.Message} Choose another port, or leave the option out for a free one.",
                            problem);
            }
        }
    }

    public async Task RunAsync(CancellationToken cancellation)
    {
        await using var stop = cancellation.Register(listener.Stop);
        while (!cancellation.IsCancellationRequested)
        {
            try
            {
                var context = await listener.GetContextAsync();
                _ = Task.Run(() => AnswerAsync(context), CancellationToken.None);
            }
            catch (Exception problem) when (problem is HttpListenerException or ObjectDisposedException)
            {
                if (!cancellation.IsCancellationRequested) throw;
            }
        }
    }

    public void Dispose() => ((IDisposable)listener).Dispose();

    private async Task AnswerAsync(HttpListenerContext context)
    {
        try
        {
            using var response = context.Response;
            response.AddHeader("Cache-Control", "no-cache");
            response.AddHeader("X-Content-Type-Options", "nosniff");
            if (context.Request.HttpMethod is not ("GET" or "HEAD")) response.StatusCode = (int)HttpStatusCode.MethodNotAllowed;
            else if (content.Find(context.Request.Url?.LocalPath ?? "/") is { } answer) await WriteAsync(context, answer);
            else response.StatusCode = (int)HttpStatusCode.NotFound;
        }
        catch (Exception problem) when (problem is HttpListenerException or IOException or ObjectDisposedException or UnauthorizedAccessException)
        {
            // The browser went away, or the file cannot be read: it sees a broken answer and says so for that file.
            context.Response.Abort();
        }
    }

    private static async Task WriteAsync(HttpListenerContext context, SiteAnswer answer)
    {
        var (response, (content, type)) = (context.Response, answer);
        response.ContentType = type;
        response.ContentLength64 = content.Length;
        // A task sends all in one go. Else the listener sends 16 KB, and the rest once the browser has acknowledged those: up to 40 ms later.
        if (context.Request.HttpMethod == "GET") await response.OutputStream.WriteAsync(content, CancellationToken.None);
    }
}
