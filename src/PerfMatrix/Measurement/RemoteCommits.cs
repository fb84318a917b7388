namespace PerfMatrix.Measurement;

/// <summary>Makes sure that agents can fetch the code of a side: that it is a commit, and that a clone of the repository holds it.</summary>
/// <param name="root">Root of the project, absolute; may lie below the root of its git repository.</param>
internal sealed class RemoteCommits(string root, RemoteRepository repository)
{
    private const string Peeled = "^{}";
    private readonly Git _git = new(root);

    /// <summary>The commit of a source, as agents fetch it.</summary>
    public async Task<RemoteCommit> RequireAsync(SideSource source, CancellationToken cancellation)
    {
        var sha = await new Revisions(_git).CommitAsync(source.Revision ?? "HEAD", cancellation);
        if (source.Revision is null) await RequireCleanAsync(cancellation);
        var tips = await TipsAsync(cancellation);
        if (!await HoldAsync(tips, sha, cancellation) && !await HoldAsync(await FetchedAsync(tips, cancellation), sha, cancellation))
            throw new UsageException(
                $"{RemoteRepository.Option}: no branch and no tag of {repository} holds {source} ({sha}), so agents cannot fetch it; push it, or "
                    + $"name a commit that is there");
        return new RemoteCommit(repository, sha, (await _git.AskAsync(cancellation, "rev-parse", "--show-prefix") ?? "").TrimEnd('/'));
    }

    private async Task RequireCleanAsync(CancellationToken cancellation)
    {
        var changed = (await _git.AskAsync(cancellation, "status", "--porcelain") ?? "").Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (changed.Length > 0)
            throw new UsageException(
                $"{RemoteRepository.Option}: the working tree has {changed.Length} changed or new {(changed.Length == 1 ? "file" : "files")}, "
                    + $"which agents cannot fetch ({changed[^1].Trim().Split(' ')[^1]}{(changed.Length == 1 ? "" : ", ...")}); commit and push, or "
                    + $"measure without {RemoteRepository.Option}");
    }

    // What a clone fetches: branches and tags. Of an annotated tag there is a second line with the commit.
    private async Task<IReadOnlyList<Tip>> TipsAsync(CancellationToken cancellation)
    {
        var listed = await _git.TalkAsync(cancellation, "ls-remote", "--heads", "--tags", "--", repository.Url);
        return listed.ExitCode == 0
            ? [.. listed.Output.Select(line => line.Split('\t')).Where(parts => parts.Length == 2).Select(parts => new Tip(parts[0], parts[1]))]
            : throw new UsageException(
            $"{RemoteRepository.Option}: {repository} cannot be read from here, so it is not known whether it holds the commits; check the "
                + $"address. git says: {listed.Words}");
    }

    // One question for all tips; those that are not here are passed over.
    private async Task<bool> HoldAsync(IReadOnlyList<Tip> tips, string sha, CancellationToken cancellation) =>
        tips.Any(tip => tip.Sha == sha)
        || await _git.AskAsync(cancellation, ["rev-list", "--ignore-missing", "--max-count=1", sha, "--not", .. tips.Select(tip => tip.Sha)]) is "";

    // Their objects come here without a name, so nothing of the checkout changes.
    private async Task<IReadOnlyList<Tip>> FetchedAsync(IReadOnlyList<Tip> tips, CancellationToken cancellation)
    {
        var names = tips.Select(tip => tip.Name).Where(name => !name.EndsWith(Peeled, StringComparison.Ordinal)).ToList();
        var fetched = names.Count == 0 ? null : await _git.TalkAsync(
            cancellation, ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--", repository.Url, .. names]);
        return fetched is { ExitCode: 0 } ? tips : [];
    }

    private sealed record Tip(string Sha, string Name);
}
