using System.IO.Compression;
using PerfMatrix.GitHub.StandIn;
using PerfMatrix.GitHub.StandIn.Endpoints;

namespace Workflows.Tests.Act;

/// <summary>perf-comment.yml, which has nothing of a pull request but what the API tells.</summary>
internal static class CommentWorkflow
{
    /// <summary>Uploads the verdict that perf-pr.yml left as the artifact of a run.</summary>
    public static void UploadVerdict(ActRepository repository, StandInServer github, long run)
    {
        using var memory = new MemoryStream();
        ZipFile.CreateFromDirectory(Path.Combine(repository.Artifacts, "verdict"), memory);
        github.State.Upload(run, "verdict", memory.ToArray());
    }

    /// <summary>Runs the workflow after a run of perf-pr.yml on #7, with the files that are checked out.</summary>
    /// <param name="isPublished">Whether the verdict goes to the history, which one of a fork never does.</param>
    public static async Task<string> RunAsync(ActRepository repository, StandInServer github, StoredRun ended, bool isPublished = false)
    {
        var payload = new { workflow_run = RunEndpoints.Payload(ended, github.State), repository = new { full_name = ActRepository.Name } };

        var run = await repository.RunAsync("workflow_run", "perf-comment.yml", payload);

        (string, string)[] published = isPublished ? [("publish", "success"), ("deploy", "success")] : [];
        run.AssertJobs([("comment", "success"), .. published]);
        Assert.True(github.State.Comments.Count == 1, run.Log);
        Assert.Equal(7, github.State.Comments[0].PullRequest);
        Assert.All(github.State.Requests.Where(request => !request.Contains("/archives/", StringComparison.Ordinal)),
            request => Assert.EndsWith(" +token", request, StringComparison.Ordinal));
        return github.State.Comments[0].Body;
    }
}
