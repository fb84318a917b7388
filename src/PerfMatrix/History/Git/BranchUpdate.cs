namespace PerfMatrix.History;

/// <summary>A change of the history: the files to write, and what to call it.</summary>
/// <param name="Files">The files; none means there is nothing to do.</param>
/// <param name="Message">Message of the commit.</param>
public sealed record HistoryChange(FileChanges Files, string Message);

/// <summary>
/// Changes a branch although others change it at the same time: fetch, compute the change on what is there, push without force, and when somebody was faster do it all again after
/// a random pause that grows. A commit is all or nothing, so a publisher that dies leaves the branch as it was.
/// </summary>
/// <param name="branch">The branch.</param>
/// <param name="clock">Time of commits.</param>
/// <param name="pause">Waits; takes the cancellation.</param>
/// <param name="random">Chooses the pauses.</param>
public sealed class BranchUpdate(HistoryBranch branch, TimeProvider clock, Func<TimeSpan, CancellationToken, Task> pause, Random random)
{
    /// <summary>Attempts before giving up; with 50 machines that publish at once the unluckiest one needs about 50.</summary>
    public const int Attempts = 200;

    private static readonly TimeSpan s_shortest = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(20);

    /// <summary>Applies a change.</summary>
    /// <param name="compute">Computes the change from the files of the branch; called again for every attempt.</param>
    /// <param name="verify">Checks the branch as it is after the push; throws when the change is not there.</param>
    /// <param name="cancellation">Ends it; the branch is as it was, or has the whole change.</param>
    /// <returns>The new commit; null when there was nothing to do.</returns>
    /// <exception cref="UsageException">The branch cannot be read or written.</exception>
    public async Task<string?> ApplyAsync(Func<IHistoryFiles, HistoryChange> compute, Action<IHistoryFiles> verify, CancellationToken cancellation)
    {
        using var turn = await Turn.TakeAsync(branch, clock, cancellation);
        using var repository = await PrivateRepository.CreateAsync(branch, cancellation);
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            if (attempt > 0) await pause(Pause(attempt), cancellation);
            var parent = await repository.FetchAsync(cancellation);
            var files = await repository.FilesAsync(parent, cancellation);
            var change = compute(files);
            if (change.Files.Files.Count == 0) return null;
            var commit = await repository.CommitAsync(parent, change.Files, change.Message, clock.GetUtcNow(), cancellation);
            if (!await repository.PushAsync(commit, cancellation)) continue;
            verify(await repository.FilesAsync(await repository.FetchAsync(cancellation), cancellation));
            return commit;
        }

        throw new UsageException($"--branch {branch.Branch}: somebody else was faster {Attempts} times. Try again when fewer jobs publish.");
    }

    /// <summary>Reads the branch as it is.</summary>
    public async Task<T> ReadAsync<T>(Func<IHistoryFiles, T> read, CancellationToken cancellation)
    {
        using var repository = await PrivateRepository.CreateAsync(branch, cancellation);
        return read(await repository.FilesAsync(await repository.FetchAsync(cancellation), cancellation));
    }

    /// <summary>Full jitter: anything up to a limit that grows, so that publishers that collided once do not collide again. AWS Architecture Blog, "Exponential backoff and jitter" (2015).</summary>
    private TimeSpan Pause(int attempt)
    {
        var limit = TimeSpan.FromTicks(Math.Min(s_longest.Ticks, s_shortest.Ticks << Math.Min(attempt, 20)));
        return limit * random.NextDouble();
    }
}
