using PerfMatrix.Measurement;

namespace PerfMatrix.GitHub;

/// <summary>Whether the repository says that its runs on main are to be published.</summary>
/// <param name="api">The service; null without a token.</param>
/// <param name="settings">Repository and addresses.</param>
public sealed class VariableCheck(IGitHubApi? api, GitHubSettings settings) : IDoctorCheck
{
    /// <summary>The variable that the workflows look at.</summary>
    public const string Name = "PERF_PUBLISH";

    private const string Value = "true";

    private string Advice => $"Open {settings.Server}{settings.Repository}/settings/variables/actions and add the variable {Name} with the value {Value}.";

    /// <inheritdoc />
    public async Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation)
    {
        if (api is null) return [new(Name, Health.Limited, SettingAnswer.WithoutToken, Advice)];
        try
        {
            return [Judge(await api.VariableAsync(Name, cancellation))];
        }
        catch (GitHubException problem)
        {
            return [new(Name, Health.Limited, problem.Message, Advice)];
        }
    }

    private Finding Judge(RepositoryVariable? variable) => variable?.Value switch
    {
        Value => new(Name, Health.Good, Value),
        null => new(Name, Health.Limited, "not set, or the token may not see it", Advice),
        var other => new(Name, Health.Limited, $"found '{RestProblem.OneLine(other)}', expected {Value}", Advice),
    };
}
