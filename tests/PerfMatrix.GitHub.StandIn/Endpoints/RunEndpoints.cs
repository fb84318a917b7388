using System.Globalization;

namespace PerfMatrix.GitHub.StandIn.Endpoints;

/// <summary>https://docs.github.com/rest/actions/workflow-runs and https://docs.github.com/rest/actions/workflows</summary>
public static class RunEndpoints
{
    public static void Map(WebApplication api, StandInState state)
    {
        api.MapGet("/repos/{owner}/{name}/actions/workflows/{workflow}/runs",
            (HttpContext context, string workflow, string? branch, string? created) =>
            {
                var all = state.Runs.Where(run => run.Workflow == workflow && (branch is null || run.HeadBranch == branch)
                    && run.StartedAt >= Since(created)).OrderByDescending(run => run.Id).ToList();
                return Results.Json(new { TotalCount = all.Count, WorkflowRuns = Paging.Page(context, all).Select(run => Payload(run, state)) });
            });
        api.MapPost("/repos/{owner}/{name}/actions/workflows/{workflow}/dispatches", (string workflow, Dispatch asked) =>
        {
            if (asked.Ref != state.DefaultBranch)
                return Results.Json(new { Message = $"No ref found for: {asked.Ref}" }, statusCode: StatusCodes.Status422UnprocessableEntity);
            state.Runs.Add(new(state.NewId(), workflow, asked.Ref, new('a', 40)) { Event = "workflow_dispatch", Inputs = asked.Inputs });
            return Results.NoContent();
        });
    }

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

    // Of the syntax of searches what is asked: from a time on.
    private static DateTimeOffset Since(string? created) => created is null ? DateTimeOffset.MinValue
        : created.StartsWith(">=", StringComparison.Ordinal) ? DateTimeOffset.Parse(created[2..], CultureInfo.InvariantCulture)
        : throw new ArgumentException($"created={created}", nameof(created));

    internal sealed record Dispatch(string Ref, Dictionary<string, string> Inputs);
}
