namespace PerfMatrix.GitHub.StandIn.Endpoints;

/// <summary>https://docs.github.com/rest/pulls/pulls</summary>
internal static class PullRequestEndpoints
{
    public static void Map(WebApplication api, StandInState state)
    {
        api.MapGet("/repos/{owner}/{name}/pulls", (HttpContext context, string? head) =>
        {
            var wanted = context.Request.Query["state"].ToString() is { Length: > 0 } given ? given : "open";
            var all = state.PullRequests.Where(pull => (wanted == "all" || pull.State == wanted)
                && (head is null || head == $"{pull.HeadRepository.Split('/')[0]}:{pull.HeadRef}")).ToList();
            return Results.Json(Paging.Page(context, all).Select(Payload));
        });
        api.MapGet("/repos/{owner}/{name}/pulls/{number:int}/files", (HttpContext context, int number) =>
            Results.Json(
            Paging.Page(context, state.ChangedFiles.GetValueOrDefault(number, [])).Select(file => new { Filename = file, Status = "modified" })));

        object Payload(StoredPullRequest pull) => new
        {
            pull.Number,
            pull.State,
            Head = new
            {
                Ref = pull.HeadRef,
                Sha = pull.HeadSha,
                Repo = new
                {
                    Id = pull.HeadRepositoryId,
                    FullName = pull.HeadRepository,
                    Owner = new { Login = pull.HeadRepository.Split('/')[0] }
                }
            },
            Base = new
            {
                Ref = pull.BaseRef,
                Sha = pull.BaseSha,
                Repo = new { Id = state.RepositoryId, FullName = state.Repository, Owner = new { Login = state.Repository.Split('/')[0] } }
            },
        };
    }
}
