namespace PerfMatrix.GitHub.StandIn.Endpoints;

/// <summary>https://docs.github.com/rest/issues/comments</summary>
internal static class CommentEndpoints
{
    private const int Longest = 65_536;

    public static void Map(WebApplication api, StandInState state)
    {
        api.MapGet("/repos/{owner}/{name}/issues/{number:int}/comments", (HttpContext context, int number) =>
            Results.Json(Paging.Page(context, [.. state.Comments.Where(comment => comment.PullRequest == number)]).Select(Payload)));
        api.MapPost("/repos/{owner}/{name}/issues/{number:int}/comments", (int number, Text text) =>
            Refused(text) ?? Results.Json(Payload(state.Comment(number, state.Writer, text.Body!)), statusCode: StatusCodes.Status201Created));
        api.MapPatch("/repos/{owner}/{name}/issues/comments/{id:long}", (long id, Text text) =>
        {
            if (state.Comments.Find(comment => comment.Id == id) is not { } comment) return ArtifactEndpoints.Missing();
            if (Refused(text) is { } refusal) return refusal;
            comment.Body = text.Body!;
            return Results.Json(Payload(comment));
        });
        api.MapDelete("/repos/{owner}/{name}/issues/comments/{id:long}", (long id) =>
            state.Comments.RemoveAll(comment => comment.Id == id) > 0 ? Results.NoContent() : ArtifactEndpoints.Missing());

        object Payload(StoredComment comment) =>
            new
            {
                comment.Id,
                comment.Body,
                User = new { Login = comment.Author },
                IssueUrl = $"https://api.invalid/repos/{state.Repository}/issues/{comment.PullRequest}"
            };
    }

    private static IResult? Refused(Text text) => text.Body is { Length: > 0 and <= Longest }
        ? null
        : Results.Json(new { Message = "Validation Failed" }, statusCode: StatusCodes.Status422UnprocessableEntity);

    internal sealed record Text(string? Body);
}
