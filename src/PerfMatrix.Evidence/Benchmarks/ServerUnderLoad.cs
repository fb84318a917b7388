using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>A running minimal API on loopback, for generators to put load on.</summary>
internal sealed class ServerUnderLoad : IAsyncDisposable
{
    private readonly Process _process;

    private ServerUnderLoad(Process process, Uri address) => (_process, Address) = (process, address);

    /// <summary>Where it answers.</summary>
    public Uri Address { get; }

    /// <summary>Publishes and starts it, and waits for its first answer.</summary>
    public static async Task<ServerUnderLoad> StartAsync()
    {
        var application = await BenchmarkApplication.PublishAsync();
        var address = new Uri($"http://127.0.0.1:{FreePort()}");
        var start = new ProcessStartInfo(Path.Combine(application.Folder, application.Executable)) { RedirectStandardOutput = true, UseShellExecute = false };
        foreach (var (name, value) in application.Environment)
            start.Environment[name] = value;
        start.Environment["ASPNETCORE_URLS"] = address.GetLeftPart(UriPartial.Authority);
        var process = Process.Start(start)!;
        await ReadyAsync(process);
        return new ServerUnderLoad(process, address);
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync();
        _process.Dispose();
    }

    private static async Task ReadyAsync(Process process)
    {
        while (await process.StandardOutput.ReadLineAsync() is { } line)
        {
            if (line.Contains("Application started", StringComparison.Ordinal))
                return;
        }

        throw new InvalidOperationException("The server ended before it was ready.");
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
