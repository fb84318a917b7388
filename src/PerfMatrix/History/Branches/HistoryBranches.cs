namespace PerfMatrix.History.Branches;

internal static class HistoryBranches
{
    /// <summary>Settings by which a checkout reaches its remotes, e.g. the token that actions/checkout leaves there.</summary>
    private const string Reaching = @"^(http\.|credential\.|url\.|core\.(sshcommand|askpass|gitproxy)|ssh\.|protocol\.|safe\.)";

    public static async Task<HistoryBranch> FindAsync(
        string folder, string remote, string branch, Func<string, string?> environment, CancellationToken cancellation)
    {
        var git = new Git(folder);
        if ((await git.RunAsync(cancellation, "check-ref-format", $"refs/heads/{branch}")).ExitCode != 0 || branch.StartsWith('-'))
            throw new UsageException($"--branch: found '{branch}', expected the name of a branch, e.g. gh-pages");
        var address = await git.AskAsync(cancellation, "remote", "get-url", "--", remote);
        var push = await git.AskAsync(cancellation, "remote", "get-url", "--push", "--", remote);
        var fetched = address ?? (IsAddress(folder, remote) ? remote : throw NoRemote(remote, folder));
        return new(Absolute(folder, fetched), Absolute(folder, push ?? fetched), branch, await SettingsAsync(git, cancellation),
            await AuthorAsync(git, environment, cancellation));
    }

    private static UsageException NoRemote(string remote, string folder) =>
        new($"--remote: found '{remote}', expected the name of a remote of {folder}, an address or a path. `git remote -v` lists the remotes.");

    private static bool IsAddress(string folder, string remote) =>
        remote.Contains("://", StringComparison.Ordinal) || Directory.Exists(Path.Combine(folder, remote))
        || (remote.Contains('@', StringComparison.Ordinal) && remote.Contains(':', StringComparison.Ordinal));

    private static string Absolute(string folder, string address) =>
        !address.Contains("://", StringComparison.Ordinal) && Directory.Exists(Path.Combine(folder, address))
        ? Path.GetFullPath(Path.Combine(folder, address)) : address;

    private static async Task<IReadOnlyList<KeyValuePair<string, string>>> SettingsAsync(Git git, CancellationToken cancellation)
    {
        var answer = await git.AskAsync(cancellation, "config", "--null", "--get-regexp", Reaching);
        return
        [
            .. (answer ?? "").Split('\0', StringSplitOptions.RemoveEmptyEntries)
                .Select(entry => entry.Split('\n', 2))
                .Select(entry => KeyValuePair.Create(entry[0], entry.Length > 1 ? entry[1] : "true")),
        ];
    }

    private static async Task<string> AuthorAsync(Git git, Func<string, string?> environment, CancellationToken cancellation)
    {
        if (environment("GITHUB_ACTIONS") == "true") return "github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>";
        var name = await git.AskAsync(cancellation, "config", "user.name");
        var mail = await git.AskAsync(cancellation, "config", "user.email");
        return name is not null && mail is not null ? $"{Clean(name)} <{Clean(mail)}>" : "perfmatrix <perfmatrix@localhost>";
    }

    private static string Clean(string text) =>
        text.Replace("<", "", StringComparison.Ordinal).Replace(">", "", StringComparison.Ordinal).Replace("\n", " ", StringComparison.Ordinal);
}
