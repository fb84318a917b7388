using PerfMatrix.Measurement;

namespace PerfMatrix.GitHub;

/// <summary>Whether GitHub Pages serves the history branch.</summary>
/// <param name="api">The service; null without a token.</param>
/// <param name="settings">Repository and addresses.</param>
public sealed class PagesCheck(IGitHubApi? api, GitHubSettings settings) : IDoctorCheck
{
    private const string What = "Pages";
    private const string Branch = "gh-pages";

    private string Advice => $"Open {settings.Server}{settings.Repository}/settings/pages and choose 'Deploy from a branch', {Branch}, / (root). The first publish creates the branch.";

    /// <inheritdoc />
    public async Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation)
    {
        if (api is null) return [new(What, Health.Limited, SettingAnswer.WithoutToken, Advice)];
        try
        {
            return [Judge(await api.PagesAsync(cancellation))];
        }
        catch (GitHubException problem)
        {
            return [new(What, Health.Limited, problem.Message, Advice)];
        }
    }

    private Finding Judge(PagesSite? site) => site switch
    {
        null => new(What, Health.Limited, "no Pages site, or one that the token may not see", Advice),
        { BuildType: "workflow" } => new(What, Health.Limited, "served from artifacts of a workflow, not from a branch", Advice),
        { Source.Branch: Branch } => new(What, Health.Good, $"{site.HtmlUrl} from {Branch}"),
        _ => new(What, Health.Limited, $"served from the branch {site.Source?.Branch ?? "(none)"}", Advice),
    };
}

/// <summary>Words that the checks of settings share.</summary>
internal static class SettingAnswer
{
    public const string WithoutToken = "not looked at: no GITHUB_TOKEN or GH_TOKEN is set";
}
