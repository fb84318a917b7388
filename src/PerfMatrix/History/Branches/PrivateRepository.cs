namespace PerfMatrix.History.Branches;

/// <param name="Settings">Configuration of the checkout that git needs to reach it: credentials, proxies, ssh.</param>
internal sealed record HistoryBranch(
    string Address, string PushAddress, string Branch, IReadOnlyList<KeyValuePair<string, string>> Settings, string Author);

/// <summary>A bare repository of our own in a temporary folder, which holds just enough of the branch: its newest commit and the files that are read.
/// The user's checkout, its index, work trees and locks are never touched, and there is no work tree with thousands of files.</summary>
internal sealed class PrivateRepository : IDisposable
{
    private const string Fetched = "refs/perfmatrix/fetched";
    private const string Next = "refs/perfmatrix/next";
    private const string Remote = "history";
    private const string Prefix = "perfmatrix-history-";

    /// <summary>No publisher lives as long.</summary>
    private static readonly TimeSpan s_abandoned = TimeSpan.FromDays(1);

    private readonly DirectoryInfo _folder;
    private readonly HistoryBranch _branch;
    private readonly Git _git;

    private PrivateRepository(HistoryBranch branch)
    {
        _branch = branch;
        _folder = Directory.CreateTempSubdirectory(Prefix);
        _git = new Git(_folder.FullName, [.. branch.Settings, .. Own(branch)]);
    }

    /// <summary>Creates the repository, and takes away those of publishers that were killed a day ago or earlier.</summary>
    public static async Task<PrivateRepository> CreateAsync(HistoryBranch branch, DateTimeOffset now, CancellationToken cancellation)
    {
        RemoveAbandoned(now);
        var repository = new PrivateRepository(branch);
        await repository._git.DoAsync(cancellation, "init", "--quiet", "--bare", ".");
        return repository;
    }

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>Brings the newest commit of the branch; null when there is no such branch.</summary>
    public async Task<string?> FetchAsync(CancellationToken cancellation)
    {
        var answer = await _git.TalkAsync(
            cancellation, "fetch", "--quiet", "--no-tags", "--depth=1", "--filter=blob:none", "--no-write-fetch-head", "--", Remote,
                $"+refs/heads/{_branch.Branch}:{Fetched}");
        if (answer.ExitCode == 0) return await CommitOfAsync(Fetched, cancellation);
        if (answer.Words.Contains("couldn't find remote ref", StringComparison.Ordinal)) return null;
        throw new UsageException(
            $"{_branch.Address}: cannot fetch the branch '{_branch.Branch}': {answer.Words} Check --remote, the network and the permission to read.");
    }

    public async Task<CommitFiles> FilesAsync(string? commit, CancellationToken cancellation) =>
        commit is null ? new CommitFiles(_git, Remote, new Dictionary<string, string>())
        : await CommitFiles.OfAsync(_git, Remote, commit, cancellation);

    /// <summary>Makes a commit of changes on top of another, or the first of the branch.</summary>
    public async Task<string> CommitAsync(string? parent, FileChanges changes, string message, DateTimeOffset now, CancellationToken cancellation)
    {
        await _git.ReadAsync(Stream(parent, changes, message, now), cancellation, "fast-import", "--quiet", "--force", "--done");
        return await CommitOfAsync(Next, cancellation);
    }

    /// <summary>Pushes a commit; never forces. A commit that is not on top of the branch any more is refused by the remote.</summary>
    /// <returns>Null when it is there; why not when somebody else was faster, or seems to have been.</returns>
    public async Task<string?> PushAsync(string commit, CancellationToken cancellation)
    {
        var answer = await _git.TalkAsync(
            cancellation, "push", "--quiet", "--porcelain", "--", _branch.PushAddress, $"{commit}:refs/heads/{_branch.Branch}");
        if (answer.ExitCode == 0) return null;
        var said = string.Join('\n', answer.Output.Concat(answer.Error));
        if (PushRefusal.IsRace(said)) return $"the push to '{_branch.Branch}' was refused: {PushRefusal.Lines(said)}.";
        throw new UsageException($"{_branch.PushAddress}: the push to '{_branch.Branch}' was refused: {PushRefusal.Reason(said)}");
    }

    private async Task<string> CommitOfAsync(string reference, CancellationToken cancellation) =>
        Encoding.ASCII.GetString(await _git.ReadAsync(null, cancellation, "rev-parse", reference)).Trim();

    private static void RemoveAbandoned(DateTimeOffset now)
    {
        var all = new DirectoryInfo(Path.GetTempPath()).GetDirectories($"{Prefix}*", new EnumerationOptions { IgnoreInaccessible = true });
        // It may be another user's, or another publisher was faster.
        foreach (var folder in all.Where(folder => folder.LastWriteTimeUtc < now.UtcDateTime - s_abandoned))
            FileErrors.Ignore(() => folder.Delete(recursive: true));
    }

    private byte[] Stream(string? parent, FileChanges changes, string message, DateTimeOffset now)
    {
        using var stream = new MemoryStream();
        Line(stream, "feature done");
        Line(stream, $"commit {Next}");
        Line(stream, $"committer {_branch.Author} {now.ToUnixTimeSeconds()} +0000");
        Data(stream, Encoding.UTF8.GetBytes(message));
        if (parent is not null) Line(stream, $"from {parent}");
        foreach (var (path, content) in changes.Files)
        {
            Line(stream, content is null ? $"D {path}" : $"M 100644 inline {path}");
            if (content is not null) Data(stream, content);
        }

        Line(stream, "done");
        return stream.ToArray();
    }

    private static void Data(MemoryStream stream, byte[] content)
    {
        Line(stream, $"data {content.Length}");
        stream.Write(content);
        Line(stream, "");
    }

    private static void Line(MemoryStream stream, string text) => stream.Write(Encoding.UTF8.GetBytes(text + "\n"));

    private static KeyValuePair<string, string>[] Own(HistoryBranch branch) =>
    [
        new($"remote.{Remote}.url", branch.Address), new($"remote.{Remote}.promisor", "true"),
        new($"remote.{Remote}.partialclonefilter", "blob:none"), new("extensions.partialClone", Remote),
        new("gc.auto", "0"), new("maintenance.auto", "false"), new("fetch.writeCommitGraph", "false"), new("core.fsync", "none"),
    ];
}
