using PerfMatrix.Measurement;

namespace PerfMatrix.GitHub;

/// <summary>A setting of the repository that GitHub is asked for; without a token, or where it does not answer, the setting is a limitation with advice.</summary>
/// <param name="api">The service; null without a token.</param>
public abstract class SettingCheck(GitHubApi? api) : IDoctorCheck
{
    private const string WithoutToken = "not checked: no GITHUB_TOKEN or GH_TOKEN is set";

    /// <summary>Name of the setting.</summary>
    protected abstract string What { get; }

    /// <summary>How to set it.</summary>
    protected abstract string Advice { get; }

    /// <inheritdoc />
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

    /// <summary>Asks and judges.</summary>
    /// <exception cref="GitHubException">It does not answer.</exception>
    protected abstract Task<Finding> AskAsync(GitHubApi api, CancellationToken cancellation);

    /// <summary>The setting is not as it should be.</summary>
    protected Finding Missing(string found) => new(What, Health.Limited, found, Advice);

    /// <summary>The setting is right.</summary>
    protected Finding Right(string found) => new(What, Health.Good, found);
}
