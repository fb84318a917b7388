using System.Diagnostics;
using PerfMatrix.Runtimes;
using PerfMatrix.Shared.Builds;
using PerfMatrix.Shared.Os;

namespace PerfMatrix.Tests.Runtimes;

/// <summary>A published workload, running, and a client for it. Disposing kills it.</summary>
internal sealed class RunningWorkload : IAsyncDisposable
{
    private readonly Process _process;

    private RunningWorkload(Process process, Uri address)
    {
        _process = process;
        Client = new HttpClient { BaseAddress = address };
    }

    public HttpClient Client { get; }

    public int ProcessId => _process.Id;

    public required string FirstLine { get; init; }

    /// <summary>Starts a publication with the given variables and none of the caller's runtime settings.</summary>
    public static async Task<RunningWorkload> StartAsync(Publication publication, params (string Name, string Value)[] environment)
    {
        var address = new Uri($"http://127.0.0.1:{FreePorts.Find(1)[0]}");
        var start = new ProcessStartInfo(Path.Combine(publication.Folder, publication.Executable))
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        start.Environment.Clear();
        foreach (var (name, value) in DotnetEnvironment.OfThisProcess())
            start.Environment[name] = value;
        start.Environment["ASPNETCORE_URLS"] = address.ToString();
        foreach (var (name, value) in environment)
            start.Environment[name] = value;

        var process = Process.Start(start)!;
        var line = await process.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
        return new RunningWorkload(process, address) { FirstLine = line ?? "" };
    }

    /// <summary>Kills it; what it wrote behind its first line.</summary>
    public async Task<string> EndAsync()
    {
        _process.Kill(entireProcessTree: true);
        return (await Eventually.EndsAsync(_process)).Output;
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        if (!_process.HasExited) await EndAsync();
        _process.Dispose();
    }
}
