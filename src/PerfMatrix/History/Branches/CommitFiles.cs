namespace PerfMatrix.History.Branches;

/// <summary>The files of a commit, read through one <c>git cat-file --batch</c> a request; those named before are brought in one go.</summary>
internal sealed class CommitFiles(Git git, string remote, IReadOnlyDictionary<string, string> blobs) : IHistoryFiles
{
    private readonly Dictionary<string, byte[]> _read = [];

    /// <summary>The history as a checkout has it: its remote branch when it was fetched last. Asks no host; null when never fetched.</summary>
    public static async Task<CommitFiles?> OfCheckoutAsync(string folder, string remote, string branch, CancellationToken cancellation)
    {
        var git = new Git(folder);
        var commit = await git.AskAsync(cancellation, "rev-parse", "--verify", "--quiet", $"refs/remotes/{remote}/{branch}^{{commit}}");
        return commit is null ? null : await OfAsync(git, remote, commit, cancellation);
    }

    internal static async Task<CommitFiles> OfAsync(Git git, string remote, string commit, CancellationToken cancellation)
    {
        // The whole tree, wherever in the checkout the command runs.
        var listing = await git.ReadAsync(null, cancellation, "ls-tree", "-r", "-z", "--full-tree", commit);
        var blobs = new Dictionary<string, string>();
        foreach (var line in Encoding.UTF8.GetString(listing).Split('\0', StringSplitOptions.RemoveEmptyEntries))
            if (line.Split('\t', 2) is [var entry, var path] && entry.Split(' ') is [_, "blob", var id]) blobs[path] = id;
        return new CommitFiles(git, remote, blobs);
    }

    public IReadOnlyCollection<string> Paths => [.. blobs.Keys];

    public byte[]? Read(string path)
    {
        if (!blobs.ContainsKey(path)) return null;
        if (!_read.ContainsKey(path)) Prepare([path]);
        return _read[path];
    }

    public void Prepare(IReadOnlyCollection<string> paths) => PrepareAsync(paths).GetAwaiter().GetResult();

    private async Task PrepareAsync(IReadOnlyCollection<string> paths)
    {
        var wanted = paths.Where(path => blobs.ContainsKey(path) && !_read.ContainsKey(path)).Distinct().ToList();
        if (wanted.Count == 0) return;
        var ids = Encoding.ASCII.GetBytes(string.Concat(wanted.Select(path => blobs[path] + "\n")));
        await BringAsync(ids);
        var answer = await git.ReadAsync(ids, CancellationToken.None, "cat-file", "--batch", "--buffer");
        var at = 0;
        foreach (var path in wanted)
        {
            var end = Array.IndexOf(answer, (byte)'\n', at);
            var head = Encoding.ASCII.GetString(answer, at, end - at).Split(' ');
            if (head is not [_, "blob", var size]) throw new UsageException($"{path}: git cannot read it: {string.Join(' ', head)}");
            var length = int.Parse(size);
            _read[path] = answer[(end + 1)..(end + 1 + length)];
            at = end + 1 + length + 1;
        }
    }

    /// <summary>Brings what a partial fetch left away, in one request; a remote that sent everything has nothing left to bring.</summary>
    private async Task BringAsync(byte[] ids)
    {
        var check = await git.RunAsync(ids, CancellationToken.None, "rev-list", "--objects", "--no-walk", "--missing=print", "--stdin");
        var missing = check.Output.Where(line => line.StartsWith('?')).Select(line => line[1..] + "\n").ToList();
        if (missing.Count == 0) return;
        var answer = await git.TalkAsync(
            Encoding.ASCII.GetBytes(string.Concat(missing)),
            CancellationToken.None,
            "-c", "fetch.negotiationAlgorithm=noop", "fetch", remote, "--quiet", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no",
                "--filter=blob:none", "--stdin");
        if (answer.ExitCode != 0) throw new UsageException($"'git fetch' of {missing.Count} files of the history failed: {answer.Words}");
    }
}
