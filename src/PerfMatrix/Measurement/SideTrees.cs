namespace PerfMatrix.Measurement;

/// <summary>Provides the files of a side: the checkout itself, or a commit in a worktree.</summary>
/// <param name="root">Root of the project, absolute; may lie below the root of its git repository.</param>
internal sealed class SideTrees(string root)
{
    private readonly Git _git = new(root);
    private readonly Worktrees _worktrees = new(new Git(root), DataFolder.In(root, "worktrees"));

    public Revisions Revisions { get; } = new(new Git(root));

    /// <summary>The files of a source; worktrees that killed processes have left behind are removed on the way.</summary>
    public async Task<SideTree> OpenAsync(SideSource source, CancellationToken cancellation)
    {
        var here = GitSource.Read(_git, Environment.GetEnvironmentVariable);
        if (source.Revision is not { } revision) return new SideTree(root, source.ToString(), here, null);
        var sha = await Revisions.CommitAsync(revision, cancellation);
        await _worktrees.PruneAsync();
        var prefix = await _git.AskAsync(cancellation, "rev-parse", "--show-prefix") ?? "";
        var worktree = await _worktrees.AddAsync(sha, cancellation);
        return new SideTree(
            Path.Combine(worktree.Folder, prefix).TrimEnd('/'), revision, new SourceInfo(here.Repository, sha, revision, Dirty: false), worktree);
    }
}

/// <summary>The files of one side: what its applications are built from.</summary>
/// <param name="Root">Root of the project in them, absolute: the twin of the checkout's own root.</param>
/// <param name="Name">What the user called the side, e.g. <c>main</c> or <c>the working tree</c>.</param>
/// <param name="Source">Commit and branch; a dirty working tree differs from its commit.</param>
/// <param name="Worktree">The temporary folder to remove afterwards; null for the working tree.</param>
internal sealed partial record SideTree(string Root, string Name, SourceInfo Source, Worktree? Worktree) : IAsyncDisposable
{
    /// <summary>The name with the commit: <c>main (1a2b3c4d)</c>, <c>the working tree (1a2b3c4d and changes)</c>; of a side named by its commit only
    /// that. Whole ids in a name are cut: <c>5e6f7a8b^1 (1a2b3c4d)</c>.</summary>
    public string Title => Source.Sha is not { } sha ? Name
        : sha.StartsWith(Name, StringComparison.Ordinal) ? Wording.ShortId(sha)
        : $"{WholeId().Replace(Name, id => Wording.ShortId(id.Value))} ({Wording.ShortId(sha)}{(Source.Dirty ? " and changes" : "")})";

    /// <summary>Where a file of the checkout lies among these.</summary>
    public Func<string, string> Locate(string checkout) => path => Path.Combine(Root, Path.GetRelativePath(checkout, path));

    /// <summary>A text with relative paths instead of those into the tree.</summary>
    public string Relative(string text) => text.Replace(Root + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);

    [GeneratedRegex("[0-9a-f]{40}", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex WholeId();

    public ValueTask DisposeAsync() => Worktree?.DisposeAsync() ?? ValueTask.CompletedTask;
}

/// <summary>Where the code of a side comes from: the working tree as it is, or a commit.</summary>
/// <param name="Revision">A branch, tag or commit as git writes them, e.g. <c>main</c>, <c>HEAD~1</c>; null for the working tree.</param>
internal sealed record SideSource(string? Revision)
{
    /// <summary>The files as they are, changes that are not committed included.</summary>
    public static SideSource WorkingTree { get; } = new((string?)null);

    public override string ToString() => Revision ?? "the working tree";
}

/// <summary>The files of all sides of a measurement: the working tree, worktrees of commits, or only names where another job or agents build them.
/// Each source is opened once; disposing removes the worktrees.</summary>
internal sealed class SideCheckouts(string root, SideTrees trees, MeasurementRequest request) : IAsyncDisposable
{
    private readonly Dictionary<SideSource, RemoteCommit> _remote = [];
    private readonly Dictionary<SideSource, SideTree> _opened = [];

    /// <summary>Checks what is cheap to find out: that agents can fetch the commits, and that the pinned references are in this clone.</summary>
    public async Task RequireAsync(CancellationToken cancellation)
    {
        if (request.Job.Remote is { } repository)
        {
            foreach (var source in new[] { request.Head, request.Base ?? request.Head }.Distinct())
                _remote[source] = await new RemoteCommits(root, repository).RequireAsync(source, cancellation);
        }

        foreach (var pin in request.Job.References) await ReferencePins.CommitAsync(trees.Revisions, pin, cancellation);
    }

    /// <summary>Opens the sides: base, head, and the references, the newest pin last.</summary>
    public async Task<IReadOnlyList<SideCheckout>> OpenAsync(CancellationToken cancellation)
    {
        var sides = new List<SideCheckout>();
        if (request.Base is { } old) sides.Add(await OpenAsync(Side.Base, old, request.Job.Programs, cancellation));
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
        foreach (var tree in _opened.Values) await tree.DisposeAsync();
    }

    private async Task<SideCheckout> OpenAsync(Side side, SideSource? source, ProgramFolder? programs, CancellationToken cancellation)
    {
        if (programs is not null) return new(side, programs.Tree(side, root, source), null);
        if (!_opened.TryGetValue(source!, out var tree))
            _opened[source!] = tree = await trees.OpenAsync(source!, cancellation);
        return new(side, tree, side.IsReference() ? null : _remote.GetValueOrDefault(source!));
    }
}

/// <param name="Remote">The commit that agents build; null when they do not.</param>
internal sealed record SideCheckout(Side Side, SideTree Tree, RemoteCommit? Remote);

/// <summary>Checks commits out into temporary folders, <c>artifacts/worktrees/NAME</c>, that go away with their user. A lock beside each tells the
/// next caller which of them were left behind by a process that was killed.</summary>
internal sealed class Worktrees(Git git, string folder)
{
    private const string LockSuffix = ".lock";

    /// <summary>What MSBuild and the SDK look for in the folders above a project. Worktrees lie in the checkout, whose own files are of another
    /// commit: where a commit has none, these are found first, and say nothing. (All nuget.config are read, whatever lies between.)</summary>
    private static readonly Dictionary<string, string> s_nothingAbove = new()
    {
        ["Directory.Build.props"] = "<Project />",
        ["Directory.Build.targets"] = "<Project />",
        ["Directory.Packages.props"] = "<Project />",
        ["Directory.Build.rsp"] = "",
        ["global.json"] = "{}",
        [".editorconfig"] = "root = true\n",
    };

    public async Task<Worktree> AddAsync(string sha, CancellationToken cancellation)
    {
        Directory.CreateDirectory(folder);
        cancellation.ThrowIfCancellationRequested();
        // Whole at every moment: another process may be building in a worktree beside this one.
        foreach (var (name, text) in s_nothingAbove)
            AtomicFile.Replace(Path.Combine(folder, name), Encoding.UTF8.GetBytes(text), isFlushed: false);
        var path = Path.Combine(folder, $"{sha[..12]}-{Guid.NewGuid().ToString("N")[..8]}");
        var held = FileLock.TryAcquire(path + LockSuffix, exclusive: true)
            ?? throw new UsageException($"{path}{LockSuffix}: held by another process; try again.");
        var worktree = new Worktree(path, () => RemoveAsync(path, held));
        try
        {
            // A hook of the user's has no business in a folder that lives for minutes.
            await git.DoAsync(cancellation, "-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false", "worktree", "add", "--quiet",
                "--detach", path, sha);
            return worktree;
        }
        catch
        {
            await worktree.DisposeAsync();
            throw;
        }
    }

    public async Task PruneAsync()
    {
        foreach (var file in Directory.Exists(folder) ? Directory.GetFiles(folder, "*" + LockSuffix) : [])
        {
            if (FileLock.TryAcquire(file, exclusive: true) is { } held)
                await RemoveAsync(file[..^LockSuffix.Length], held);
        }
    }

    // Not cancellable: it is the end of what was cancelled.
    private async ValueTask RemoveAsync(string path, IDisposable held)
    {
        using (held)
        {
            await git.RunAsync(CancellationToken.None, "worktree", "remove", "--force", "--force", path);
            WorkFolder.Delete(path);
            await git.RunAsync(CancellationToken.None, "worktree", "prune");
            File.Delete(path + LockSuffix);
        }
    }
}

internal sealed record Worktree(string Folder, Func<ValueTask> Remove) : IAsyncDisposable
{
    private int _removed;

    public ValueTask DisposeAsync() => Interlocked.Exchange(ref _removed, 1) == 0 ? Remove() : ValueTask.CompletedTask;
}
