using System.Text.Json;
using PerfMatrix.GitHub.StandIn;

namespace Workflows.Tests.Act;

/// <summary>The issue about a step of the history, through perf-main.yml: by a push, which adds the next run. The demo that has the step may have
/// marked it already: that a published run finds one is in TrendTests and GitHubAlertCommandTests.</summary>
[Collection(ActRepository.OneAtATime)]
[Trait("kind", "measures")]
public sealed class AlertTests(ActMachine machine) : IDisposable
{
    private readonly ActRepository _repository = new(machine);
    private readonly DirectoryInfo _history = Directory.CreateTempSubdirectory("perfmatrix-planted-");

    [Fact]
    public async Task A_step_of_the_history_opens_one_issue_that_names_its_commits_and_starts_one_search_and_a_label_closes_it()
    {
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();
        _repository.Variables["PERF_ALERT"] = "true";
        _repository.Variables["PERF_SEARCHES"] = "1";
        var (before, after) = await PlantAsync();
        github.State.Comparisons[$"{before}...{after}"] = ([new(new('e', 40), "Read it"), new(after, "Make it slower")], ["src/A.cs"]);

        var push = await RunAsync(101, "push", new { @ref = "refs/heads/main", after = _repository.Git("rev-parse", "HEAD").Trim() });

        Assert.DoesNotContain("It is the first one there;", push.Log, StringComparison.Ordinal);
        Assert.Single(_repository.Git("--git-dir", _repository.Origin, "ls-tree", "-r", "--name-only", "gh-pages").Split('\n'),
            path => path.StartsWith("runs/", StringComparison.Ordinal) && path.Contains("-gh101-1-", StringComparison.Ordinal));
        var issue = Assert.Single(github.State.Issues);
        Assert.Equal("open", issue.State);
        Assert.EndsWith($"commit {after[..8]}", issue.Title, StringComparison.Ordinal);
        Assert.Contains($"/compare/{before}...{after}):", issue.Body, StringComparison.Ordinal);
        Assert.Contains("`Make it slower`", issue.Body, StringComparison.Ordinal);
        var search = Assert.Single(github.State.Runs);
        Assert.Equal(("perf-bisect.yml", $"{issue.Number}", before, after),
            (search.Workflow, search.Inputs!["issue"], search.Inputs["good"], search.Inputs["bad"]));

        Label(issue.Body);
        await RunAsync(102, "schedule", new { schedule = "17 3 * * *" });

        Assert.Equal(("closed", "not_planned"), (Assert.Single(github.State.Issues).State, issue.StateReason));
        Assert.Single(github.State.Runs);
        Assert.Contains("\"label\":\"wanted\"", _repository.Git("--git-dir", _repository.Origin, "show", "gh-pages:changes.json"),
            StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _repository.Dispose();
        _history.Delete(recursive: true);
    }

    private async Task<ActRun> RunAsync(long id, string trigger, object payload)
    {
        _repository.BeginRun(id);
        var run = await _repository.RunAsync(trigger, "perf-main.yml", payload);
        run.AssertJobs(("plan", "success"), ("build", "success"), ("run", "success"), ("publish", "success"), ("deploy", "success"),
            ("alert", "success"));
        return run;
    }

    /// <summary>A generated history whose last true change was six runs ago, as the history branch.</summary>
    /// <returns>The commits around that change, by the truth and not by the marks.</returns>
    private async Task<(string Before, string After)> PlantAsync()
    {
        var (code, said) = await Tool.RunAsync(Checkout.Program, "history", "demo", "--runs", "100", "--cells", "60", "--out", _history.FullName);
        Assert.True(code == 0, said);
        var at = Read("truth.json").GetProperty("changes").EnumerateArray().Last().GetProperty("sequence").GetInt32();
        var runs = Read("index/0.json").GetProperty("runs").EnumerateArray().Select(run => run.GetProperty("sha").GetString()!).ToList();
        // A demo takes no measured run, and the workflow publishes one.
        var index = Path.Combine(_history.FullName, "index.json");
        File.WriteAllText(index, File.ReadAllText(index).Replace("\"generated\":true", "\"generated\":false", StringComparison.Ordinal));
        GitTool.Run(_history.FullName, "init", "--quiet", "--initial-branch", "gh-pages");
        GitTool.Run(_history.FullName, "add", "--all");
        GitTool.Run(_history.FullName, "commit", "--quiet", "-m", "history");
        GitTool.Run(_history.FullName, "push", "--quiet", _repository.Origin, "gh-pages");
        return (runs[at - 1], runs[at]);
    }

    /// <summary>Does what the issue says.</summary>
    private void Label(string body)
    {
        var change = body.Split("change=")[1][..8];
        Assert.Contains($"  - change: {change}\n    label: noise", body, StringComparison.Ordinal);
        var labels = Path.Combine(_repository.Root, "crank", "labels.yml");
        File.WriteAllText(labels, File.ReadAllText(labels).Replace(
            "[]", $"\n  - change: {change}\n    label: wanted\n    reason: meant", StringComparison.Ordinal));
        _repository.Commit("label");
        _repository.Git("push", "--quiet", "origin", "HEAD:main");
    }

    private JsonElement Read(string path) => JsonElement.Parse(File.ReadAllText(Path.Combine(_history.FullName, path)));
}
