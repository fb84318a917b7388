namespace PerfMatrix.GitHub.StandIn.Endpoints;

/// <summary>https://docs.github.com/rest/commits/commits; perfmatrix asks for none, github-action-benchmark does.</summary>
internal static class CommitEndpoints
{
    public static void Map(WebApplication api, StandInState state) =>
        api.MapGet("/repos/{owner}/{name}/commits/{**reference}", () => state.Newest is { } newest ? Results.Json(Payload(newest, state))
            : ArtifactEndpoints.Missing());

    private static object Payload(StoredCommit commit, StandInState state)
    {
        var person = new { Name = "Tester", Email = "tester@example.org", Date = "2026-11-22T07:00:00Z" };
        var account = new { Login = "tester", Id = 5 };
        return new
        {
            commit.Sha,
            HtmlUrl = $"https://github.com/{state.Repository}/commit/{commit.Sha}",
            Commit = new { Author = person, Committer = person, commit.Message },
            Author = account,
            Committer = account,
        };
    }
}
