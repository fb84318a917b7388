namespace PerfMatrix.GitHub.StandIn.Endpoints;

/// <summary>https://docs.github.com/rest/actions/workflow-runs</summary>
public static class RunEndpoints
{
    public static void Map(WebApplication api, StandInState state) =>
        api.MapGet("/repos/{owner}/{name}/actions/workflows/{workflow}/runs", (HttpContext context, string workflow, string? branch) =>
        {
            var all = state.Runs.Where(run => run.Workflow == workflow && (branch is null || run.HeadBranch == branch))
                .OrderByDescending(run => run.Id).ToList();
            return Results.Json(new { TotalCount = all.Count, WorkflowRuns = Paging.Page(context, all).Select(run => Payload(run, state)) });
        });

    /// <summary>A run as the API and the event workflow_run show it.</summary>
    public static object Payload(StoredRun run, StandInState state) => new
    {
        run.Id,
        RunAttempt = run.Attempt,
        run.Event,
        Status = "completed",
        run.Conclusion,
        run.HeadBranch,
        run.HeadSha,
        RunStartedAt = run.StartedAt,
        PullRequests = Array.Empty<object>(),
        HeadRepository = new
        {
            Id = run.HeadRepositoryId ?? state.RepositoryId,
            FullName = run.HeadRepository ?? state.Repository,
            Owner = new { Login = (run.HeadRepository ?? state.Repository).Split('/')[0] },
        },
    };
}
