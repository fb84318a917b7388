using PerfMatrix.Processes;
using PerfMatrix.Results;

namespace PerfMatrix.Measurement;

/// <summary>Provides the files of a side: the checkout itself, or a commit in a worktree.</summary>
public sealed class SideTrees
{
    private readonly string _root;
    private readonly Git _git;
    private readonly Worktrees _worktrees;

    /// <summary>The sides of a checkout.</summary>
    /// <param name="root">Root of the project, absolute; may lie below the root of its git repository.</param>
    public SideTrees(string root)
    {
        (_root, _git) = (root, new Git(root));
        Revisions = new Revisions(_git);
        _worktrees = new Worktrees(_git, Path.Combine(root, "artifacts", "worktrees"));
    }

    /// <summary>The commits of the repository.</summary>
    public Revisions Revisions { get; }

    /// <summary>The commit of a source; null for the working tree.</summary>
    /// <exception cref="UsageException">As <see cref="Measurement.Revisions.CommitAsync"/>.</exception>
    public async Task<string?> CommitAsync(SideSource source, CancellationToken cancellation) =>
        source.Revision is { } revision ? await Revisions.CommitAsync(revision, cancellation) : null;

    /// <summary>The files of a source; worktrees that killed processes have left behind are removed on the way.</summary>
    /// <exception cref="UsageException">The commit is unknown, or cannot be checked out.</exception>
    public async Task<SideTree> OpenAsync(SideSource source, CancellationToken cancellation)
    {
        var here = GitSource.Read(_git, Environment.GetEnvironmentVariable);
        if (await CommitAsync(source, cancellation) is not { } sha)
            return new SideTree(_root, source.ToString(), here, null);
        await _worktrees.PruneAsync();
        var prefix = await _git.AskAsync(cancellation, "rev-parse", "--show-prefix") ?? "";
        var worktree = await _worktrees.AddAsync(sha, cancellation);
        return new SideTree(Path.Combine(worktree.Folder, prefix).TrimEnd('/'), source.ToString(), new SourceInfo(here.Repository, sha, source.Revision, Dirty: false), worktree);
    }
}
