namespace PerfMatrix.Measurement;

/// <summary>Which runtimes the configured feed has. Without any, nothing can be published.</summary>
internal sealed class FeedCheck(IRuntimeFeed feed, IReadOnlyList<string> frameworks) : IDoctorCheck
{
    public async Task<IReadOnlyList<Finding>> CheckAsync(CancellationToken cancellation)
    {
        var answers = new List<(string Framework, FeedAnswer Answer)>();
        foreach (var framework in frameworks) answers.Add((framework, await feed.AskAsync(framework, cancellation)));
        var isAnyThere = answers.Exists(answer => answer.Answer.Version is not null);
        return [.. answers.Select(answer => Finding(answer.Framework, answer.Answer, isAnyThere))];
    }

    private static Finding Finding(string framework, FeedAnswer answer, bool isAnyThere) => answer.Version is { } version
        ? new($"Runtime {framework}", Health.Good, version)
        : new(
            $"Runtime {framework}",
            isAnyThere ? Health.Limited : Health.Impossible,
            answer.Reason ?? "not in the feed",
            isAnyThere ? "Its cells are unavailable." : "Check the package sources in nuget.config and the network (`dotnet nuget list source`).");
}
