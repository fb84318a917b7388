namespace PerfMatrix.Measurement;

/// <summary>Finds the commits that names mean, and says of a name that means none what to do.</summary>
internal sealed class Revisions(Git git)
{
    /// <summary>Digits of a commit; once fetched, it is known by its own name.</summary>
    private const int FullCommit = 40;

    /// <summary>The commit of a revision, 40 hexadecimal digits.</summary>
    public async Task<string> CommitAsync(string revision, CancellationToken cancellation)
    {
        await RequireRepositoryAsync(cancellation);
        return await git.AskAsync(cancellation, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
            ?? throw new UsageException(await ProblemAsync(revision, cancellation));
    }

    /// <summary>Commits of <paramref name="newer"/> that are not in <paramref name="older"/>, following first parents, oldest first.</summary>
    public async Task<IReadOnlyList<string>> FirstParentsAsync(string older, string newer, CancellationToken cancellation)
    {
        var listed = await git.RunAsync(cancellation, "rev-list", "--first-parent", "--reverse", $"{older}..{newer}");
        return listed.ExitCode == 0 ? listed.Output
            : throw new UsageException($"git cannot list the commits from {older} to {newer}: {listed.Words}");
    }

    /// <summary>Whether a commit is in the history of another.</summary>
    public async Task<bool> IsAncestorAsync(string older, string newer, CancellationToken cancellation) =>
        (await git.RunAsync(cancellation, "merge-base", "--is-ancestor", older, newer)).ExitCode == 0;

    /// <summary>Commits of one revision that the other does not have; 0 where this clone is too shallow to tell.</summary>
    public async Task<int> CommitsOnlyInAsync(string revision, string other, CancellationToken cancellation) =>
        await git.AskAsync(cancellation, "merge-base", revision, other) is { Length: > 0 }
        && int.TryParse(await git.AskAsync(cancellation, "rev-list", "--count", $"{other}..{revision}"), out var count) ? count : 0;

    public async Task<string> SubjectAsync(string sha, CancellationToken cancellation) =>
        await git.AskAsync(cancellation, "show", "--no-patch", "--format=%s", sha) ?? "";

    private async Task RequireRepositoryAsync(CancellationToken cancellation)
    {
        var answer = await git.RunAsync(cancellation, "rev-parse", "--git-dir");
        if (answer.ExitCode != 0)
            throw new UsageException(
                $"{git.Folder} is not a git repository that can be read, so there is no commit to compare with. git says: {answer.Words}");
    }

    private async Task<string> ProblemAsync(string revision, CancellationToken cancellation)
    {
        if (await git.AskAsync(cancellation, "rev-parse", "--is-shallow-repository") == "true")
            return Shallow(revision);
        var listed = await git.AskAsync(cancellation, "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags") ?? "";
        string[] names = [.. listed.Split('\n', StringSplitOptions.RemoveEmptyEntries)];
        var ofRemotes = names.Where(name => name.Contains('/', StringComparison.Ordinal))
            .ToLookup(name => name[(name.IndexOf('/', StringComparison.Ordinal) + 1)..]);
        var suggestion = Suggestion.For(revision, names) is null && Suggestion.For(revision, ofRemotes.Select(name => name.Key)) is { } near
            ? $"; did you mean '{ofRemotes[near].First()}'?"
            : Suggestion.Sentence(revision, names, "branches and tags");
        return $"git knows no commit '{revision}' here{suggestion}. If it exists elsewhere, 'git fetch' brings it.";
    }

    // A relative name or an abbreviated commit cannot be fetched by itself; a branch, a tag or a full commit can.
    private static string Shallow(string revision)
    {
        var isRelative = revision.AsSpan().ContainsAny("~^@:");
        var name = revision.StartsWith("origin/", StringComparison.Ordinal) ? revision["origin/".Length..] : revision;
        var one = isRelative
            ? "'git fetch --deepen=50' (some more commits)"
            : $"'git fetch origin {name} --depth=1'{(name.Length == FullCommit ? "" : " and compare with FETCH_HEAD")}";
        return $"'{revision}' is not in this clone, which is shallow: it holds the newest commits only. Run 'git fetch --unshallow' (all of them), "
            + $"or {one}. With actions/checkout, set fetch-depth: 0.";
    }
}
