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

/// <summary>Whether GitHub Pages serves the history branch.</summary>
internal sealed class PagesCheck(GitHubApi? api, GitHubSettings settings) : SettingCheck(api)
{
    private const string Branch = "gh-pages";

    protected override string What => "Pages";
    protected override string Advice =>
        $"Open {settings.Server}{settings.Repository}/settings/pages and choose 'Deploy from a branch', {Branch}, / (root). The first publish "
        + $"creates the branch.";

    protected override async Task<Finding> AskAsync(GitHubApi api, CancellationToken cancellation) => await api.PagesAsync(cancellation) switch
    {
        null => Missing("no Pages site, or one that the token may not see"),
        { BuildType: "workflow" } => Missing("served from artifacts of a workflow, not from a branch"),
        { Source.Branch: Branch } site => Right($"{site.HtmlUrl} from {Branch}"),
        var site => Missing($"served from the branch {site.Source?.Branch ?? "(none)"}"),
    };
}

/// <summary>Whether the repository says that its runs on main are to be published.</summary>
internal sealed class VariableCheck(GitHubApi? api, GitHubSettings settings) : SettingCheck(api)
{
    /// <summary>The variable that the workflows look at.</summary>
    public const string Name = "PERF_PUBLISH";

    private const string Value = "true";

    protected override string What => Name;
    protected override string Advice =>
        $"Open {settings.Server}{settings.Repository}/settings/variables/actions and add the variable {Name} with the value {Value}.";

    protected override async Task<Finding> AskAsync(GitHubApi api, CancellationToken cancellation) =>
        (await api.VariableAsync(Name, cancellation))?.Value switch
        {
            Value => Right(Value),
            null => Missing("not set, or the token may not see it"),
            var other => Missing($"found '{RestProblem.OneLine(other)}', expected {Value}"),
        };
}
