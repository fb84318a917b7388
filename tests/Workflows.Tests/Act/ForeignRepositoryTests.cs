using System.Text.Json;
using PerfMatrix.GitHub.StandIn;

namespace Workflows.Tests.Act;

/// <summary>A repository that has of perfmatrix only what an owner writes: callers of at most 15 lines, the version of the tool, and
/// crank/.</summary>
[Collection(ActRepository.OneAtATime)]
[Trait("kind", "measures")]
public sealed class ForeignRepositoryTests(ActMachine machine) : IDisposable
{
    private const string Tools = """{ "version": 1, "isRoot": true, "tools": { "perfmatrix": { "version": "1.0.0", "commands": [ "perfmatrix" ] } } }""";

    private const string PullRequests = """
        name: perf-pr
        on:
          pull_request: { types: [opened, synchronize, reopened, ready_for_review] }
          merge_group:
        permissions: {}
        jobs:
          compare:
            name: Compare
            permissions: { contents: read }
            uses: octo/perfmatrix/.github/workflows/pull-request.yml@v1

        """;

    private const string Comments = """
        name: perf-comment
        on:
          workflow_run: { workflows: [perf-pr], types: [completed] }
        permissions: {}
        jobs:
          comment:
            permissions: { contents: read, actions: read, pull-requests: write }
            uses: octo/perfmatrix/.github/workflows/comment.yml@v1

        """;

    private const string Main = """
        name: perf-main
        on:
          push: { branches: [main] }
        permissions: {}
        jobs:
          publish:
            permissions: { contents: write, actions: read }
            uses: octo/perfmatrix/.github/workflows/publish.yml@v1
            with: { history-repository: octo/history, history-branch: trend }
            secrets: { history-token: "${{ secrets.HISTORY_TOKEN }}" }

        """;

    private readonly ActRepository _repository = new(machine);

    [Fact]
    public async Task A_slower_pull_request_is_red_and_gets_its_comment()
    {
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();
        Leave();
        var change = _repository.PullRequest(PullRequestTests.SlowDown);

        var run = await _repository.RunAsync("pull_request", "perf-pr.yml", change.Payload);

        run.AssertJobs(("plan", "success"), ("build", "success"), ("screen", "success"), ("suspects", "success"), ("confirm", "success"),
            ("verdict", "failure"));
        github.State.PullRequests.Add(new(7, ActRepository.Name, 1, "change", change.Head));
        CommentWorkflow.UploadVerdict(_repository, github, 4711);
        _repository.Git("switch", "--quiet", "--detach", "main");
        var comment = await CommentWorkflow.RunAsync(_repository, github, new(4711, "perf-pr.yml", "change", change.Head)
        {
            Event = "pull_request",
            Conclusion = "failure",
        });
        Assert.Contains("| **worse** | `hello-minimal/net10.0/workstation/", comment, StringComparison.Ordinal);
        Assert.DoesNotContain("github.io", comment, StringComparison.Ordinal); // it publishes no site
    }

    [Fact]
    public async Task Its_history_may_be_in_another_repository_and_branch()
    {
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();
        Leave();
        var history = _repository.OriginOf("octo/history");
        _repository.Git("push", "--quiet", "origin", "main:refs/heads/elsewhere");
        GitTool.Run(Path.GetDirectoryName(history)!, "clone", "--quiet", "--bare", "--branch", "elsewhere", _repository.Origin, history);
        _repository.BeginRun(401);

        var run = await _repository.RunAsync(
            "push", "perf-main.yml", new { @ref = "refs/heads/main", after = _repository.Git("rev-parse", "HEAD").Trim() });

        run.AssertJobs(("plan", "success"), ("build", "success"), ("run", "success"), ("publish", "success"));
        Assert.Contains("-gh401-1-", _repository.Git("--git-dir", history, "ls-tree", "-r", "--name-only", "trend"), StringComparison.Ordinal);
        // What the jobs put into the checkout is no change of it.
        var measured = Directory.EnumerateFiles(Path.Combine(_repository.Artifacts, "run-g01-attempt1"), "run.json", SearchOption.AllDirectories)
            .Single();
        Assert.False(JsonElement.Parse(await File.ReadAllTextAsync(measured)).GetProperty("source").GetProperty("dirty").GetBoolean());
        Assert.Empty(_repository.Git("ls-remote", "origin", "gh-pages", "trend"));
    }

    public void Dispose() => _repository.Dispose();

    /// <summary>Takes everything away that another repository does not have.</summary>
    private void Leave()
    {
        _repository.Git("rm", "-r", "--quiet", ".github", "scripts", "src/PerfMatrix.Cli", ".config", "action.yml");
        Write(".config/dotnet-tools.json", Tools);
        foreach (var (name, text) in new[] { ("perf-pr", PullRequests), ("perf-comment", Comments), ("perf-main", Main) })
        {
            Assert.InRange(text.TrimEnd().Split('\n').Length, 5, 15);
            Write($".github/workflows/{name}.yml", text);
        }

        _repository.Commit("an ordinary repository");
        _repository.Git("push", "--quiet", "origin", "main");
        _repository.Called["octo/perfmatrix@v1"] = Checkout.Root;
        // GitHub looks for what a called workflow calls in its own repository, act in the caller's (nektos/act#1875); no job sees these files.
        foreach (var file in Directory.EnumerateFiles(Checkout.File(".github", "workflows"), "_*.yml"))
            File.Copy(file, Path.Combine(_repository.Root, ".github/workflows", Path.GetFileName(file)));
        File.AppendAllText(Path.Combine(Directory.CreateDirectory(Path.Combine(_repository.Root, ".git/info")).FullName, "exclude"), "_*.yml\n");
    }

    private void Write(string path, string text)
    {
        var file = Path.Combine(_repository.Root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }
}
