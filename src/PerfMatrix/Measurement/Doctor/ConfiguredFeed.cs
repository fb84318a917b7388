using PerfMatrix.Matrix;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>The NuGet sources that are configured for a checkout, asked as a run asks them.</summary>
/// <param name="root">Root of the repository.</param>
public sealed class ConfiguredFeed(string root) : IRuntimeFeed
{
    private RuntimeCatalogue? _catalogue;

    /// <inheritdoc />
    public async Task<FeedAnswer> AskAsync(string framework, CancellationToken cancellation)
    {
        try
        {
            _catalogue ??= await new Sdk(root).RuntimesAsync(cancellation);
            var resolution = await _catalogue.ResolveAsync(new RuntimeSelector(framework, null), cancellation);
            return new FeedAnswer(resolution.Patch, resolution.Reason);
        }
        catch (UsageException exception)
        {
            return new FeedAnswer(null, exception.Message);
        }
    }
}
