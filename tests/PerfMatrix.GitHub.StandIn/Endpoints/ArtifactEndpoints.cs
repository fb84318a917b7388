namespace PerfMatrix.GitHub.StandIn.Endpoints;

/// <summary>https://docs.github.com/rest/actions/artifacts</summary>
internal static class ArtifactEndpoints
{
    public static void Map(WebApplication api, StandInState state, Uri store)
    {
        api.MapGet("/repos/{owner}/{name}/actions/runs/{run:long}/artifacts", (HttpContext context, long run) =>
        {
            var all = state.Artifacts.Where(artifact => artifact.Run == run).ToList();
            return Results.Json(new { TotalCount = all.Count, Artifacts = Paging.Page(context, all).Select(Payload) });
        });
        api.MapGet("/repos/{owner}/{name}/actions/artifacts/{id:long}/zip", (long id) => state.Artifacts.Find(artifact => artifact.Id == id) switch
        {
            null => Missing(),
            { Expired: true } => Results.Json(new { Message = "Artifact has expired" }, statusCode: StatusCodes.Status410Gone),
            { } artifact => Results.Redirect(new Uri(store, $"archives/{artifact.Id}?sig=secret").AbsoluteUri),
        });

        object Payload(StoredArtifact artifact) => new
        {
            artifact.Id,
            artifact.Name,
            SizeInBytes = artifact.ClaimedSize ?? artifact.Archive.Length,
            ArchiveDownloadUrl = $"https://api.invalid/repos/{state.Repository}/actions/artifacts/{artifact.Id}/zip",
            artifact.Expired,
            artifact.CreatedAt,
            artifact.Digest,
            WorkflowRun = new { Id = artifact.Run },
        };
    }

    /// <summary>The second host. The real one refuses a request that carries a token beside the signature of its address.</summary>
    public static void MapStore(WebApplication store, StandInState state) => store.MapGet("/archives/{id:long}", (HttpContext context, long id) =>
        context.Request.Headers.Authorization.Count > 0 ? Results.BadRequest()
        : Results.Bytes(state.Artifacts.Single(artifact => artifact.Id == id).Archive, "application/zip"));

    public static IResult Missing() => Results.Json(new { Message = "Not Found" }, statusCode: StatusCodes.Status404NotFound);
}
