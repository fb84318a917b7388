using PerfMatrix.Builds;
using PerfMatrix.Drivers;
using PerfMatrix.Drivers.Local;
using PerfMatrix.Matrix;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>Our own launcher and load job, published with a .NET of their own for machines that may have none. In the checkout's cache, as the workloads are.</summary>
/// <param name="root">Root of the repository.</param>
internal sealed class PublishedPrograms(string root)
{
    private static readonly RuntimeSelector s_runtime = new("net10.0", null);

    /// <summary>Publishes both, or takes them from the cache.</summary>
    /// <exception cref="DriverException">They cannot be published here.</exception>
    public async Task<LocalPrograms> PublishAsync(CancellationToken cancellation)
    {
        var sdk = new Sdk(root);
        var runtime = await (await sdk.RuntimesAsync(cancellation)).ResolveAsync(s_runtime, cancellation);
        var patch = runtime.Patch ?? throw new DriverException($"The launcher cannot be published for another machine: {runtime.Reason}");
        using var publisher = sdk.Publisher();
        return new LocalPrograms(await PublishAsync(publisher, "PerfMatrix.Launcher", patch, cancellation), await PublishAsync(publisher, "PerfMatrix.Load", patch, cancellation));
    }

    private async Task<string> PublishAsync(Publisher publisher, string project, string patch, CancellationToken cancellation)
    {
        var request = new PublishRequest(Path.Combine(root, "src", project), s_runtime.Framework, patch, RuntimeIdentifiers.OfThisMachine());
        return await publisher.PublishAsync(request, cancellation) switch
        {
            Runtimes.Publication publication => Path.Combine(publication.Folder, publication.Executable),
            PublishFailure failure => throw new DriverException(string.Join(Environment.NewLine, [failure.Reason, .. failure.Errors])),
            _ => throw new InvalidOperationException("An outcome of a publish that is neither a publication nor a failure."),
        };
    }
}
