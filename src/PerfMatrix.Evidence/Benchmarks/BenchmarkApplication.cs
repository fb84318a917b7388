using PerfMatrix.Drivers;
using PerfMatrix.Matrix;
using PerfMatrix.Measurement;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Evidence.Benchmarks;

/// <summary>The minimal API on the newest .NET 10 of the feed, workstation GC: what all benchmarks measure.</summary>
internal static class BenchmarkApplication
{
    private static readonly Dictionary<string, string> s_workstation = new() { ["DOTNET_gcServer"] = "0", ["DOTNET_gcConcurrent"] = "1" };

    /// <summary>Publishes it, or takes it from the cache of the checkout.</summary>
    /// <exception cref="InvalidOperationException">It cannot be published here.</exception>
    public static async Task<Application> PublishAsync()
    {
        var sdk = new Sdk(Repository.Root);
        var runtime = await (await sdk.RuntimesAsync(CancellationToken.None)).ResolveAsync(new RuntimeSelector("net10.0", null), CancellationToken.None);
        var patch = runtime.Patch ?? throw new InvalidOperationException(runtime.Reason);
        using var publisher = sdk.Publisher();
        var request = new PublishRequest(Path.Combine(Repository.Root, "workloads", "MinimalApi"), "net10.0", patch, RuntimeIdentifiers.OfThisMachine());
        return await publisher.PublishAsync(request, CancellationToken.None) switch
        {
            Publication publication => new Application(publication.Folder, publication.Executable, [], s_workstation, "/hello", TimeSpan.FromSeconds(30)),
            PublishFailure failure => throw new InvalidOperationException(string.Join(Environment.NewLine, [failure.Reason, .. failure.Errors])),
            _ => throw new InvalidOperationException("An outcome of a publish that is neither a publication nor a failure."),
        };
    }
}
