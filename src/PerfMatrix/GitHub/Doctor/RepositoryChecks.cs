namespace PerfMatrix.GitHub.Doctor;

/// <summary>Settings of the repository, asked of GitHub; without a token or an answer a setting is a limitation with advice.</summary>
internal sealed class RepositoryChecks(GitHubApi? api, GitHubSettings settings)
{
    /// <summary>Runs on main and verdicts of pull requests are published.</summary>
    public const string Publishes = "PERF_PUBLISH";

    /// <summary>A copy of perfmatrix itself measures at all.</summary>
    public const string Measures = "PERF_ENABLED";

    private const string WithoutToken = "not checked: no GITHUB_TOKEN or GH_TOKEN is set";
    private const string Value = "true";

    /// <summary>Whether GitHub Pages takes the site from the workflow that deploys it. A site from a branch is built after every push, but whether
    /// after those of a workflow, too, nobody has promised.</summary>
    public DoctorCheck Pages => Setting("Pages",
        $"Open {settings.Server}{settings.Repository}/settings/pages and choose the source 'GitHub Actions'; the next publish deploys the site.",
        async (api, cancellation) => await api.PagesAsync(cancellation) switch
        {
            null => (false, "no Pages site, or one that the token may not see"),
            { BuildType: "workflow" } site => (true, $"{site.HtmlUrl}, deployed by a workflow"),
            var site => (false, $"served from the branch {site.Source?.Branch ?? "(none)"}, where a push by a workflow may start no build"),
        });

    public DoctorCheck Variable(string name) => Setting(name,
        $"Open {settings.Server}{settings.Repository}/settings/variables/actions and add the variable {name} with the value {Value}.",
        async (api, cancellation) => (await api.VariableAsync(name, cancellation))?.Value switch
        {
            Value => (true, Value),
            null => (false, "not set, or the token may not see it"),
            var other => (false, $"found '{ForeignText.Clean(other)}', expected {Value}"),
        });

    private DoctorCheck Setting(
        string what, string advice, Func<GitHubApi, CancellationToken, Task<(bool IsRight, string Found)>> ask) => async cancellation =>
    {
        var (isRight, found) = api is not { } known ? (false, WithoutToken)
            : await Errors.OrAsync(() => ask(known, cancellation), (GitHubException problem) => (false, problem.Message));
        return [isRight ? new(what, Health.Good, found) : new(what, Health.Limited, found, advice)];
    };
}
