namespace PerfMatrix.History.Branches;

internal sealed record HistoryChange(FileChanges Files, string Message);

internal sealed record AppliedChange(string Commit, int Attempts)
{
    public override string ToString() =>
        $"commit {Wording.ShortId(Commit)}{(Attempts > 1 ? $" at attempt {Attempts}, because others published at the same time" : "")}";
}

/// <summary>Changes a branch although others change it at the same time: fetch, compute the change on what is there, push without force, and when
/// somebody was faster do it all again after a random, growing pause. A commit is all or nothing, so a publisher that dies changes nothing.</summary>
internal sealed class BranchUpdate(HistoryBranch branch, TimeProvider clock, Random random)
{
    /// <summary>Attempts before giving up; with 50 machines that publish at once the unluckiest one needs about 50.</summary>
    public const int Attempts = 200;

    /// <summary>Refusals in a row that look like a race although nobody's commit came in between, before giving up: about a minute. Then it is no
    /// race but a lock that a process left behind when it died.</summary>
    public const int RefusalsWithoutRival = 12;

    private static readonly TimeSpan s_shortest = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(20);

    /// <param name="compute">Computes the change from the files of the branch; called again for every attempt.</param>
    /// <returns>The new commit; null when there was nothing to do.</returns>
    public async Task<AppliedChange?> ApplyAsync(
        Func<IHistoryFiles, HistoryChange> compute, Action<IHistoryFiles> verify, CancellationToken cancellation)
    {
        using var turn = await Turn.TakeAsync(branch, clock, cancellation);
        using var repository = await PrivateRepository.CreateAsync(branch, clock.GetUtcNow(), cancellation);
        var (seen, unmoved) = ((string?)null, 0);
        var took = TimeSpan.Zero;
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            if (attempt > 0) await Task.Delay(Pause(attempt, took), clock, cancellation);
            var began = clock.GetTimestamp();
            var parent = await repository.FetchAsync(cancellation);
            (seen, unmoved) = (parent, attempt > 0 && parent == seen ? unmoved + 1 : 0);
            var files = await repository.FilesAsync(parent, cancellation);
            var change = compute(files);
            if (change.Files.Files.Count == 0) return null;
            var commit = await repository.CommitAsync(parent, change.Files, change.Message, clock.GetUtcNow(), cancellation);
            if (await repository.PushAsync(commit, cancellation) is { } refusal)
            {
                if (unmoved >= RefusalsWithoutRival)
                    throw new UsageException(
                        $"{branch.PushAddress}: {refusal} Nobody else pushed in the meantime, so a process may have died and left its lock there: "
                            + $"remove the lock once nothing runs there.");
                took = clock.GetElapsedTime(began);
                continue;
            }

            verify(await repository.FilesAsync(await repository.FetchAsync(cancellation), cancellation));
            return new(commit, attempt + 1);
        }

        throw new UsageException($"--branch {branch.Branch}: others pushed first, {Attempts} times. Try again when fewer jobs publish.");
    }

    public async Task<T> ReadAsync<T>(Func<IHistoryFiles, T> read, CancellationToken cancellation)
    {
        using var repository = await PrivateRepository.CreateAsync(branch, clock.GetUtcNow(), cancellation);
        return read(await repository.FilesAsync(await repository.FetchAsync(cancellation), cancellation));
    }

    /// <summary>Full jitter: anything up to a limit that grows, so that publishers that collided once do not collide again. AWS Architecture Blog,
    /// "Exponential backoff and jitter" (2015). It grows from the time that the attempt took: where everything is slow, because far away or busy with
    /// other publishers, a pause must be longer to keep them apart.</summary>
    private TimeSpan Pause(int attempt, TimeSpan took)
    {
        var first = Math.Clamp(took.Ticks, s_shortest.Ticks, s_longest.Ticks);
        var limit = TimeSpan.FromTicks(Math.Min(s_longest.Ticks, first << Math.Min(attempt, 10)));
        return limit * random.NextDouble();
    }
}

internal static class PushRefusal
{
    /// <summary>What git and its servers say when another push came in between.</summary>
    private static readonly string[] s_races =
        ["fetch first", "non-fast-forward", "stale info", "cannot lock ref", "failed to update ref", "reference already exists",
            "incorrect old value", "failed to lock", "Unable to create"];

    private static readonly (string Sign, string Advice)[] s_reasons =
    [
        ("protected branch", "the branch is protected. Let the job's account push to it, or publish to another --branch."),
        ("GH006", "the branch is protected. Let the job's account push to it, or publish to another --branch."),
        ("hook declined", "a hook of the server declined it. Ask who runs the server, or publish to another --branch."),
        ("GH001", "a file is larger than the server takes (100 MiB on GitHub). Run `perfmatrix history prune`."),
        ("403", "no permission to push. On GitHub Actions the job needs `permissions: contents: write`."),
        ("Permission denied", "no permission to push. Check the key or token of --remote."),
        ("could not read Username", "no credentials. Check the token, or `persist-credentials` of the checkout."),
    ];

    public static bool IsRace(string said) =>
        s_races.Any(race => said.Contains(race, StringComparison.Ordinal)) && !said.Contains("hook declined", StringComparison.Ordinal);

    public static string Reason(string said)
    {
        var known = s_reasons.FirstOrDefault(reason => said.Contains(reason.Sign, StringComparison.Ordinal)).Advice;
        return known is null ? $"{Lines(said)}. Check --remote and the permission to push." : $"{known} The remote said: {Lines(said)}";
    }

    /// <summary>What git and the server said, on one line.</summary>
    public static string Lines(string said) =>
        string.Join(
        " / ", said.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Where(line => line != "Done").Take(6));
}

/// <summary>Publishers of one machine and user wait for each other instead of racing. Only a courtesy that saves attempts: what keeps the branch
/// right is that the remote refuses a push that is not on top, which holds across machines, too.</summary>
internal static class Turn
{
    /// <summary>Waits for the turn; disposing gives it on, and so does dying.</summary>
    public static async Task<IDisposable?> TakeAsync(HistoryBranch branch, TimeProvider time, CancellationToken cancellation)
    {
        var name = HistoryJson.Hash($"{branch.PushAddress}\n{branch.Branch}");
        var file = Path.Combine(Path.GetTempPath(), $"perfmatrix-turns-{Environment.UserName}", $"{name}.lock");
        return await Errors.OrAsync<IDisposable?>(
            async () => await FileLock.AcquireAsync(file, exclusive: true, time, cancellation), FileErrors.Is, _ => null);
    }
}
