using System.IO.Compression;
using System.Text.Json;
using System.Text.RegularExpressions;
using PerfMatrix.GitHub.StandIn;

namespace Workflows.Tests.Act;

/// <summary>perf-pr.yml from its event to its verdict, on real measurements, and perf-comment.yml after it.</summary>
[Collection(ActRepository.OneAtATime)]
public sealed partial class PullRequestTests : IDisposable
{
    private readonly ActRepository _repository = new();

    [Fact]
    public async Task A_pull_request_of_a_fork_that_makes_requests_slower_is_red_and_the_comment_names_the_cell()
    {
        var change = _repository.PullRequest(SlowDown);

        var run = await _repository.RunAsync("pull_request", "perf-pr.yml", change.Payload);

        run.AssertJobs(("plan", "success"), ("build", "success"), ("screen", "success"), ("suspects", "success"), ("confirm", "success"), ("verdict", "failure"));
        Assert.Equal("regressed", Verdict().GetProperty("outcome").GetString());
        Assert.Contains("hello-minimal/net10.0/workstation", Verdict().ToString(), StringComparison.Ordinal);
        await CommentsAsync(change.Head);
    }

    [Fact]
    public async Task A_pull_request_without_an_effect_is_green()
    {
        var change = _repository.PullRequest(root => File.WriteAllText(Path.Combine(root, "workloads/MinimalApi/Comment.cs"), "// no effect\n"));

        var run = await _repository.RunAsync("pull_request", "perf-pr.yml", change.Payload);

        run.AssertJobsOfNoEffect(("plan", "success"), ("build", "success"), ("screen", "success"), ("suspects", "success"), ("verdict", "success"));
        Assert.Equal("pass", Verdict().GetProperty("outcome").GetString());
    }

    [Fact]
    public async Task A_pull_request_whose_measurements_got_lost_is_incomplete_and_never_green()
    {
        _repository.Environment["STAND_IN_LOST"] = "screen-*";
        var change = _repository.PullRequest(root => File.WriteAllText(Path.Combine(root, "workloads/MinimalApi/Comment.cs"), "// no effect\n"));

        var run = await _repository.RunAsync("pull_request", "perf-pr.yml", change.Payload);

        run.AssertJobs(("plan", "success"), ("build", "success"), ("screen", "success"), ("suspects", "success"), ("verdict", "failure"));
        Assert.Equal("incomplete", Verdict().GetProperty("outcome").GetString());
        Assert.Contains("screen-g01", run.Log, StringComparison.Ordinal);
    }

    public void Dispose() => _repository.Dispose();

    private static void SlowDown(string root)
    {
        var path = Path.Combine(root, "workloads/MinimalApi/Program.cs");
        var text = File.ReadAllText(path);
        var slower = text.Replace("var app = builder.Build();", "var app = builder.Build();\napp.Use(next => context => { System.Threading.Thread.SpinWait(20000); return next(context); });", StringComparison.Ordinal);
        Assert.NotEqual(text, slower);
        File.WriteAllText(path, slower);
    }

    /// <summary>The commenting workflow, which has nothing of the fork but the verdict, through the API.</summary>
    private async Task CommentsAsync(string head)
    {
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        github.State.PullRequests.Add(new(7, "alice/perf", 20, "change", head));
        var stored = new StoredRun(4711, "perf-pr.yml", "change", head) { Event = "pull_request", Conclusion = "failure", HeadRepository = "alice/perf", HeadRepositoryId = 20 };
        github.State.Upload(stored.Id, "verdict", Zip(Path.Combine(_repository.Artifacts, "verdict")));
        _repository.Git("switch", "--quiet", "--detach", "main");
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();

        var run = await _repository.RunAsync("workflow_run", "perf-comment.yml", new { workflow_run = RunEndpoints.Payload(stored, github.State), repository = new { full_name = ActRepository.Name } });

        run.AssertJobs(("comment", "success"));
        Assert.True(github.State.Comments.Count == 1, run.Log);
        var comment = github.State.Comments[0];
        Assert.Equal(7, comment.PullRequest);
        Assert.True(Row().IsMatch(comment.Body), comment.Body);
    }

    private static byte[] Zip(string folder)
    {
        using var memory = new MemoryStream();
        ZipFile.CreateFromDirectory(folder, memory);
        return memory.ToArray();
    }

    [GeneratedRegex(@"\| \*\*worse\*\* \| `hello-minimal/net10\.0/workstation/\dc` \|")]
    private static partial Regex Row();

    private JsonElement Verdict() => JsonDocument.Parse(File.ReadAllText(Path.Combine(_repository.Artifacts, "verdict", "verdict.json"))).RootElement;
}
