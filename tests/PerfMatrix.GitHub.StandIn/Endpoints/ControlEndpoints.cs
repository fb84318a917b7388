namespace PerfMatrix.GitHub.StandIn.Endpoints;

/// <summary>How a test in another process says what the stand-in knows, and looks at what was done. No part of the real service.</summary>
internal static class ControlEndpoints
{
    public const string Prefix = "/_standin";

    public static void Map(WebApplication api, StandInState state)
    {
        var control = api.MapGroup(Prefix);
        control.MapPost("pulls", (StoredPullRequest pull) => state.PullRequests.Add(pull));
        control.MapPost("pulls/{number:int}/files", (int number, string[] files) => state.ChangedFiles[number] = files);
        control.MapPost("runs", (StoredRun run) => state.Runs.Add(run));
        control.MapGet("runs/{id:long}/event", (long id) => Results.Json(new
        {
            Action = "completed",
            WorkflowRun = RunEndpoints.Payload(state.Runs.Single(run => run.Id == id), state),
            Repository = new { Id = state.RepositoryId, FullName = state.Repository },
        }));
        control.MapPost("runs/{id:long}/artifacts", async (HttpContext context, long id, string name) =>
        {
            using var archive = new MemoryStream();
            await context.Request.Body.CopyToAsync(archive);
            return Results.Json(new { state.Upload(id, name, archive.ToArray(), DateTimeOffset.UtcNow).Id });
        });
        control.MapPost("variables", (Dictionary<string, string> variables) =>
        {
            foreach (var (name, value) in variables) state.Variables[name] = value;
        });
        control.MapPost("faults", (Fault fault) => state.Faults.Add(fault));
        control.MapGet(
            "comments", () => Results.Json(state.Comments.Select(comment => new { comment.Id, comment.PullRequest, comment.Author, comment.Body })));
        control.MapGet("requests", () => Results.Json(state.Requests));
    }
}
