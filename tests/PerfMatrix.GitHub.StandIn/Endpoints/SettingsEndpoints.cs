namespace PerfMatrix.GitHub.StandIn.Endpoints;

/// <summary>https://docs.github.com/rest/repos/repos, https://docs.github.com/rest/repos/contents, https://docs.github.com/rest/pages/pages and
/// https://docs.github.com/rest/actions/variables</summary>
internal static class SettingsEndpoints
{
    public static void Map(WebApplication api, StandInState state)
    {
        api.MapGet("/repos/{owner}/{name}", () => Results.Json(new
        {
            Id = state.RepositoryId,
            FullName = state.Repository,
            Owner = new { Login = state.Repository.Split('/')[0] },
            state.DefaultBranch,
        }));
        api.MapGet("/repos/{owner}/{name}/contents/{**path}", (
            HttpContext context, string path) => state.Files.Contains((context.Request.Query["ref"].ToString(), path))
            ? Results.Json(new
            {
                Type = "file",
                Encoding = "base64",
                Size = 0,
                Name = path.Split('/')[^1],
                Path = path,
                Content = "",
                Sha = new string('c', 40)
            })
            : ArtifactEndpoints.Missing());
        api.MapGet("/repos/{owner}/{name}/pages", () => state.PagesBranch switch
        {
            null => ArtifactEndpoints.Missing(),
            "workflow" => Results.Json(new { HtmlUrl = "https://octo.github.io/perf/", BuildType = "workflow", Source = (object?)null }),
            var branch =>
                Results.Json(new { HtmlUrl = "https://octo.github.io/perf/", BuildType = "legacy", Source = new { Branch = branch, Path = "/" } }),
        });
        api.MapGet("/repos/{owner}/{name}/actions/variables/{variable}", (string variable) =>
            state.Variables.TryGetValue(variable, out var value) ? Results.Json(new { Name = variable, Value = value })
            : ArtifactEndpoints.Missing());
    }
}
