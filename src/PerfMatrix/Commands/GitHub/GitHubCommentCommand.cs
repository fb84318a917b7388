namespace PerfMatrix.Commands.GitHub;

/// <summary><c>github comment</c>: writes a run's verdict on its pull request, with a write token: artifacts give numbers and names only.</summary>
internal static class GitHubCommentCommand
{
    private const long LargestEvent = 25L << 20;

    public static Command Create(CommandContext context)
    {
        var path = new Option<string?>("--event") { Description = "Payload of the event workflow_run (default: the file in GITHUB_EVENT_PATH)." };
        var site = WritingOptions.Site();
        var author = WritingOptions.Author();
        var folder = new Option<string?>("--out") { Description = "Folder for that verdict, if anything was measured, and why, for `publish`." };
        var command = new Command(
            "comment", "Comments on a pull request with the verdict of its workflow run, or updates that comment.") { path, site, author, folder };
        command.SetAction(async (line, cancellation) =>
        {
            var file = line.GetValue(path) ?? context.Environment("GITHUB_EVENT_PATH")
                ?? throw new UsageException("--event: not given, and GITHUB_EVENT_PATH is not set. Give the payload of the event workflow_run.");
            var run = ReadEvent(file);
            var connection = new GitHubConnection(context, line.InvocationConfiguration.Error);
            var settings = connection.Settings();
            if (line.GetValue(folder) is { } target) OutputFolder.Create(target);
            var job = new CommentJob(connection.OpenWithToken(settings), settings, context.Today, line.GetValue(author)!,
                WritingOptions.Address(line.GetValue(site), settings), line.GetValue(folder));
            await line.InvocationConfiguration.Output.WriteLineAsync($"perfmatrix: {await job.RunAsync(run, cancellation)}");
        });
        return command;
    }

    private static WorkflowRun ReadEvent(string path) => FileErrors.Explain(() => Errors.Or(() =>
    {
        using var file = File.OpenRead(path);
        if (file.Length > LargestEvent)
            throw new UsageException($"{path}: {file.Length >> 20} MiB, an event has at most {LargestEvent >> 20} MiB.");
        return JsonSerializer.Deserialize<WorkflowRunEvent>(file, RestJson.Options)?.WorkflowRun
            ?? throw new UsageException($"{path}: found no workflow_run. This command belongs in a workflow started by the event workflow_run.");
    }, (JsonException problem) => throw new UsageException($"{path}: not the payload of an event: {problem.Message}", problem)),
        problem => $"{path}: cannot read the event: {problem.Message}");
}

/// <summary>The options of commands that write to pull requests and issues.</summary>
internal static class WritingOptions
{
    public const string Pages = "pages";

    public static Option<string?> Site() => new Option<string?>("--site").Help(
        $"Address of the trend site to link to, or {Pages} for the one of GitHub Pages (default: no links).");

    public static Option<string> Author() => new Option<string>("--author") { DefaultValueFactory = _ => CommentJob.DefaultAuthor }.Help(
        "Account under which the token writes.");

    /// <summary>The address that was chosen, ending in a slash; null for no links.</summary>
    public static string? Address(string? site, GitHubSettings settings) => site switch
    {
        null or "" => null,
        Pages => settings.Repository.Pages,
        _ when Uri.TryCreate(site, UriKind.Absolute, out var address) && address.Scheme is "https" or "http" =>
            address.GetLeftPart(UriPartial.Path).TrimEnd('/') + "/",
        _ => throw new UsageException($"--site: found '{site}', expected {Pages}, or an address such as https://octo.github.io/perf/"),
    };
}
