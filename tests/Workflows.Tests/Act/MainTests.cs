using System.Text.Json;
using PerfMatrix.GitHub.StandIn;

namespace Workflows.Tests.Act;

/// <summary>perf-main.yml from a push to the history.</summary>
[Collection(ActRepository.OneAtATime)]
public sealed class MainTests : IDisposable
{
    private readonly ActRepository _repository = new();

    [Fact]
    public async Task A_push_to_main_adds_a_run_to_the_history_and_gives_github_action_benchmark_both_lists()
    {
        await using var github = await StandInServer.StartAsync(ActRepository.Name);
        _repository.Environment["GITHUB_API_URL"] = github.Api.ToString();

        var run = await _repository.RunAsync("push", "perf-main.yml", new { @ref = "refs/heads/main", after = _repository.Git("rev-parse", "HEAD").Trim() });

        run.AssertJobs(("plan", "success"), ("build", "success"), ("run", "success"), ("publish", "success"));
        var published = _repository.Git("--git-dir", _repository.Origin, "ls-tree", "-r", "--name-only", "gh-pages").Split('\n');
        Assert.Single(published, path => path.StartsWith("runs/", StringComparison.Ordinal));
        Assert.Contains("index.html", published);
        Assert.All(["customBiggerIsBetter", "customSmallerIsBetter"], AssertTakenByGitHubActionBenchmark);
    }

    public void Dispose() => _repository.Dispose();

    /// <summary>The rules of v1.22.0: a list that is not empty, of entries with a name of their own, a number and a unit.</summary>
    private void AssertTakenByGitHubActionBenchmark(string tool)
    {
        using var json = JsonDocument.Parse(File.ReadAllText(Path.Combine(_repository.Artifacts, "github-action-benchmark", tool + ".json")));
        var entries = json.RootElement.EnumerateArray().ToList();

        Assert.NotEmpty(entries);
        Assert.Equal(entries.Count, entries.Select(entry => entry.GetProperty("name").GetString()).Distinct().Count());
        Assert.All(entries, entry => Assert.True(double.IsFinite(entry.GetProperty("value").GetDouble()) && entry.GetProperty("unit").GetString()!.Length > 0));
    }
}
