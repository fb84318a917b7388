using PerfMatrix.Measurement;

namespace PerfMatrix.GitHub;

/// <summary>Whether the repository says that its runs on main are to be published.</summary>
/// <param name="api">The service; null without a token.</param>
/// <param name="settings">Repository and addresses.</param>
public sealed class VariableCheck(GitHubApi? api, GitHubSettings settings) : SettingCheck(api)
{
    /// <summary>The variable that the workflows look at.</summary>
    public const string Name = "PERF_PUBLISH";

    private const string Value = "true";

    /// <inheritdoc />
    protected override string What => Name;

    /// <inheritdoc />
    protected override string Advice => $"Open {settings.Server}{settings.Repository}/settings/variables/actions and add the variable {Name} with the value {Value}.";

    /// <inheritdoc />
    protected override async Task<Finding> AskAsync(GitHubApi api, CancellationToken cancellation) => (await api.VariableAsync(Name, cancellation))?.Value switch
    {
        Value => Right(Value),
        null => Missing("not set, or the token may not see it"),
        var other => Missing($"found '{RestProblem.OneLine(other)}', expected {Value}"),
    };
}
