using System.CommandLine;
using PerfMatrix.Configuration;
using PerfMatrix.GitHub;
using PerfMatrix.GitHub.Doctor;
using PerfMatrix.GitHub.Rest;
using PerfMatrix.Measurement.Doctor;
using PerfMatrix.Shared.Processes;

namespace PerfMatrix.Commands.GitHub;

/// <summary><c>github</c>: what the steps of the workflows call. A new step is a new command in this folder and a line here.</summary>
internal static class GitHubCommand
{
    public static Command Create(GitHubConnection connection) => Create(new StepContext(connection.Environment)
    {
        Clock = connection.Clock,
        Root = connection.Root,
    }, connection);

    private static Command Create(StepContext step, GitHubConnection connection) => new("github", "The commands that the GitHub workflows call.")
    {
        GitHubPlanCommand.Create(step),
        IntroductionCommand.Create(step),
        BuildCommand.Create(step, connection.Log),
        SuspectsCommand.Create(step),
        VerdictCommand.Create(step),
        CommentCommand.Create(connection),
        GitHubPublishCommand.Create(connection),
        SyncCommand.Create(connection),
        GitHubInputsCommand.Create(),
    };
}

/// <summary>How commands reach GitHub; everything from outside comes in here, so that tests reach a stand-in without waiting.</summary>
internal sealed record GitHubConnection(Func<string, string?> Environment, TextWriter Log)
{
    private static readonly Lazy<HttpClient> s_client = new(() => new(new SocketsHttpHandler
    {
        AllowAutoRedirect = false,
        ConnectTimeout = TimeSpan.FromSeconds(20),
    }));

    public TimeProvider Clock { get; init; } = TimeProvider.System;
    public Func<string> Root { get; init; } = RepositoryRoot.Find;
    public DateOnly Today => DateOnly.FromDateTime(Clock.GetUtcNow().UtcDateTime);

    /// <exception cref="UsageException">They are wrong, or no repository is named.</exception>
    public GitHubSettings Settings() =>
        GitHubSettings.Read(Environment, () => new Git(System.Environment.CurrentDirectory).Ask("remote", "get-url", "origin"));

    public GitHubApi Open(GitHubSettings settings) =>
        new GitHubApi(new RestSender(s_client.Value, settings, Clock, Random.Shared, message => Log.WriteLine($"perfmatrix: {message}")), settings);

    public IReadOnlyList<IDoctorCheck> DoctorChecks()
    {
        var settings = Settings();
        var api = settings.Token is null ? null : Open(settings);
        return [new PagesCheck(api, settings), new VariableCheck(api, settings)];
    }

    /// <exception cref="UsageException">There is none.</exception>
    public GitHubApi OpenWithToken(GitHubSettings settings) => settings.Token is not null
        ? Open(settings)
        : throw new UsageException(
        "GITHUB_TOKEN: not set. Give the step `GITHUB_TOKEN: ${{ github.token }}` in its env, or on your own machine a token of yours.");
}

/// <summary>What a step of a workflow gets from outside, so that tests can give it something else.</summary>
internal sealed record StepContext(Func<string, string?> Environment)
{
    /// <summary>The time; acknowledgements expire by its date.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
    public Func<string> Root { get; init; } = RepositoryRoot.Find;
    public DateOnly Today => DateOnly.FromDateTime(Clock.GetUtcNow().UtcDateTime);

    public StepFiles Files(TextWriter output) => new(Environment, output);
}
