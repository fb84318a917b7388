using PerfMatrix.GitHub.Rest;
using PerfMatrix.Measurement.Doctor;

namespace PerfMatrix.GitHub.Doctor;

/// <summary>A setting of the repository that GitHub is asked for; without a token, or where it does not answer, the setting is a limitation with
/// advice.</summary>
internal abstract class SettingCheck(GitHubApi? api) : IDoctorCheck
{
    private const string WithoutToken = "not checked: no GITHUB_TOKEN or GH_TOKEN is set";

    protected abstract string What { get; }
    protected abstract string Advice { get; }

    public async Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation)
    {
        if (api is null) return [Missing(WithoutToken)];
        try
        {
            return [await AskAsync(api, cancellation)];
        }
        catch (GitHubException problem)
        {
            return [Missing(problem.Message)];
        }
    }

    /// <exception cref="GitHubException">It does not answer.</exception>
    protected abstract Task<Finding> AskAsync(GitHubApi api, CancellationToken cancellation);

    /// <summary>The setting is not as it should be.</summary>
    protected Finding Missing(string found) => new(What, Health.Limited, found, Advice);

    protected Finding Right(string found) => new(What, Health.Good, found);
}

/// <summary>Whether GitHub Pages takes the site from the workflow that deploys it. A site from a branch is built after every push, but whether after
/// those of a workflow, too, nobody has promised.</summary>
internal sealed class PagesCheck(GitHubApi? api, GitHubSettings settings) : SettingCheck(api)
{
    protected override string What => "Pages";
    protected override string Advice =>
        $"Open {settings.Server}{settings.Repository}/settings/pages and choose the source 'GitHub Actions'; the next publish deploys the site.";

    protected override async Task<Finding> AskAsync(GitHubApi api, CancellationToken cancellation) => await api.PagesAsync(cancellation) switch
    {
        null => Missing("no Pages site, or one that the token may not see"),
        { BuildType: "workflow" } site => Right($"{site.HtmlUrl}, deployed by a workflow"),
        var site => Missing($"served from the branch {site.Source?.Branch ?? "(none)"}, where a push by a workflow may start no build"),
    };
}

/// <summary>Whether a variable of the repository that the workflows look at is set.</summary>
internal sealed class VariableCheck(GitHubApi? api, GitHubSettings settings, string name) : SettingCheck(api)
{
    /// <summary>Runs on main are published.</summary>
    public const string Publishes = "PERF_PUBLISH";

    /// <summary>A copy of perfmatrix itself measures at all.</summary>
    public const string Measures = "PERF_ENABLED";

    private const string Value = "true";

    protected override string What => name;
    protected override string Advice =>
        $"Open {settings.Server}{settings.Repository}/settings/variables/actions and add the variable {name} with the value {Value}.";

    protected override async Task<Finding> AskAsync(GitHubApi api, CancellationToken cancellation) =>
        (await api.VariableAsync(name, cancellation))?.Value switch
        {
            Value => Right(Value),
            null => Missing("not set, or the token may not see it"),
            var other => Missing($"found '{RestProblem.OneLine(other)}', expected {Value}"),
        };
}
