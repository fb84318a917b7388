using PerfMatrix.GitHub.StandIn;
using Workflows.Tests.Policy;

namespace Workflows.Tests;

/// <summary>What an issue hears of a search that has left no log, from a job without the tool.</summary>
public sealed class FailedSearchTests
{
    private static readonly Dictionary<string, Job> s_jobs = Workflow.All["bisect.yml"].Jobs.ToDictionary(job => job.Name);

    [Theory]
    [InlineData(
        "", "**The search failed before it had judged a commit.** The log of [its run](RUN) says why.",
        "fix that, then run its failed jobs again, or start another search as this issue shows.")]
    [InlineData(
        "true", "**The search has judged commits, but its result could not be uploaded.** The log of [its run](RUN) has what it found.",
        "read it there. Running its failed jobs again starts a new search.")]
    public async Task It_comments_what_happened_where_its_run_is_and_what_to_do_next(string judged, string happened, string next)
    {
        await using var github = await StandInServer.StartAsync("octo/perf");
        var issue = github.State.Open(github.State.Writer, "Throughput -5.0 % in hello", "");
        foreach (var tool in new[] { "curl", "jq" }) Tool.Find(tool);

        var (code, said) = await Tool.RunAsync("env", "GITHUB_TOKEN=secret", $"GITHUB_API_URL={github.Api.ToString().TrimEnd('/')}",
            "GITHUB_SERVER_URL=https://github.com", "GITHUB_REPOSITORY=octo/perf", "GITHUB_RUN_ID=4711", "GITHUB_RUN_ATTEMPT=2",
            $"ISSUE={issue.Number}", $"JUDGED={judged}", "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c",
            s_jobs["failed"].Steps.Single().Text("run")!);

        Assert.True(code == 0, said);
        var comment = Assert.Single(github.State.Comments);
        Assert.Equal(issue.Number, comment.PullRequest);
        // The marker is that of a result, which then takes its place.
        Assert.Equal($"""
            <!-- perfmatrix verdict run=4711 attempt=2 -->
            {happened.Replace("RUN", "https://github.com/octo/perf/actions/runs/4711", StringComparison.Ordinal)}

            **What now:** {next}
            """, comment.Body);
    }

    [Fact]
    public void Either_the_log_is_told_or_that_there_is_none()
    {
        const string Asked = "${{ !cancelled() && inputs.issue != '' && needs.bisect.outputs.log ";
        var log = s_jobs["bisect"].Steps.Single(step => step.Text("with", "name") == "bisect");

        Assert.Equal("${{ steps.log.outcome }}", s_jobs["bisect"].Node.Text("outputs", "log"));
        Assert.Equal(("log", "error"), (log.Text("id"), log.Text("with", "if-no-files-found")));
        Assert.Equal("${{ steps.left.outputs.judged }}", s_jobs["bisect"].Node.Text("outputs", "judged"));
        Assert.Equal("${{ needs.bisect.outputs.judged }}", s_jobs["failed"].Steps.Single().Text("env", "JUDGED"));
        Assert.Equal((Asked + "== 'success' }}", Asked + "!= 'success' }}"), (s_jobs["tell"].Node.Text("if"), s_jobs["failed"].Node.Text("if")));
    }
}
