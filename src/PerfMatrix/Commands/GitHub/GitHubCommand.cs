namespace PerfMatrix.Commands.GitHub;

/// <summary><c>github</c>: what the steps of the workflows call. A new step is a new command in this folder and a line here.</summary>
internal static class GitHubCommand
{
    public static Command Create(CommandContext context) => new("github", "The commands that the GitHub workflows call.")
    {
        GitHubPlanCommand.Create(context),
        GitHubIntroductionCommand.Create(context),
        GitHubBuildCommand.Create(context),
        GitHubSuspectsCommand.Create(context),
        GitHubVerdictCommand.Create(context),
        GitHubCommentCommand.Create(context),
        GitHubPublishCommand.Create(context),
        GitHubAlertCommand.Create(context),
        GitHubInputsCommand.Create(),
    };
}

/// <param name="log">Where it is said that a request is repeated.</param>
internal sealed class GitHubConnection(CommandContext context, TextWriter log)
{
    private static readonly HttpClient s_client = new(new SocketsHttpHandler
    {
        AllowAutoRedirect = false,
        ConnectTimeout = TimeSpan.FromSeconds(20),
    });

    public TimeProvider Clock => context.Clock;

    public GitHubSettings Settings() =>
        GitHubSettings.Read(context.Environment, () => new Git(Environment.CurrentDirectory).Ask("remote", "get-url", "origin"));

    public IReadOnlyList<DoctorCheck> DoctorChecks()
    {
        var settings = Settings();
        var checks = new RepositoryChecks(settings.Token is null ? null : Open(settings), settings);
        // The workflows that `init` writes are there because somebody wants them; those of a copy of perfmatrix came with it.
        var isCopy = Invocation.Here == Invocation.Script;
        return [.. isCopy ? [checks.Variable(RepositoryChecks.Measures)] : Array.Empty<DoctorCheck>(), checks.Pages,
            checks.Variable(RepositoryChecks.Publishes)];
    }

    public Webhook? OpenWebhook() => context.Environment("PERF_WEBHOOK") is { Length: > 0 } address ? new(s_client, Webhook.Parse(address)) : null;

    public GitHubApi OpenWithToken(GitHubSettings settings) => settings.Token is not null
        ? Open(settings)
        : throw new UsageException(
            "GITHUB_TOKEN: not set. Give the step `GITHUB_TOKEN: ${{ github.token }}` in its env, or on your own machine a token of yours.");

    private GitHubApi Open(GitHubSettings settings) => new(
        new RestSender(s_client, settings, context.Clock, Random.Shared, message => log.WriteLine($"perfmatrix: {message}")), settings);
}
