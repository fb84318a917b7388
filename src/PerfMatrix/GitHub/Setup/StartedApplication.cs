namespace PerfMatrix.GitHub.Setup;

/// <summary>An application that runs on this machine so that it can be asked something.</summary>
internal sealed class StartedApplication(ChildProcess process, Uri address) : IAsyncDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan s_lookAgain = TimeSpan.FromMilliseconds(100);

    // A redirect is no answer that could be measured.
    private readonly HttpClient _http = new(new SocketsHttpHandler { AllowAutoRedirect = false }) { BaseAddress = address, Timeout = s_patience };

    /// <summary>Starts a publication and waits until it listens.</summary>
    public static async Task<StartedApplication> StartAsync(
        Publication program, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        var address = new UriBuilder(Uri.UriSchemeHttp, "127.0.0.1", FreePorts.Find(1)[0]).Uri;
        var variables = new Dictionary<string, string>(environment) { ["ASPNETCORE_URLS"] = address.GetLeftPart(UriPartial.Authority) };
        var started = new StartedApplication(
            ChildProcess.StartForeign(Path.Combine(program.Folder, program.Executable), [], program.Folder, variables), address);
        try
        {
            await started.ListensAsync(address, cancellation);
            return started;
        }
        catch
        {
            await started.DisposeAsync();
            throw;
        }
    }

    /// <summary>Status and body of the answer to a GET; null when there is none.</summary>
    public Task<(HttpStatusCode Status, byte[] Body)?> GetAsync(string path, CancellationToken cancellation) =>
        Errors.OrAsync<(HttpStatusCode Status, byte[] Body)?>(async () =>
        {
            using var answer = await _http.GetAsync(new Uri(path, UriKind.Relative), cancellation);
            return (answer.StatusCode, await answer.Content.ReadAsByteArrayAsync(cancellation));
        }, problem => problem is HttpRequestException or TaskCanceledException && !cancellation.IsCancellationRequested, _ => null);

    public async ValueTask DisposeAsync()
    {
        _http.Dispose();
        await process.DisposeAsync();
    }

    private async Task ListensAsync(Uri address, CancellationToken cancellation)
    {
        using var patience = new CancellationTokenSource(s_patience);
        while (!await IsListeningAsync(address, cancellation))
        {
            if (process.HasExited || patience.IsCancellationRequested)
                throw new UsageException(
                    $"the application {(process.HasExited ? "ended" : $"does not listen on {address}")} when it was started. It "
                        + $"wrote:\n{process.LastLines}\nGive what it needs with --env NAME=VALUE (a connection string, for example), or --no-start "
                        + "and --path; or name other projects with --project.");
            await Task.Delay(s_lookAgain, cancellation);
        }
    }

    private static async Task<bool> IsListeningAsync(Uri address, CancellationToken cancellation)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        return await Errors.OrAsync(async () =>
        {
            await socket.ConnectAsync(address.Host, address.Port, cancellation);
            return true;
        }, (SocketException _) => false);
    }
}
