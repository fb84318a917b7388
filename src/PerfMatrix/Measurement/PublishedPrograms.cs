namespace PerfMatrix.Measurement;

/// <summary>Our own launcher and load job, published with a .NET of their own for machines that may have none.</summary>
internal sealed class PublishedPrograms(string root)
{
    private static readonly RuntimeSelector s_runtime = new("net10.0", null);

    public async Task<LocalPrograms> PublishAsync(CancellationToken cancellation)
    {
        if (!Directory.Exists(Path.Combine(root, "src", "PerfMatrix.Launcher")))
            throw new DriverException(
                "Agents on other machines need a launcher with a .NET of its own, which only a checkout of perfmatrix can build; the installed tool "
                    + "measures on this machine. Use the profile local or hosted.");
        var sdk = new Sdk(root);
        var runtime = await (await sdk.RuntimesAsync(cancellation)).ResolveAsync(s_runtime, cancellation);
        var patch = runtime.Patch ?? throw new DriverException($"The launcher cannot be published for another machine: {runtime.Reason}");
        using var publisher = sdk.Publisher();
        return new LocalPrograms(await PublishAsync(publisher, "PerfMatrix.Launcher", patch, cancellation),
            await PublishAsync(publisher, "PerfMatrix.Load", patch, cancellation));
    }

    private async Task<string> PublishAsync(Publisher publisher, string project, string patch, CancellationToken cancellation)
    {
        var request = new PublishRequest(Path.Combine(root, "src", project), s_runtime.Framework, patch, RuntimeIdentifiers.OfThisMachine());
        var publication = (await publisher.PublishAsync(request, cancellation)).Require(failure => new DriverException(failure));
        return Path.Combine(publication.Folder, publication.Executable);
    }
}
