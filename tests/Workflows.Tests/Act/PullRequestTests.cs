using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using PerfMatrix.GitHub.StandIn;

namespace Workflows.Tests.Act;

/// <summary>perf-pr.yml from its event to its verdict, on real measurements, and perf-comment.yml after it.</summary>
[Collection(ActRepository.OneAtATime)]
[Trait("kind", "measures")]
public sealed partial class PullRequestTests(ActMachine machine) : IDisposable
{
    private readonly ActRepository _repository = new(machine);

    [Fact]
    public async Task A_pull_request_of_a_fork_that_makes_requests_slower_is_red_without_any_token_and_the_comment_names_the_cell()
    {
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();
        // A cause takes most of a minute; ForeignRepositoryTests has one that is looked for.
        SmallMatrix.SwitchDiagnosticsOff(_repository.Root);
        _repository.Commit("gives no events");
        var change = _repository.PullRequest(SlowDown, ActRepository.Fork);

        var run = await _repository.RunAsync("pull_request", "perf-pr.yml", change.Payload);

        run.AssertJobs(("side", "success"), ("screen", "success"), ("suspects", "success"), ("confirm", "success"), ("verdict", "failure"));
        Assert.Equal("regressed", Verdict().GetProperty("outcome").GetString());
        Assert.Contains("hello-minimal/net10.0/workstation", Verdict().ToString(), StringComparison.Ordinal);
        Assert.Empty(github.State.Requests);
        Assert.DoesNotContain(Documents(), file => File.ReadAllText(file).Contains(ActRepository.Token, StringComparison.Ordinal));
        await CommentsAsync(github, change.Head);
    }

    [Fact]
    public async Task Code_that_does_not_compile_is_red_and_the_verdict_says_why()
    {
        var change = _repository.PullRequest(root => File.WriteAllText(Path.Combine(root, "workloads/MinimalApi/Broken.cs"), "this is no C#\n"));

        var run = await _repository.RunAsync("pull_request", "perf-pr.yml", change.Payload);

        run.AssertJobs(("side", "success"), ("verdict", "failure"));
        Assert.Equal(("incomplete", "head"), (Verdict().GetProperty("outcome").GetString(), Verdict().GetProperty("unbuilt").GetString()));
    }

    [Fact]
    public async Task Without_a_plan_the_required_check_is_red()
    {
        // On GitHub a plan that fails fails its job, and Verdict runs all the same; act runs no later job where one of a called workflow failed.
        var side = Path.Combine(_repository.Root, ".github/workflows/_side.yml");
        File.WriteAllText(side, File.ReadAllText(side).Replace("steps.introduces.outcome == 'skipped'", "false", StringComparison.Ordinal));
        _repository.Commit("a side that plans nothing");
        var change = _repository.PullRequest(NoEffect);
        // As a job that runs code of head could.
        var left = Directory.CreateDirectory(Path.Combine(_repository.Artifacts, "verdict"));
        await File.WriteAllTextAsync(Path.Combine(left.FullName, "verdict.json"), "{}");

        var run = await _repository.RunAsync("pull_request", "perf-pr.yml", change.Payload);

        run.AssertJobs(("side", "success"), ("verdict", "failure"));
        Assert.Equal(["attempted"], left.EnumerateFiles().Select(file => file.Name));
    }

    [Theory]
    [InlineData("a draft")]
    [InlineData("a copy of a template that nobody has asked to measure")]
    public async Task What_is_not_to_be_measured_costs_nothing(string what)
    {
        var change = _repository.PullRequest(NoEffect);
        var payload = JsonSerializer.SerializeToNode(change.Payload)!;
        payload["pull_request"]!["draft"] = what == "a draft";
        if (what != "a draft") _repository.Variables.Remove("PERF_ENABLED");

        var run = await _repository.RunAsync("pull_request", "perf-pr.yml", payload);

        run.AssertJobs();
    }

    [Fact]
    public async Task Without_its_label_a_pull_request_costs_nothing_and_with_it_one_that_changes_no_program_is_green_without_a_build()
    {
        var workflow = Path.Combine(_repository.Root, ".github/workflows/perf-pr.yml");
        File.WriteAllText(workflow, File.ReadAllText(workflow).Replace("      drafts: false\n", "      drafts: false\n      label: perf\n",
            StringComparison.Ordinal));
        _repository.Commit("on request");
        var change = _repository.PullRequest(root => File.WriteAllText(Path.Combine(root, "NOTES.md"), "# Notes\n"));
        var payload = JsonSerializer.SerializeToNode(change.Payload)!;

        payload["pull_request"]!["labels"] = new JsonArray(new JsonObject { ["name"] = "another" });
        (await _repository.RunAsync("pull_request", "perf-pr.yml", payload)).AssertJobs();

        payload["pull_request"]!["labels"] = new JsonArray(new JsonObject { ["name"] = "perf" });
        (await _repository.RunAsync("pull_request", "perf-pr.yml", payload)).AssertJobs(("side", "success"), ("verdict", "success"));
        Assert.Equal("pass", Verdict().GetProperty("outcome").GetString());
    }

    /// <summary>The second of two entries of a queue, whose first parent is the entry before. How programs are built and measured does not depend on
    /// the event (RequiredCheckTests), so none is changed.</summary>
    [Fact]
    public async Task A_merge_queue_is_compared_with_what_it_is_merged_into_and_not_with_the_entry_before()
    {
        var target = _repository.Git("rev-parse", "main").Trim();
        _repository.PullRequest(root => File.WriteAllText(Path.Combine(root, "NOTES.md"), "# Notes\n"));
        _repository.Write("MORE.md", "# More\n");
        _repository.Commit("the next entry");
        Assert.NotEqual(target, _repository.Git("rev-parse", "HEAD^1").Trim());

        var run = await _repository.RunAsync("merge_group", "perf-pr.yml",
            new { merge_group = new { base_sha = target, base_ref = "refs/heads/main" } });

        run.AssertJobs(("side", "success"), ("verdict", "success"));
        Assert.Equal("pass", Verdict().GetProperty("outcome").GetString());
        Assert.Equal(target, Verdict().GetProperty("base").GetProperty("sha").GetString());
    }

    [Fact]
    public async Task Measurements_that_got_lost_are_incomplete_and_never_green_and_a_second_attempt_without_an_effect_is_green_by_its_own()
    {
        SmallMatrix.OverlookTimes(_repository.Root);
        _repository.Commit("overlooks times");
        _repository.Environment["STAND_IN_LOST"] = "screen-*";
        var change = _repository.PullRequest(NoEffect);

        var first = await _repository.RunAsync("pull_request", "perf-pr.yml", change.Payload);

        first.AssertJobs(("side", "success"), ("screen", "success"), ("suspects", "success"), ("verdict", "failure"));
        Assert.Equal("incomplete", Verdict().GetProperty("outcome").GetString());
        Assert.Contains("screen-g01", first.Log, StringComparison.Ordinal);

        // What a job leaves that was cut off while it wrote.
        var cut = Path.Combine(_repository.Artifacts, "screen-g01-attempt1");
        Directory.CreateDirectory(cut);
        await File.WriteAllTextAsync(Path.Combine(cut, "comparison.json"), "{");
        _repository.Environment.Remove("STAND_IN_LOST");
        _repository.Environment["GITHUB_RUN_ATTEMPT"] = "2";

        var second = await _repository.RunAsync("pull_request", "perf-pr.yml", change.Payload);

        second.AssertJobsOfNoEffect(
            ("side", "success"), ("screen", "success"), ("suspects", "success"), ("verdict", "success"));
        Assert.Equal("pass", Verdict().GetProperty("outcome").GetString());
        Assert.Equal(["screen-g01-attempt1", "screen-g01-attempt2"], Directory.EnumerateDirectories(_repository.Artifacts, "screen-*")
            .Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task The_pull_request_that_brings_perfmatrix_is_green_and_says_that_there_is_nothing_to_compare_with()
    {
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();
        var whole = _repository.Git("rev-parse", "HEAD").Trim();
        _repository.Git("rm", "-r", "--quiet", ".config", ".github", "crank", "scripts");
        _repository.Commit("before perfmatrix");
        var change = _repository.PullRequest(_ => _repository.Git("checkout", whole, "--", "."));

        var run = await _repository.RunAsync("pull_request", "perf-pr.yml", change.Payload);

        run.AssertJobs(("side", "success"));
        Assert.Contains("Nothing to compare with: this pull request adds perfmatrix", run.Log, StringComparison.Ordinal);

        // Into a branch without perfmatrix; the default branch has it, or GitHub would start no perf-comment.
        github.State.PullRequests.Add(new(7, ActRepository.Name, 1, "change", change.Head) { BaseSha = _repository.Git("rev-parse", "main").Trim() });
        _repository.Git("switch", "--quiet", "--detach", whole);
        var comment = await CommentWorkflow.RunAsync(_repository, github, new(4711, "perf-pr.yml", "change", change.Head) { Event = "pull_request" });
        Assert.Contains("### perfmatrix: nothing to compare with", comment, StringComparison.Ordinal);
    }

    public void Dispose() => _repository.Dispose();

    internal static void SlowDown(string root)
    {
        var path = Path.Combine(root, "workloads/MinimalApi/Program.cs");
        var text = File.ReadAllText(path);
        // Thread.SpinWait is as long as a process thinks at its start, which differs too much between rounds for a cause to be sure.
        const string slow = """
            var app = builder.Build();
            app.Use(next => context =>
            {
                var state = 1UL;
                for (var step = 0; step < 200_000; step++) state = (state * 6364136223846793005) + 1442695040888963407;
                context.Items["burnt"] = state;
                return next(context);
            });
            """;
        var slower = text.Replace("var app = builder.Build();", slow, StringComparison.Ordinal);
        Assert.NotEqual(text, slower);
        File.WriteAllText(path, slower);
    }

    // Another program that does the same work: one that differs in a comment would not be measured. ScratchCheckout of the end-to-end tests makes the
    // same one, so that it is built once.
    internal static void NoEffect(string root)
    {
        var path = Path.Combine(root, "workloads/MinimalApi/Hello.cs");
        File.WriteAllText(path, File.ReadAllText(path).Replace("Hello World", "Hello world", StringComparison.Ordinal));
    }

    /// <summary>The commenting workflow, which has nothing of the fork but the verdict, through the API; others have a branch of the same name and
    /// commit.</summary>
    private async Task CommentsAsync(StandInServer github, string head)
    {
        github.State.PullRequests.Add(new(5, ActRepository.Name, 1, "change", head));
        github.State.PullRequests.Add(new(6, "bob/perf", 30, "change", head));
        github.State.PullRequests.Add(new(7, ActRepository.Fork, ActRepository.ForkId, "change", head));
        github.State.PullRequests.Add(new(8, "alice/other", 21, "change", head));
        CommentWorkflow.UploadVerdict(_repository, github, 4711);
        _repository.Git("switch", "--quiet", "--detach", "main");

        var comment = await CommentWorkflow.RunAsync(_repository, github, new(4711, "perf-pr.yml", "change", head)
        {
            Event = "pull_request",
            Conclusion = "failure",
            HeadRepository = ActRepository.Fork,
            HeadRepositoryId = ActRepository.ForkId,
        });

        Assert.True(Row().IsMatch(comment), comment);
    }

    /// <summary>What the jobs have uploaded, without the programs.</summary>
    private IEnumerable<string> Documents() => Directory.EnumerateDirectories(_repository.Artifacts)
        .Where(artifact => !Path.GetFileName(artifact).StartsWith("programs-", StringComparison.Ordinal))
        .SelectMany(artifact => Directory.EnumerateFiles(artifact, "*", SearchOption.AllDirectories));

    [GeneratedRegex(@"\| \*\*worse\*\* \| `hello-minimal/net10\.0/workstation/\dc` \|")]
    private static partial Regex Row();

    private JsonElement Verdict() => JsonDocument.Parse(File.ReadAllText(Path.Combine(_repository.Artifacts, "verdict", "verdict.json"))).RootElement;
}
