namespace PerfMatrix.History;

/// <summary>Reads why a push was refused.</summary>
internal static class PushRefusal
{
    /// <summary>What git and its servers say when another push came in between.</summary>
    private static readonly string[] s_races =
        ["fetch first", "non-fast-forward", "stale info", "cannot lock ref", "failed to update ref", "reference already exists", "incorrect old value", "failed to lock", "Unable to create"];

    private static readonly (string Sign, string Advice)[] s_reasons =
    [
        ("protected branch", "the branch is protected. Let the job's account push to it, or publish to another --branch."),
        ("GH006", "the branch is protected. Let the job's account push to it, or publish to another --branch."),
        ("pre-receive hook declined", "a hook of the server declined it. Ask who runs the server, or publish to another --branch."),
        ("hook declined", "a hook of the server declined it. Ask who runs the server, or publish to another --branch."),
        ("GH001", "a file is larger than the server takes (100 MiB on GitHub). Run `perfmatrix history prune`."),
        ("403", "no permission to push. On GitHub Actions the job needs `permissions: contents: write`."),
        ("Permission denied", "no permission to push. Check the key or token of --remote."),
        ("could not read Username", "no credentials. Check the token, or `persist-credentials` of the checkout."),
    ];

    public static bool IsRace(string said) => s_races.Any(race => said.Contains(race, StringComparison.Ordinal)) && !said.Contains("hook declined", StringComparison.Ordinal);

    public static string Reason(string said)
    {
        var known = s_reasons.FirstOrDefault(reason => said.Contains(reason.Sign, StringComparison.Ordinal)).Advice;
        return known is null ? $"{Lines(said)}. Check --remote and the permission to push." : $"{known} The remote said: {Lines(said)}";
    }

    /// <summary>What git and the server said, on one line.</summary>
    public static string Lines(string said) =>
        string.Join(" / ", said.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Where(line => line != "Done").Take(6));
}
