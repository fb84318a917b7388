using PerfMatrix.Configuration;
using PerfMatrix.GitHub;
using PerfMatrix.Measurement;
using PerfMatrix.Processes;

namespace PerfMatrix.Commands;

/// <summary>How commands reach GitHub; everything from outside comes in here, so that tests reach a stand-in without waiting.</summary>
/// <param name="Environment">Looks up an environment variable.</param>
/// <param name="Log">Told of pauses.</param>
public sealed record GitHubConnection(Func<string, string?> Environment, TextWriter Log)
{
    private static readonly Lazy<HttpClient> s_client = new(() => new(new SocketsHttpHandler { AllowAutoRedirect = false, ConnectTimeout = TimeSpan.FromSeconds(20) }));

    /// <summary>The time.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Finds the checkout.</summary>
    public Func<string> Root { get; init; } = RepositoryRoot.Find;

    /// <summary>Today.</summary>
    public DateOnly Today => DateOnly.FromDateTime(Clock.GetUtcNow().UtcDateTime);

    /// <summary>Repository, addresses and token.</summary>
    /// <exception cref="UsageException">They are wrong, or no repository is named.</exception>
    public GitHubSettings Settings() => GitHubSettings.Read(Environment, () => new Git(System.Environment.CurrentDirectory).Ask("remote", "get-url", "origin"));

    /// <summary>The REST API.</summary>
    public GitHubApi Open(GitHubSettings settings) =>
        new GitHubApi(new RestSender(s_client.Value, settings, Clock, Random.Shared, message => Log.WriteLine($"perfmatrix: {message}")), settings);

    /// <summary>The checks of the settings of the repository.</summary>
    public IReadOnlyList<IDoctorCheck> DoctorChecks()
    {
        var settings = Settings();
        var api = settings.Token is null ? null : Open(settings);
        return [new PagesCheck(api, settings), new VariableCheck(api, settings)];
    }

    /// <summary>The REST API, for what needs a token.</summary>
    /// <exception cref="UsageException">There is none.</exception>
    public GitHubApi OpenWithToken(GitHubSettings settings) => settings.Token is not null
        ? Open(settings)
        : throw new UsageException("GITHUB_TOKEN: not set. Give the step `GITHUB_TOKEN: ${{ github.token }}` in its env, or on your own machine a token of yours.");
}
