namespace PerfMatrix.Measurement;

/// <summary>Finds the commits that names mean, and says of a name that means none what to do.</summary>
internal sealed class Revisions(Git git)
{
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

    // A relative name or an abbreviated commit cannot be fetched by itself; a branch, a tag or a whole commit can, which is then known by its name.
    private static string Shallow(string revision)
    {
        var isRelative = revision.AsSpan().ContainsAny("~^@:");
        var name = revision.StartsWith("origin/", StringComparison.Ordinal) ? revision["origin/".Length..] : revision;
        var one = isRelative
            ? "'git fetch --deepen=50' (some more commits)"
            : $"'git fetch origin {name} --depth=1'{(CommitId.IsWhole(name) ? "" : " and compare with FETCH_HEAD")}";
        return $"'{revision}' is not in this clone, which is shallow: it holds the newest commits only. Run 'git fetch --unshallow' (all of them), "
            + $"or {one}. With actions/checkout, set fetch-depth: 0.";
    }
}

internal static partial class GitSource
{
    /// <summary>The source; all null outside a checkout.</summary>
    /// <param name="environment">A hosted runner checks out without a branch, and names it in GITHUB_HEAD_REF or GITHUB_REF_NAME.</param>
    public static SourceInfo Read(Git git, Func<string, string?> environment)
    {
        if (git.Ask("rev-parse", "HEAD") is not { } sha) return new SourceInfo(null, null, null, Dirty: false);
        var branch = git.Ask("symbolic-ref", "--short", "-q", "HEAD")
            ?? NotEmpty(environment("GITHUB_HEAD_REF"))
            ?? NotEmpty(environment("GITHUB_REF_NAME"))
            ?? git.Ask("describe", "--tags", "--exact-match");
        var isDirty = git.Ask("status", "--porcelain") is { Length: > 0 };
        return new SourceInfo(PageOf(git.Ask("remote", "get-url", "origin")), sha, branch, isDirty);
    }

    /// <summary>The address of a remote for people, without credentials: of one over HTTPS or SSH that of its page, which a link can open; of
    /// another, e.g. a folder or a name that only the SSH configuration of one machine knows, what it is. Null when it cannot be read.</summary>
    public static string? PageOf(string? remote)
    {
        if (remote is null || WithoutCredentials(OverSsh().Replace(remote, Page)) is not { } address) return null;
        if (!address.StartsWith("http", StringComparison.Ordinal)) return address;
        var page = address.TrimEnd('/');
        return page.EndsWith(".git", StringComparison.Ordinal) ? page[..^4] : page;
    }

    /// <summary>Takes user name, password, query and fragment out of an address; one of another form (<c>git@host:path</c>) carries no secret and
    /// stays. Null when it cannot be read.</summary>
    public static string? WithoutCredentials(string remote)
    {
        if (!remote.Contains("://", StringComparison.Ordinal)) return remote;
        if (!Uri.TryCreate(remote, UriKind.Absolute, out var address)) return null;
        return address.IsFile ? remote : $"{address.Scheme}://{address.Authority[(address.Authority.LastIndexOf('@') + 1)..]}{address.AbsolutePath}";
    }

    // Where a firewall lets nothing but port 443 through, SSH has a host of its own.
    private static string Page(Match remote) => "https://" + (remote.Groups["host"].Value switch
    {
        "ssh.github.com" => "github.com",
        "altssh.gitlab.com" => "gitlab.com",
        "altssh.bitbucket.org" => "bitbucket.org",
        var host => host,
    }) + $"/{remote.Groups["path"].Value}";

    private static string? NotEmpty(string? value) => string.IsNullOrEmpty(value) ? null : value;

    [GeneratedRegex(@"^(ssh://([^@/]*@)?(?<host>[\w-]+(\.[\w-]+)+)(:\d+)?/|[^@/:]+@(?<host>[\w-]+(\.[\w-]+)+):)(?<path>[^/~].*)$",
        RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, 1000)]
    private static partial Regex OverSsh();
}

/// <summary>Which commits are the references of a run: those of an option, else those of <c>crank/reference.yml</c>.</summary>
internal static class ReferencePins
{
    /// <summary>In the option: measure without, whatever the file says.</summary>
    public const string None = "none";

    /// <summary>The pins, the newest last.</summary>
    /// <param name="option">Value of <c>--reference</c>; null takes the file.</param>
    public static IReadOnlyList<ReferencePin> Of(string root, string? option) => option switch
    {
        null => ReferenceFile.Load(root),
        None => [],
        _ => [new ReferencePin(option, "--reference")],
    };

    /// <summary>The commit of a pin. One that is not there is an error and no warning: it costs a minute, before anything is measured, while a run
    /// without ratios costs hours and is noticed only by somebody who wonders why the trend finds nothing.</summary>
    public static Task<string> CommitAsync(Revisions revisions, ReferencePin pin, CancellationToken cancellation) => Errors.OrAsync(
        () => revisions.CommitAsync(pin.Revision, cancellation), (UsageException problem) => throw new UsageException(
            $"{pin.Position}: the reference of the trend: {problem.Message} Or measure without it: --reference {None}.", problem));
}

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
