namespace PerfMatrix.GitHub.StandIn.Endpoints;

/// <summary>https://docs.github.com/rest/issues/issues, and what lies between two commits.</summary>
internal static class IssueEndpoints
{
    public static void Map(WebApplication api, StandInState state)
    {
        api.MapGet("/repos/{owner}/{name}/issues", (HttpContext context, string? creator) =>
        {
            var wanted = context.Request.Query["state"].ToString() is { Length: > 0 } given ? given : "open";
            var all = state.Issues.Where(issue => (wanted == "all" || issue.State == wanted) && (creator is null || issue.Author == creator))
                .Reverse();
            return Results.Json(Paging.Page(context, [.. all]).Select(Payload));
        });
        api.MapPost("/repos/{owner}/{name}/issues", (Text text) => Refused(text, isNew: true) ?? Results.Json(
            Payload(state.Open(state.Writer, text.Title!, text.Body ?? "")), statusCode: StatusCodes.Status201Created));
        api.MapPatch("/repos/{owner}/{name}/issues/{number:int}", (int number, Text text) =>
        {
            if (state.Issues.Find(issue => issue.Number == number) is not { } issue) return ArtifactEndpoints.Missing();
            if (Refused(text, isNew: false) is { } refusal) return refusal;
            (issue.Title, issue.Body) = (text.Title ?? issue.Title, text.Body ?? issue.Body);
            if (text.State is { } now) (issue.State, issue.StateReason) = (now, now == "closed" ? text.StateReason ?? "completed" : null);
            return Results.Json(Payload(issue));
        });
        api.MapGet("/repos/{owner}/{name}/compare/{range}", (string range) => !state.Comparisons.TryGetValue(range, out var found)
            ? ArtifactEndpoints.Missing()
            : Results.Json(new
            {
                Status = "ahead",
                TotalCommits = found.Commits.Count,
                Commits = found.Commits.Select(commit => new { commit.Sha, Commit = new { commit.Message }, Author = new { Login = "alice" } }),
                Files = found.Files.Select(file => new { Filename = file, Status = "modified" }),
            }));
    }

    private static object Payload(StoredIssue issue) =>
        new { issue.Number, issue.Title, issue.Body, issue.State, issue.StateReason, User = new { Login = issue.Author } };

    private static IResult? Refused(Text text, bool isNew) =>
        (isNew && (string.IsNullOrEmpty(text.Title) || text.State is not null)) || text.Title?.Length > 256 || text.Body?.Length > 65_536
            || (text.State is not null && text.State is not ("open" or "closed"))
            || (text.StateReason is not null && text.StateReason is not ("completed" or "not_planned" or "reopened" or "duplicate"))
            ? Results.Json(new { Message = "Validation Failed" }, statusCode: StatusCodes.Status422UnprocessableEntity)
            : null;

    internal sealed record Text(string? Title, string? Body, string? State, string? StateReason);
}
