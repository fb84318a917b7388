using PerfMatrix.Matrix;
using PerfMatrix.Runtimes;

namespace PerfMatrix.Measurement;

/// <summary>Which runtimes the configured feeds have. Without any, nothing can be published.</summary>
/// <param name="open">Opens the feeds.</param>
/// <param name="frameworks">Target frameworks to ask for, e.g. those of the matrix.</param>
internal sealed class FeedCheck(Func<CancellationToken, Task<RuntimeCatalogue>> open, IReadOnlyList<string> frameworks) : IDoctorCheck
{
    public async Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation)
    {
        try
        {
            var catalogue = await open(cancellation);
            var answers = new List<(string Framework, RuntimeResolution Answer)>();
            foreach (var framework in frameworks) answers.Add((framework, await catalogue.ResolveAsync(new RuntimeSelector(framework, null), cancellation)));
            var isAnyThere = answers.Exists(answer => answer.Answer.Patch is not null);
            return [.. answers.Select(answer => Finding(answer.Framework, answer.Answer.Patch, answer.Answer.Reason, isAnyThere))];
        }
        catch (UsageException problem)
        {
            return [.. frameworks.Select(framework => Finding(framework, null, problem.Message, isAnyThere: false))];
        }
    }

    private static Finding Finding(string framework, string? patch, string? reason, bool isAnyThere) => patch is not null
        ? new($"Runtime {framework}", Health.Good, patch)
        : new(
            $"Runtime {framework}",
            isAnyThere ? Health.Limited : Health.Impossible,
            reason ?? "not in the feed",
            isAnyThere ? "Its cells are unavailable." : "Check the package sources in nuget.config and the network (`dotnet nuget list source`).");
}
