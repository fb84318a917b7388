namespace PerfMatrix.Commands.GitHub;

/// <summary><c>github alert</c>: an issue for each group of commits since which the trend is worse, and what a search for the commit found.</summary>
internal static class GitHubAlertCommand
{
    private static readonly Option<string?> s_folder = new Option<string?>("--folder").Help(
        "A folder that holds the history, e.g. a checkout of gh-pages.");
    private static readonly Option<string?> s_bisect = new("--bisect") { Description = "The bisect.json of a search: becomes a comment on --issue." };
    private static readonly Option<int?> s_issue = new Option<int?>("--issue") { Description = "The issue that asked for the search." }.Between(1);
    private static readonly Option<int> s_searches = new Option<int>("--searches").Help(
        "A new issue starts the search for its commit if fewer than this many began within a day (default: 0, none).").Between(0);
    private static readonly Option<string?> s_site = WritingOptions.Site();
    private static readonly Option<string> s_author = WritingOptions.Author();

    public static Command Create(CommandContext context)
    {
        var command = new Command(
            "alert", "Opens, updates and closes issues about changes of the trend, one per group of commits. Tells the webhook PERF_WEBHOOK if set.")
            {
                s_folder, s_bisect, s_issue, s_searches, s_site, s_author,
            };
        command.Exclude(s_folder, s_issue, "the history says which issues there are, so leave --issue out");
        foreach (var option in new Option[] { s_folder, s_searches, s_site })
            command.Exclude(s_bisect, option, $"a search is told in its issue, whatever the history says, so leave {option.Name} out");
        command.SetAction(async (line, cancellation) =>
        {
            var output = line.InvocationConfiguration.Output;
            var connection = new GitHubConnection(context, line.InvocationConfiguration.Error);
            var done = line.GetValue(s_bisect) is { } log
                ? [await TellAsync(context, connection, log, line, cancellation)]
                : await AlertAsync(context, connection, line, cancellation);
            foreach (var one in done) await output.WriteLineAsync($"perfmatrix: {one}");
        });
        return command;
    }

    private static async Task<IReadOnlyList<string>> AlertAsync(
        CommandContext context, GitHubConnection connection, ParseResult line, CancellationToken cancellation)
    {
        var files = HistoryPlace.Folder(line.GetValue(s_folder)
            ?? throw new UsageException("found neither --folder nor --bisect; give the folder of the history, or what a search has found"));
        var (root, history, settings) = (context.Root(), new HistoryStore(files), connection.Settings());
        if (history.Index.Newest is not { } newest) return ["the history has no run yet"];
        var configuration = ConfigurationFiles.Of(root);
        var alerts = Alert.Of(history.Changes, SettledChanges.Of(
            ChangeLabels.Read(configuration), AcknowledgementFile.Changes(configuration), context.Today), GoneCells.Of(history));
        var (api, webhook, owners) = (connection.OpenWithToken(settings), connection.OpenWebhook(), CodeOwners.Of(root));
        var job = new AlertJob(api, line.GetValue(s_author)!, new AlertContext(
            history.Index, history.Catalogue, history.Events, $"{settings.Server}{settings.Repository}",
            (await api.RepositoryAsync(cancellation)).DefaultBranch ?? "main", WritingOptions.Address(line.GetValue(s_site), settings),
            HasBisect: File.Exists(Path.Combine(root, ".github", "workflows", AlertBody.Workflow))), LookAsync)
        {
            Webhook = webhook,
            HasAllChanges = history.Index.Marks == history.Changes.Count && history.Index.Problems.Count == 0,
            MostSearches = line.GetValue(s_searches),
            Clock = connection.Clock,
        };
        return await job.RunAsync(alerts, newest.Sequence, cancellation) is { Count: > 0 } done ? done : ["no issue had to change"];

        async Task<AlertEvidence> LookAsync(Alert alert, CancellationToken token)
        {
            var step = new StepWords(alert, history.Catalogue);
            var (before, after) = (step.Change.ShaBefore, step.Change.ShaAfter);
            var commits = before != after && CommitId.IsWhole(before) && CommitId.IsWhole(after)
                ? await api.CompareAsync(before, after, token) : null;
            return new(StepChart.Of(files, history, step.Drawn, newest.Sequence), commits,
                owners.Of((commits?.Files ?? []).Select(file => file.Filename).OfType<string>()));
        }
    }

    private static async Task<string> TellAsync(
        CommandContext context, GitHubConnection connection, string log, ParseResult line, CancellationToken cancellation)
    {
        var issue = line.GetValue(s_issue) ?? throw new UsageException("--bisect: found no --issue, expected the number of the issue that asked");
        var document = BisectDocument.File.Read(log);
        // What is beside it says why; its job has run the code of these commits.
        var causes = document.Next is not FirstBad found ? new ExplainedJobs(null, []) : ExplainedJobs.Read(
            (new("before", document.Before(found).Id), new("first bad", document.Candidates[found.Candidate].Id)),
            [(Path.GetDirectoryName(Path.GetFullPath(log))!, [document.Cell])]);
        foreach (var problem in causes.Problems) await line.InvocationConfiguration.Error.WriteLineAsync(CommandLine.Warning(problem));
        var settings = connection.Settings();
        var marker = new CommentMarker(context.Number("GITHUB_RUN_ID") ?? 1, (int)(context.Number("GITHUB_RUN_ATTEMPT") ?? 1));
        var body = BisectComment.Of(document, causes.Why, marker.Line, $"{settings.Server}{settings.Repository}/actions/runs/{marker.Run}", issue);
        return await new StickyComment(connection.OpenWithToken(settings), line.GetValue(s_author)!).PutAsync(issue, marker, body, cancellation);
    }
}
