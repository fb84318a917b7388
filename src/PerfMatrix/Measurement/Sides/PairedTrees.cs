namespace PerfMatrix.Measurement;

/// <summary>The files of both sides of a comparison; one and the same where two cells of one commit are compared.</summary>
/// <param name="Base">Those of base.</param>
/// <param name="Head">Those of head.</param>
public sealed record PairedTrees(SideTree Base, SideTree Head) : IAsyncDisposable
{
    /// <summary>Opens both; when the second fails, the first is gone again.</summary>
    /// <exception cref="UsageException">A commit is unknown, or cannot be checked out.</exception>
    public static async Task<PairedTrees> OpenAsync(SideTrees trees, SideSource @base, SideSource head, CancellationToken cancellation)
    {
        var first = await trees.OpenAsync(head, cancellation);
        if (@base == head)
            return new PairedTrees(first, first);
        try
        {
            return new PairedTrees(await trees.OpenAsync(@base, cancellation), first);
        }
        catch
        {
            await first.DisposeAsync();
            throw;
        }
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await Base.DisposeAsync();
        await Head.DisposeAsync();
    }
}
