namespace PerfMatrix.Measurement;

/// <summary>Reads what git knows of the code under test.</summary>
internal static class GitSource
{
    /// <summary>The source; all null outside a checkout.</summary>
    /// <param name="environment">Looks up an environment variable; a hosted runner checks out without a branch and names it in GITHUB_HEAD_REF or
    /// GITHUB_REF_NAME.</param>
    public static SourceInfo Read(Git git, Func<string, string?> environment)
    {
        var sha = git.Ask("rev-parse", "HEAD");
        if (sha is null) return new SourceInfo(null, null, null, Dirty: false);
        var branch = git.Ask("symbolic-ref", "--short", "-q", "HEAD")
            ?? NotEmpty(environment("GITHUB_HEAD_REF"))
            ?? NotEmpty(environment("GITHUB_REF_NAME"))
            ?? git.Ask("describe", "--tags", "--exact-match");
        var remote = git.Ask("remote", "get-url", "origin");
        var isDirty = git.Ask("status", "--porcelain") is { Length: > 0 };
        return new SourceInfo(remote is null ? null : WithoutCredentials(remote), sha, branch, isDirty);
    }

    /// <summary>Takes user name, password, query and fragment out of an address; one of another form (<c>git@host:path</c>) carries no secret and
    /// stays. Null when it cannot be read.</summary>
    public static string? WithoutCredentials(string remote)
    {
        if (!remote.Contains("://", StringComparison.Ordinal)) return remote;
        if (!Uri.TryCreate(remote, UriKind.Absolute, out var address)) return null;
        return address.IsFile ? remote : $"{address.Scheme}://{address.Authority[(address.Authority.LastIndexOf('@') + 1)..]}{address.AbsolutePath}";
    }

    private static string? NotEmpty(string? value) => string.IsNullOrEmpty(value) ? null : value;
}
