using Microsoft.Extensions.FileProviders;

namespace PerfMatrix.GitHub.StandIn;

/// <summary>GitHub Pages of a branch, on loopback: the files of a folder as they are, hidden ones excepted.</summary>
public sealed class PagesServer : IAsyncDisposable
{
    private readonly PhysicalFileProvider _files;
    private readonly WebApplication _host;

    private PagesServer(PhysicalFileProvider files, WebApplication host) => (_files, _host) = (files, host);

    public Uri Address => StandInServer.AddressOf(_host);

    public static async Task<PagesServer> StartAsync(string folder)
    {
        var files = new PhysicalFileProvider(folder);
        var host = StandInServer.NewBuilder().Build();
        host.UseFileServer(new FileServerOptions { FileProvider = files, StaticFileOptions = { ServeUnknownFileTypes = true } });
        await host.StartAsync();
        return new(files, host);
    }

    public async ValueTask DisposeAsync()
    {
        await _host.DisposeAsync();
        _files.Dispose();
    }
}
