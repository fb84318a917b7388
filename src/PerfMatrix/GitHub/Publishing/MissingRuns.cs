namespace PerfMatrix.GitHub.Publishing;

internal sealed record MissingRun(RunDocument Document, TimelineFiles Timelines);

/// <summary>Finds workflow runs that measured but are not in the history, because their publishing job failed, was pushed out of the queue or never
/// ran: their artifacts are still there, so nothing is lost. GitHub calls a run <c>cancelled</c> when its publishing job was pushed out of the queue,
/// just as when somebody stopped it, so what such a run measured is taken, too; its plan tells whether that is all. What somebody dispatched is not:
/// whether it was to be published only its form said.</summary>
/// <param name="repository">The repository; runs of forks are not taken.</param>
internal sealed class MissingRuns(GitHubApi api, RepositoryName repository, TimeProvider clock, Action<string> warn)
{
    /// <summary>How long the workflows keep artifacts; asking about older runs would use up an hour's requests.</summary>
    private static readonly TimeSpan s_kept = TimeSpan.FromDays(14);

    private const long LargestArchive = 512L << 20;
    private const long LargestPlan = 16L << 20;
    private static readonly string[] s_events = ["push", "schedule"];

    /// <summary>The documents that are missing, with their timelines, the oldest run first. A run that cannot be looked at is a warning.</summary>
    /// <param name="current">The workflow run that asks; its own documents are published otherwise.</param>
    public async Task<IReadOnlyList<MissingRun>> FindAsync(
        string workflow, long? current, Func<long, bool> isPublished, CancellationToken cancellation)
    {
        var branch = (await api.RepositoryAsync(cancellation)).DefaultBranch ?? "main";
        var missing = (await api.RunsAsync(workflow, branch, cancellation)).Where(run => run.Id != current && IsOurs(run) && !isPublished(run.Id))
            .Reverse();
        var found = new List<MissingRun>();
        foreach (var run in missing) found.AddRange(await TryFindAsync(run, cancellation));
        return found;
    }

    // One that cannot be looked at must not keep the others out for ever.
    private Task<IReadOnlyList<MissingRun>> TryFindAsync(WorkflowRun run, CancellationToken cancellation) =>
        Errors.OrAsync<IReadOnlyList<MissingRun>>(
            () => FindAsync(run, cancellation), problem => problem is GitHubException or UsageException, problem =>
            {
                warn($"run {run.Id} is left out{(problem is GitHubException ? " this time" : "")}: {problem.Message}");
                return [];
            });

    private bool IsOurs(WorkflowRun run) =>
        !(run.RunStartedAt < clock.GetUtcNow() - s_kept)
        && run.Conclusion is not ("skipped" or null) && s_events.Contains(run.Event) && repository.Is(run.HeadRepository?.FullName);

    private async Task<IReadOnlyList<MissingRun>> FindAsync(WorkflowRun run, CancellationToken cancellation)
    {
        var groups = new List<MeasuredGroup>();
        var artifacts = (await api.ArtifactsAsync(run.Id, cancellation)).Where(artifact => artifact is { Expired: false, Name: not null }).ToList();
        foreach (var artifact in artifacts.Where(artifact => artifact.Name.StartsWith(MeasuredGroup.Prefix, StringComparison.Ordinal)))
            groups.AddRange(await GroupsAsync(artifact, run, cancellation));
        if (groups.Count == 0) return [];
        var documents = PlannedGroups.Marked(
            GroupMerge.Of(groups, run.Id), groups, await PlannedAsync(artifacts, run, cancellation), isWhole: run.Conclusion == "success");
        return [.. documents.Select(document => new MissingRun(document, GroupMerge.Timelines(document, groups)))];
    }

    private async Task<int?> PlannedAsync(IReadOnlyList<Artifact> artifacts, WorkflowRun run, CancellationToken cancellation)
    {
        if (artifacts.Where(one => one.Name == PlannedGroups.Artifact).MaxBy(one => one.CreatedAt) is not { } artifact) return null;
        return await Errors.OrAsync<int?>(async () =>
        {
            var files = ArtifactArchive.Read(
                await api.DownloadAsync(artifact, LargestArchive, cancellation), artifact.Name, LargestPlan, path => path == JobPlan.File.Name);
            return files.TryGetValue(JobPlan.File.Name, out var plan)
                ? JobPlan.File.Parse(Encoding.UTF8.GetString(plan), $"{artifact.Name}/{JobPlan.File.Name}").Groups.Count : null;
        }, problem => problem is ArtifactException or UsageException, problem =>
        {
            warn($"run {run.Id}: {problem.Message}; it is not known whether it is complete");
            return null;
        });
    }

    private Task<IReadOnlyList<MeasuredGroup>> GroupsAsync(Artifact artifact, WorkflowRun run, CancellationToken cancellation) =>
        Errors.OrAsync<IReadOnlyList<MeasuredGroup>>(async () =>
        {
            var groups = ArchivedGroups.Of(await api.DownloadAsync(artifact, LargestArchive, cancellation), artifact.Name);
            return groups.FirstOrDefault(group => group.Run.Source.Sha != run.HeadSha) is { } other
                ? throw new ArtifactException(
                    $"artifact '{artifact.Name}': is about commit {other.Run.Source.Sha ?? "unknown"}, the run was about {run.HeadSha}")
                : groups;
        }, problem => problem is ArtifactException or UsageException, problem =>
        {
            warn($"run {run.Id}: {problem.Message}; it is left out");
            return [];
        });
}
