using PerfMatrix.Matrix;

namespace PerfMatrix.Measurement;

/// <summary>A pinned reference with its files.</summary>
/// <param name="Side">Which reference.</param>
/// <param name="Tree">Its files; a worktree, or only a name where another job has published them.</param>
public sealed record ReferenceSide(Side Side, SideTree Tree) : IAsyncDisposable
{
    /// <summary>The references that another job has published, the newest pin last.</summary>
    internal static IReadOnlyList<ReferenceSide> Of(ProgramFolder programs, string root) =>
        [.. programs.References.Select(side => new ReferenceSide(side, programs.Tree(side, root, asked: null)))];

    /// <summary>Checks the pins out, the newest last. When one fails, none is left.</summary>
    /// <exception cref="UsageException">A commit is not in this clone, or cannot be checked out.</exception>
    public static async Task<IReadOnlyList<ReferenceSide>> OpenAsync(string root, SideTrees trees, IReadOnlyList<ReferencePin> pins, CancellationToken cancellation)
    {
        var opened = new List<ReferenceSide>();
        try
        {
            foreach (var (side, pin) in SideNames.References(pins.Count).Zip(pins))
            {
                await ReferencePins.CommitAsync(trees.Revisions, pin, cancellation);
                opened.Add(new ReferenceSide(side, await trees.OpenAsync(new SideSource(pin.Revision), cancellation)));
            }

            return opened;
        }
        catch
        {
            foreach (var reference in opened)
                await reference.DisposeAsync();
            throw;
        }
    }

    /// <inheritdoc />
    public ValueTask DisposeAsync() => Tree.DisposeAsync();
}
