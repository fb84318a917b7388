namespace PerfMatrix.Measurement;

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
        foreach (var (name, text) in s_nothingAbove) await File.WriteAllTextAsync(Path.Combine(folder, name), text, cancellation);
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
            if (Directory.Exists(path)) Directory.Delete(path, recursive: true);
            await git.RunAsync(CancellationToken.None, "worktree", "prune");
            File.Delete(path + LockSuffix);
        }
    }
}

/// <summary>A commit checked out into a folder of its own, removed when disposed.</summary>
internal sealed record Worktree(string Folder, Func<ValueTask> Remove) : IAsyncDisposable
{
    private int _removed;

    public ValueTask DisposeAsync() => Interlocked.Exchange(ref _removed, 1) == 0 ? Remove() : ValueTask.CompletedTask;
}
