using PerfMatrix.Matrix;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>
/// The files of all sides of a measurement: the working tree, worktrees of commits, or only names where another job or agents build them. Each source is opened once;
/// disposing removes the worktrees.
/// </summary>
internal sealed class SideCheckouts(string root, SideTrees trees, MeasurementRequest request) : IAsyncDisposable
{
    private readonly Dictionary<SideSource, RemoteCommit> _remote = [];
    private readonly Dictionary<SideSource, SideTree> _opened = [];

    /// <summary>Checks what is cheap to find out: that agents can fetch the commits, and that the pinned references are in this clone.</summary>
    /// <exception cref="UsageException">As <see cref="RemoteCommits.RequireAsync"/> and <see cref="ReferencePins.CommitAsync"/>.</exception>
    public async Task RequireAsync(CancellationToken cancellation)
    {
        if (request.Job.Remote is { } repository)
        {
            foreach (var source in new[] { request.Head, request.Base ?? request.Head }.Distinct())
                _remote[source] = await new RemoteCommits(root, repository).RequireAsync(source, cancellation);
        }

        foreach (var pin in request.Job.References)
            await ReferencePins.CommitAsync(trees.Revisions, pin, cancellation);
    }

    /// <summary>Opens the sides: base, head, and the references, the newest pin last.</summary>
    /// <exception cref="UsageException">A commit is unknown, or cannot be checked out.</exception>
    public async Task<IReadOnlyList<SideCheckout>> OpenAsync(CancellationToken cancellation)
    {
        var sides = new List<SideCheckout>();
        if (request.Base is { } old)
            sides.Add(await OpenAsync(Side.Base, old, request.Job.Programs, cancellation));
        sides.Add(await OpenAsync(Side.Head, request.Head, request.IsComparison ? request.Job.Programs : null, cancellation));
        foreach (var (index, side) in request.References.Index())
        {
            var pin = request.Job.Programs is null ? new SideSource(request.Job.References[index].Revision) : null;
            sides.Add(await OpenAsync(side, pin, request.Job.Programs, cancellation));
        }

        return sides;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var tree in _opened.Values)
            await tree.DisposeAsync();
    }

    private async Task<SideCheckout> OpenAsync(Side side, SideSource? source, ProgramFolder? programs, CancellationToken cancellation)
    {
        if (programs is not null)
            return new(side, programs.Tree(side, root, source), null);
        if (!_opened.TryGetValue(source!, out var tree))
            _opened[source!] = tree = await trees.OpenAsync(source!, cancellation);
        return new(side, tree, side.IsReference() ? null : _remote.GetValueOrDefault(source!));
    }
}

/// <summary>The files of one side.</summary>
/// <param name="Side">Which side.</param>
/// <param name="Tree">Its files.</param>
/// <param name="Remote">The commit that agents build; null when they do not.</param>
internal sealed record SideCheckout(Side Side, SideTree Tree, RemoteCommit? Remote);
