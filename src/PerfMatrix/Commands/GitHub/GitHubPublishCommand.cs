namespace PerfMatrix.Commands.GitHub;

/// <summary><c>github publish</c>: the groups of a run on main become documents of the history, and so do runs that the history misses.</summary>
internal static class GitHubPublishCommand
{
    public static Command Create(CommandContext context)
    {
        var artifacts = new Option<string>("--artifacts") { Required = true }.Help(
            "Folder with one folder for each artifact, as actions/download-artifact writes them.");
        var expected = new Option<int?>("--expected") { Description = "Number of planned groups; with fewer the run is incomplete (exit code 3)." };
        var workflow = new Option<string>("--workflow") { DefaultValueFactory = _ => "perf-main.yml" }.Help(
            "Workflow whose runs are added if the history lacks them.");
        var folder = new Option<string?>("--out") { Description = "Folder for the documents of this run, one folder each, for `export`." };
        var site = new Option<string?>("--site").Help(
            $"Address of the trend site for links of its feed, or {WritingOptions.Pages} for the one of GitHub Pages (default: as given before).");
        var place = new BranchOptions();
        var command = new Command("publish", "Publishes what the jobs of a workflow run measured, and earlier runs that the history lacks.")
        {
            artifacts, expected, workflow, folder, site, place.All,
        };
        command.SetAction(async (line, cancellation) =>
        {
            var groups = MeasuredGroup.In(line.GetValue(artifacts)!);
            var current = context.Number("GITHUB_RUN_ID");
            var branch = await place.FindAsync(line, cancellation);
            var (output, error) = (line.InvocationConfiguration.Output, line.InvocationConfiguration.Error);
            var connection = new GitHubConnection(context, error);
            var address = line.GetValue(site) is { Length: > 0 } told ? WritingOptions.Address(told, connection.Settings()) : null;
            var job = new PublishJob(connection, branch, address, output, error);
            var missing = PlannedGroups.Missing(groups, line.GetValue(expected));
            var own = PlannedGroups.Marked(GroupMerge.Of(groups, current), groups, line.GetValue(expected), isWhole: true);
            if (line.GetValue(folder) is { } target) Write(target, own);
            await job.PublishAsync(own, groups, line.GetValue(workflow)!, current, cancellation);
            if (groups.Count == 0 || missing > 0)
                throw new IncompleteException(
                    $"{(groups.Count == 0 ? "none" : $"{missing}")} of the planned groups left {(groups.Count == 0 ? "a" : "no")} result. What is "
                        + $"there was published; look at the measuring jobs, and run the failed ones again.");
        });
        return command;
    }

    private static void Write(string folder, IReadOnlyList<RunDocument> runs)
    {
        foreach (var run in runs)
        {
            OutputFolder.Create(Path.Combine(folder, run.Id));
            RunDocument.File.Write(Path.Combine(folder, run.Id, RunDocument.File.Name), run);
        }
    }
}

/// <summary>Publishes documents, one commit each.</summary>
/// <param name="site">Address of the site; null where nobody told it.</param>
internal sealed class PublishJob(GitHubConnection connection, HistoryBranch branch, string? site, TextWriter output, TextWriter error)
{
    public async Task PublishAsync(
        IReadOnlyList<RunDocument> own, IReadOnlyList<MeasuredGroup> groups, string workflow, long? current, CancellationToken cancellation)
    {
        var published = await BranchOptions.Update(branch)
            .ReadAsync(files => files.Paths.Where(path => path.StartsWith(HistoryPaths.Runs, StringComparison.Ordinal)).ToList(), cancellation);
        foreach (var run in own) await PublishAsync(run, GroupMerge.Timelines(run, groups), published, cancellation);
        foreach (var run in await MissingAsync(workflow, current, published, cancellation)) await CatchUpAsync(run, published, cancellation);
    }

    // One that cannot be published must not stop those behind it, nor this run.
    private async Task CatchUpAsync(MissingRun run, List<string> published, CancellationToken cancellation)
    {
        try
        {
            await PublishAsync(run.Document, run.Timelines, published, cancellation);
        }
        catch (Exception problem) when (problem is UsageException or HistoryException)
        {
            Warn($"run {run.Document.Id}, which the history lacks, was not published: {problem.Message}");
        }
    }

    private async Task PublishAsync(RunDocument run, TimelineFiles timelines, List<string> published, CancellationToken cancellation)
    {
        // By what follows the time: a document of the same jobs may begin at another time when more of them left a result.
        if (published.Exists(path => path.EndsWith(run.Id[run.Id.IndexOf('-', StringComparison.Ordinal)..] + ".json", StringComparison.Ordinal)))
        {
            await output.WriteLineAsync($"perfmatrix: run {run.Id} is already in {branch.Branch}.");
            return;
        }

        var publication = HistoryPublication.OfRun(run, timelines, site);
        var applied = await BranchOptions.Update(branch).ApplyAsync(publication.Add, publication.Verify, cancellation);
        var first = published.Count == 0
            ? $" It is the first one there; `{Invocation.Here} doctor --github` names the settings that the trend site needs." : "";
        await output.WriteLineAsync($"perfmatrix: published {publication.Name} to {branch.Branch}{(applied is null ? "" : $", {applied}")}.{first}");
        published.Add(HistoryPaths.Run(run.Id));
        foreach (var warning in publication.Warnings) Warn(warning);
    }

    // Whatever is wrong with earlier runs, what was measured now must be published.
    private Task<IReadOnlyList<MissingRun>> MissingAsync(string workflow, long? current, List<string> published, CancellationToken cancellation) =>
        Errors.OrAsync<IReadOnlyList<MissingRun>>(() =>
        {
            var settings = connection.Settings();
            var missing = new MissingRuns(connection.OpenWithToken(settings), settings.Repository, connection.Clock, Warn);
            return missing.FindAsync(
                workflow, current, run => published.Exists(path => path.Contains(RunId.Trace(run), StringComparison.Ordinal)), cancellation);
        }, problem => problem is UsageException or GitHubException, problem =>
        {
            Warn($"the history was not checked for missing runs: {problem.Message}");
            return [];
        });

    private void Warn(string warning) => error.WriteLine(CommandLine.Warning(warning));
}
