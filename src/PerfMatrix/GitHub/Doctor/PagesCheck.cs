using PerfMatrix.Measurement;

namespace PerfMatrix.GitHub;

/// <summary>Whether GitHub Pages serves the history branch.</summary>
/// <param name="api">The service; null without a token.</param>
/// <param name="settings">Repository and addresses.</param>
public sealed class PagesCheck(GitHubApi? api, GitHubSettings settings) : SettingCheck(api)
{
    private const string Branch = "gh-pages";

    /// <inheritdoc />
    protected override string What => "Pages";

    /// <inheritdoc />
    protected override string Advice => $"Open {settings.Server}{settings.Repository}/settings/pages and choose 'Deploy from a branch', {Branch}, / (root). The first publish creates the branch.";

    /// <inheritdoc />
    protected override async Task<Finding> AskAsync(GitHubApi api, CancellationToken cancellation) => await api.PagesAsync(cancellation) switch
    {
        null => Missing("no Pages site, or one that the token may not see"),
        { BuildType: "workflow" } => Missing("served from artifacts of a workflow, not from a branch"),
        { Source.Branch: Branch } site => Right($"{site.HtmlUrl} from {Branch}"),
        var site => Missing($"served from the branch {site.Source?.Branch ?? "(none)"}"),
    };
}
